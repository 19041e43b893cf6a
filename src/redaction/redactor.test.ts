import { describe, expect, it } from 'vitest';
import { ALNUM, HEX, seededRandom } from '../../test/corpora/generated/random.ts';
import { createRedactor } from './redactor.ts';

const random = seededRandom(11);
const token = `gh${'p_'}${random.chars(ALNUM, 36)}`;
const redactor = createRedactor({ key: 'one installation' });

describe('the placeholder (RED-3)', () => {
  it('names the kind, recognises the same secret, and tells two secrets apart', () => {
    const { text } = redactor.redact(`first ${token}, again ${token}, other gh${'p_'}${random.chars(ALNUM, 36)}`);
    const tags = [...text.matchAll(/\[REDACTED:github-token:([0-9a-f]{4})\]/g)].map((match) => match[1]);
    expect(tags).toHaveLength(3);
    expect(tags[0]).toBe(tags[1]);
    expect(tags[2]).not.toBe(tags[0]);
  });

  it('differs between two installations', () => {
    const other = createRedactor({ key: new Uint8Array([1, 2, 3]) });
    expect(other.redact(token).text).not.toBe(redactor.redact(token).text);
  });

  it('is the same for a secret that was broken up by invisible characters', () => {
    const broken = [...token].join('\u200b');
    expect(redactor.redact(broken).text).toBe(redactor.redact(token).text);
  });

  it('hides no secret that stands around a placeholder somebody wrote', () => {
    const value = random.chars(ALNUM, 40);
    const { text } = redactor.redact(`api_key=${value.slice(0, 20)}[REDACTED:token:0a1b]${value.slice(20)}`);
    expect(text).not.toContain(value.slice(0, 16));
    expect(text).not.toContain(value.slice(24));
    expect(text).toContain('[REDACTED:token:0a1b]');
  });
});

describe('findings', () => {
  it('give the place in the original text', () => {
    const text = `\u001b[1mDB_PASSWORD\u001b[0m=Kettle${'Basil'}77! and ${token}`;
    const { findings } = redactor.redact(text);
    expect(findings.map(({ start, end }) => text.slice(start, end))).toEqual([`Kettle${'Basil'}77!`, token]);
  });

  it('are none for a text without secrets, which comes back as it is', () => {
    const text = 'the tests pass, the token bucket is full';
    expect(redactor.redact(text)).toEqual({ text, findings: [] });
  });
});

describe('hex digits (D-061)', () => {
  const revision = `commit ${random.chars(HEX, 40)}`;

  it('stay when they name a revision', () => {
    expect(redactor.redact(revision).findings).toEqual([]);
  });

  it('go from 16 on in strict mode', () => {
    const strict = createRedactor({ key: 'k', hex: 'strict' });
    expect(strict.redact(revision).text).toMatch(/^commit \[REDACTED:hex:[0-9a-f]{4}\]$/);
    expect(strict.redact('deadbeefdeadbee').findings).toEqual([]);
  });
});

describe('options', () => {
  it('an allowed value stays, others do not', () => {
    const lenient = createRedactor({ key: 'k', allow: [token] });
    const other = `gh${'o_'}${random.chars(ALNUM, 36)}`;
    expect(lenient.redact(`a ${token} b ${other}`).text).toMatch(new RegExp(`^a ${token} b \\[REDACTED:github-token:`));
  });

  it('a rule of one’s own is applied, and its group `secret` alone is replaced (RED-7)', () => {
    const own = createRedactor({
      key: 'k',
      extraRules: [{ kind: 'employee', pattern: String.raw`EMP-(?<secret>\d{5})` }],
    });
    expect(own.redact('by EMP-12345 today').text).toMatch(/^by EMP-\[REDACTED:employee:[0-9a-f]{4}\] today$/);
  });

  it('every option that can change a result changes the version (RED-12)', () => {
    const versions = [
      createRedactor({ key: 'a' }),
      createRedactor({ key: 'a', hex: 'strict' }),
      createRedactor({ key: 'a', allow: ['x'] }),
      createRedactor({ key: 'a', extraRules: [{ kind: 'x', pattern: 'y' }] }),
    ].map(({ version }) => version);
    expect(new Set(versions).size).toBe(versions.length);
    expect(createRedactor({ key: 'another' }).version).toBe(versions[0]);
  });
});

describe('a field whose name is known', () => {
  it.each([
    ['password', `hunter${'2xyz'}`],
    ['db_password', 'two-of-hearts-77'],
    ['apiKey', random.chars(HEX, 32)],
    ['X-Auth-Token', random.chars(ALNUM, 24)],
  ])('«%s» makes its value a secret', (name, value) => {
    expect(redactor.redactField(name, value).text).toMatch(/^\[REDACTED:[a-z-]+:[0-9a-f]{4}\]$/);
    expect(redactor.redact(value).findings).toEqual([]);
  });

  it('keeps the scheme of an authorization and the harmless cookies', () => {
    expect(redactor.redactField('Authorization', `Bearer ${random.chars(ALNUM, 30)}`).text).toMatch(
      /^Bearer \[REDACTED:/,
    );
    expect(redactor.redactField('cookie', `theme=dark; sid=${random.chars(ALNUM, 30)}`).text).toMatch(
      /^theme=dark; sid=\[REDACTED:/,
    );
  });

  it('says nothing about a value that is a sentence, a reference or a number', () => {
    for (const value of ['Enter your password', 'process.env.PASSWORD', '4096'])
      expect(redactor.redactField('token', value).text).toBe(value);
  });

  it('still finds what any text may hold', () => {
    expect(redactor.redactField('note', `use ${token}`).text).toMatch(/^use \[REDACTED:github-token:/);
  });
});
