import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../platform/config.ts';
import { LiveConfig } from '../platform/live-config.ts';
import { SettingsService } from './settings.ts';

let folder: string;
let forgotten: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-settings-'));
  forgotten = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function desk(stored: object, env: NodeJS.ProcessEnv = {}): SettingsService {
  const path = join(folder, 'config.json');
  writeFileSync(path, JSON.stringify(stored));
  return new SettingsService({
    path,
    env,
    config: new LiveConfig(path, env, loadConfig(path, env)),
    forgetBlocks: () => {
      forgotten += 1;
    },
  });
}

it('a change holds at once, is in the file, and says what it was; what was rendered before is gone (D-072)', () => {
  const settings = desk({ 'injection.prompts': false, 'curator.model': 'kept' });
  expect(settings.change({ 'retention.days': 'off' })).toEqual({ 'retention.days': 90 });
  expect(forgotten).toBe(0);
  expect(settings.change({ 'injection.enabled': false, 'injection.prompts': true })).toEqual({
    'injection.enabled': true,
    'injection.prompts': false,
  });
  expect(forgotten).toBe(1);
  expect(settings.read().settings).toMatchObject({ 'injection.enabled': false, 'retention.days': 'off' });
  expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toEqual({
    'injection.enabled': false,
    'injection.prompts': true,
    'retention.days': 'off',
    'curator.model': 'kept',
  });
});

it('of several changes all are written, or none', () => {
  const settings = desk({ 'curator.model': 'kept' });
  const wrong = { 'injection.enabled': false, 'retention.days': -1 };
  expect(() => settings.change(wrong)).toThrow('retention.days');
  expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toEqual({ 'curator.model': 'kept' });
});

it('says who reads what a model is asked, and that there is a key, never the key (SRV-18)', () => {
  const key = ['not', 'a', 'real', 'key'].join('-');
  const chosen = { 'curator.provider': 'anthropic', 'embeddings.provider': 'openai', 'embeddings.model': 'small' };
  const report = desk(chosen, { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key }).read();
  expect(report).toMatchObject({
    curator: { provider: 'anthropic', recipient: 'api.anthropic.com', key: { set: true } },
    embeddings: { provider: 'openai', recipient: 'openai small', key: { set: true } },
  });
  expect(JSON.stringify(report)).not.toContain(key);
});

it.each([
  ['rules', {}],
  ['anthropic', {}],
  ['openai', { 'curator.model': 'local' }],
])('with %s, which asks nobody outside or cannot be asked, text stays here', (provider, more) => {
  expect(desk({ 'curator.provider': provider, ...more }).read().curator).toEqual({
    provider,
    recipient: null,
    key: { set: false },
  });
});
