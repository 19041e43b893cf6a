import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Config, defaultConfig, setConfig } from '../platform/config.ts';
import { modelChoices, wasModelChosen } from './choose-model.ts';
import { modelSetupProblem } from './model-setup.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function withClaude(): NodeJS.ProcessEnv {
  writeFileSync(join(folder, 'claude'), '');
  chmodSync(join(folder, 'claude'), 0o700);
  return { PATH: folder };
}

function configWith(changes: Partial<Config>): Config {
  return { ...defaultConfig(), ...changes };
}

describe('the model that was chosen', () => {
  it('has no problem when there is none', () => {
    expect(modelSetupProblem(configWith({}), {})).toBeUndefined();
  });

  it('says what is missing: a key, a model, the command', () => {
    const problems = (['anthropic', 'openai', 'claude-cli'] as const).map((provider) =>
      modelSetupProblem(configWith({ 'curator.provider': provider }), { PATH: folder }),
    );
    expect(problems.map((problem) => problem?.message)).toEqual([
      expect.stringContaining('key'),
      expect.stringContaining('model'),
      expect.stringContaining('PATH'),
    ]);
    expect(problems.map((problem) => problem?.hint)).not.toContain('');
  });

  it('has no problem once that is there', () => {
    expect(modelSetupProblem(configWith({ 'curator.provider': 'claude-cli' }), withClaude())).toBeUndefined();
    expect(
      modelSetupProblem(configWith({ 'curator.provider': 'openai', 'curator.model': 'qwen' }), {}),
    ).toBeUndefined();
  });
});

describe('the question of init', () => {
  it('puts no model first, and offers the claude command only where there is one', () => {
    expect(modelChoices({ PATH: folder }).map(({ value }) => value)).toEqual(['rules', 'anthropic', 'openai']);
    expect(modelChoices(withClaude()).map(({ value }) => value)).toContain('claude-cli');
  });

  it('is not asked again once it was answered, whatever the answer', () => {
    const path = join(folder, 'config.json');
    expect(wasModelChosen(path)).toBe(false);
    setConfig(path, 'port', 9000);
    expect(wasModelChosen(path)).toBe(false);
    setConfig(path, 'curator.provider', 'rules');
    expect(wasModelChosen(path)).toBe(true);
  });
});
