import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startModelServer } from '../../../test/support/model-server.ts';
import { createProvider } from './create-provider.ts';
import { everythingIn, makeKey, makeQuestion, modelSettings } from './provider.fixture.ts';
import { ProviderError } from './provider.ts';

const folder = mkdtempSync(join(tmpdir(), 'carryover-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function keyFile(name: string, content: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, content, { mode });
  chmodSync(path, mode);
  return path;
}

function withKeyFile(path: string): Parameters<typeof createProvider>[0] {
  return modelSettings({ 'curator.provider': 'anthropic', 'curator.keyFile': path });
}

function refusalOf(make: () => unknown): ProviderError {
  try {
    make();
  } catch (thrown) {
    if (thrown instanceof ProviderError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was thrown');
}

describe('the provider a person chose', () => {
  it('is none for the rules, and the one that was named otherwise', () => {
    const env = { ANTHROPIC_API_KEY: makeKey(), CARRYOVER_HOME: folder };
    const nameOf = (provider: 'rules' | 'anthropic' | 'openai' | 'claude-cli'): string | undefined =>
      createProvider(modelSettings({ 'curator.provider': provider, 'curator.model': 'm' }), env)?.name;
    expect(nameOf('rules')).toBeUndefined();
    for (const name of ['anthropic', 'openai', 'claude-cli'] as const) expect(nameOf(name)).toBe(name);
  });
});

describe('the key file (A-073)', () => {
  it('is used before the environment', async () => {
    await using server = await startModelServer();
    const key = makeKey();
    const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: makeKey() };
    const provider = createProvider(withKeyFile(keyFile('good', `${key}\n`)), env);
    await provider?.ask(makeQuestion());
    expect(server.requests[0]?.carried(key)).toBe(true);
    expect(server.requests[0]?.carried(env.ANTHROPIC_API_KEY)).toBe(false);
  });

  it('is refused when it is missing, no plain file, readable by others or no key, and its content is not repeated', () => {
    const key = makeKey();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', ['-m', '600', pipe]);
    const cases = [
      [join(folder, 'missing'), 'does not exist'],
      [folder, 'is no key file'],
      [pipe, 'is no key file'],
      [keyFile('large', key.repeat(1_000)), 'is no key file'],
      [keyFile('open', key, 0o644), 'can be read by others'],
      [keyFile('empty', '\n'), 'holds no key'],
      [keyFile('two-lines', `${key}\n${key}\n`), 'holds no key'],
    ] as const;
    for (const [path, reason] of cases) {
      const error = refusalOf(() => createProvider(withKeyFile(path), {}));
      expect(error).toMatchObject({
        problem: 'setup',
        code: 'model-key-unusable',
        message: expect.stringContaining(reason),
      });
      expect(everythingIn(error)).not.toContain(key);
    }
  });

  it('refuses a variable that no header can carry, without repeating it', () => {
    const key = `${makeKey()} and more`;
    const settings = modelSettings({ 'curator.provider': 'anthropic' });
    const error = refusalOf(() => createProvider(settings, { ANTHROPIC_API_KEY: key }));
    expect(error.message).toBe('ANTHROPIC_API_KEY holds no key: it has to be one line without spaces');
    expect(everythingIn(error)).not.toContain(key);
  });
});
