import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALNUM, seededRandom } from '../../test/corpora/generated/random.ts';
import { redactValue, TOO_DEEP } from './redact-value.ts';
import { createRedactor } from './redactor.ts';

const random = seededRandom(5);
const redactor = createRedactor({ key: 'values' });
const token = `gh${'p_'}${random.chars(ALNUM, 36)}`;
const PLACEHOLDER = /^\[REDACTED:[a-z-]+:[0-9a-f]{4}\]$/;

describe('redactValue (RED-1)', () => {
  it('reaches every string: leaves, array items and keys', () => {
    const { value, findings } = redactValue(redactor, { a: [token, { [token]: token }], n: 1, t: true, z: null });
    expect(JSON.stringify(value)).not.toContain(token.slice(4));
    expect(findings).toHaveLength(3);
    expect(value).toMatchObject({ n: 1, t: true, z: null });
  });

  it('takes the name of a field into account, also through arrays and pairs of name and value', () => {
    const secret = `hunter${'2xyz'}`;
    const { value } = redactValue(redactor, {
      password: secret,
      passwords: [secret],
      headers: [{ name: 'X-Api-Key', value: random.chars(ALNUM, 24) }],
      db_password: { sensitive: true, value: secret },
      user: 'ada',
    });
    expect(value).toMatchObject({
      password: expect.stringMatching(PLACEHOLDER),
      passwords: [expect.stringMatching(PLACEHOLDER)],
      headers: [{ name: 'X-Api-Key', value: expect.stringMatching(PLACEHOLDER) }],
      db_password: { sensitive: true, value: expect.stringMatching(PLACEHOLDER) },
      user: 'ada',
    });
  });

  it('T-08: takes an option for the name of the word behind it, in a command that is a list of words', () => {
    const words = [
      'tool',
      '--password',
      'banana-split',
      '--token',
      '--verbose',
      '-n',
      'banana-split',
      '--db-password',
      'kiwi-melon',
    ];
    const { value } = redactValue(redactor, { command: words });
    const [, , password, , verbose, , plain, , short] = (value as { readonly command: readonly string[] }).command;
    for (const hidden of [password, short]) expect(hidden).toMatch(PLACEHOLDER);
    expect([verbose, plain]).toEqual(['--verbose', 'banana-split']);
  });

  it('replaces a number that is a password and keeps one that is not', () => {
    const { value } = redactValue(redactor, { password: 73_519_284, max_tokens: 73_519_284 });
    expect(value).toMatchObject({ password: expect.stringMatching(PLACEHOLDER), max_tokens: 73_519_284 });
  });

  it('replaces what is nested too deep, without overflowing the stack', () => {
    let deep: unknown = token;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    const text = JSON.stringify(redactValue(redactor, deep).value);
    expect(text).toBe(`${'['.repeat(64)}"${TOO_DEEP}"${']'.repeat(64)}`);
    expect(redactValue(redactor, { a: { b: 'c' } }, { maxDepth: 1 }).value).toEqual({ a: TOO_DEEP });
  });

  it('treats prototype keys as plain data', () => {
    const { value } = redactValue(redactor, JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":2}}'));
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":1},"constructor":{"prototype":2}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('keeps the values of two keys that hold different secrets of one kind', () => {
    const keys = Array.from({ length: 300 }, () => `gh${'p_'}${random.chars(ALNUM, 36)}`);
    const { value } = redactValue(redactor, Object.fromEntries(keys.map((key, index) => [key, index])));
    expect(Object.values(value as object).sort((a, b) => a - b)).toEqual(keys.map((_, index) => index));
  });

  it('turns lone surrogates into U+FFFD and what JSON cannot hold into null', () => {
    const { value } = redactValue(redactor, ['a\ud800b', Number.NaN, undefined, () => 1, 12n]);
    expect(value).toEqual(['a\ufffdb', null, null, null, '12']);
  });

  it('gives back any JSON value without secrets as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (json) => {
        const text = JSON.stringify(json);
        const { value, findings } = redactValue(redactor, json);
        if (findings.length === 0) expect(JSON.stringify(value)).toBe(text.toWellFormed());
      }),
    );
  });
});
