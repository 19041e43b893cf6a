import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CarryoverError } from '../memory/error.ts';
import { defaultConfig, loadConfig, setConfig } from './config.ts';
import { budgetForTier } from './operational-budget.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-config-'));
  path = join(folder, 'home', 'config.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function refusal(run: () => unknown): CarryoverError {
  try {
    run();
  } catch (error) {
    if (error instanceof CarryoverError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('the configuration', () => {
  it('is the defaults without a file, and CARRYOVER_PORT moves the port', () => {
    expect(loadConfig(path, {})).toEqual(defaultConfig());
    expect(loadConfig(path, { CARRYOVER_PORT: '9999' }).port).toBe(9999);
  });

  it('gives 2,000 tokens of operational memory, which a file, the environment and a tier move (C-040, C-060, C-066)', () => {
    expect(budgetForTier(loadConfig(path, {}), 1)).toBe(2_000);
    setConfig(path, 'operational.budgetTokens', '1500');
    setConfig(path, 'operational.tiers', '["1=500","3=6000","3=8000"]');
    const variable = 'CARRYOVER_OPERATIONAL_BUDGET_TOKENS';
    expect([1, 2, 3, 13].map((tier) => budgetForTier(loadConfig(path, {}), tier))).toEqual([500, 1_500, 8_000, 1_500]);
    expect(budgetForTier(loadConfig(path, { [variable]: '0' }), 2)).toBe(0);
    expect(loadConfig(path, { [variable]: '' })['operational.budgetTokens']).toBe(1_500);
    expect(refusal(() => loadConfig(path, { [variable]: 'many' }))).toMatchObject({ subject: variable });
  });

  it('keeps what is set, in a private file, and nothing but that', () => {
    setConfig(path, 'port', '9001');
    setConfig(path, 'capture.paths', 'all');
    expect(loadConfig(path, {})).toEqual({ ...defaultConfig(), port: 9001, 'capture.paths': 'all' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ port: 9001, 'capture.paths': 'all' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['prot', '1', 'did you mean "port"'],
    ['port', '80', 'from 1024 to 65535'],
    ['port', 'eight', 'from 1024 to 65535'],
    ['redaction.hex', 'Strict', 'code-aware or strict'],
    ['injection.enabled', 'maybe', 'true or false'],
    ['operational.budgetTokens', '-1', 'from 0 to 20000'],
    ['operational.tiers', '["0=100"]', '<tier>=<tokens>'],
    ['operational.cooldowns', '["postgres=2/4h"]', '<service>/<action>=<uses>/<window>'],
    ['curator.batchTurn', '25', 'did you mean "curator.batchTurns"'],
    ['curator.batchTurns', '0', 'from 1 to 100'],
    ['curator.preCompact', 'always', 'both, auto, manual or off'],
    ['curator.afterTokens', '-1', 'from 0 to 1000000'],
    ['curator.afterTools', 'many', 'from 0 to 10000'],
    ['curator.extractTimeoutMs', '5', 'from 100 to 120000'],
    ['embeddings.provider', 'built-in', 'off, openai or compatible'],
  ])('refuses %s = %s and says what is right', (key, value, hint) => {
    expect(refusal(() => setConfig(path, key, value)).hint).toContain(hint);
  });

  it('refuses a damaged file and leaves it as it is', () => {
    setConfig(path, 'port', 9001);
    writeFileSync(path, '{"port": 9001,');
    expect(refusal(() => loadConfig(path, {})).code).toBe('bad-config');
    expect(refusal(() => setConfig(path, 'port', 9002)).code).toBe('bad-config');
    expect(readFileSync(path, 'utf8')).toBe('{"port": 9001,');
  });

  it('takes on and off for the rule of compactions as well (L-15)', () => {
    expect(setConfig(path, 'curator.preCompact', 'on')['curator.preCompact']).toBe('both');
    expect(setConfig(path, 'curator.preCompact', 'off')['curator.preCompact']).toBe('off');
    expect(setConfig(path, 'curator.preCompact', 'auto')['curator.preCompact']).toBe('auto');
  });

  it('takes one pattern or a list of them', () => {
    expect(setConfig(path, 'redaction.patterns', '[A-Z]{3}-\\d+')['redaction.patterns']).toEqual(['[A-Z]{3}-\\d+']);
    expect(setConfig(path, 'redaction.patterns', '["a","b"]')['redaction.patterns']).toEqual(['a', 'b']);
  });
});
