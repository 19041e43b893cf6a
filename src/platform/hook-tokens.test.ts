import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createHookTokenReader,
  findHookToken,
  issueHookToken,
  readHookTokens,
  revokeHookToken,
} from './hook-tokens.ts';

const REQUEST = { client: 'claude-code', project: null };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-tokens-'));
  file = join(folder, 'home', 'hook-tokens.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('tokens of http hooks', () => {
  it('are 256 random bits that a header can carry, and are kept as hashes only (SRV-3)', () => {
    const { id, token } = issueHookToken(file, { ...REQUEST, nowMs: 5 });
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(readFileSync(file, 'utf8')).not.toContain(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(findHookToken(readHookTokens(file), token)).toMatchObject({ id, client: 'claude-code', createdAt: 5 });
  });

  it('end one by one (SRV-4)', () => {
    const first = issueHookToken(file, { ...REQUEST, nowMs: 1 });
    const second = issueHookToken(file, { ...REQUEST, nowMs: 2 });
    revokeHookToken(file, first.id);
    revokeHookToken(file, first.id);
    expect(findHookToken(readHookTokens(file), first.token)).toBeUndefined();
    expect(findHookToken(readHookTokens(file), second.token)?.id).toBe(second.id);
  });

  it('are seen as they are by a process that runs on', () => {
    const held = createHookTokenReader(file);
    expect(held()).toEqual([]);
    const { id, token } = issueHookToken(file, { ...REQUEST, nowMs: 1 });
    expect(findHookToken(held(), token)?.id).toBe(id);
    expect(held()).toBe(held());
    revokeHookToken(file, id);
    expect(held()).toEqual([]);
    rmSync(file);
    expect(held()).toEqual([]);
  });

  it('are all kept when several processes issue at once', async () => {
    const script = `import { issueHookToken } from '${import.meta.dirname}/hook-tokens.ts'; issueHookToken('${file}', { client: 'c', project: null, nowMs: 1 });`;
    const run = promisify(execFile);
    await Promise.all(Array.from({ length: 6 }, () => run(process.execPath, ['--input-type=module', '-e', script])));
    expect(readHookTokens(file)).toHaveLength(6);
  });

  it.each(['', '{}', '[{"id": "a"}]', '[{"id":"a","client":"c","sha256":"short","createdAt":1}]'])(
    'cannot be read from %j, and the reader is told what to do',
    (text) => {
      issueHookToken(file, { ...REQUEST, nowMs: 1 });
      writeFileSync(file, text);
      expect(() => readHookTokens(file)).toThrow(
        expect.objectContaining({ code: 'hook-tokens-unreadable', subject: file }),
      );
    },
  );
});
