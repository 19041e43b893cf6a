import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenise } from './tokenise.ts';

const terms = (text: string) => tokenise(text).map(({ term }) => term);
const words = (text: string) =>
  tokenise(text)
    .filter(({ kind }) => kind === 'word')
    .map(({ word }) => word);

/** Bytes that look random and are the same in every run. */
function noiseBytes(count: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(count / 64) }, (_, index) =>
    createHash('sha512').update(String(index)).digest(),
  );
  return Buffer.concat(blocks).subarray(0, count);
}
const lines = (text: string, length: number) => text.replace(new RegExp(`.{${length}}`, 'g'), '$&\n');

describe('tokenise', () => {
  it.each([
    ['a short commit id', '3f2a9bc', ['3f2a9bc']],
    [
      'a commit id, by its first digits',
      '3f2a9bc1d0e4f5a6b7c8d9e0f1a2b3c4d5e6f708',
      ['3f2a9bc', '3f2a9bc1d0e4f5a6b7c8d9e0f1a2b3c4d5e6f708'],
    ],
    [
      'a UUID',
      '550E8400-e29b-41d4-a716-446655440000',
      ['=550e8400-e29b-41d4-a716-446655440000', '550e8400', '446655440000'],
    ],
    ['a version, with and without v', 'v1.2.3', ['=v1.2.3', '=1.2.3']],
    ['a version to come', '0.1.0-beta.2', ['=0.1.0-beta.2', 'beta']],
    ['a code of letters and digits', 'E1234', ['e1234', '1234']],
    ['a code of a compiler', 'TS2345:', ['ts2345', '2345']],
    ['a code of letters', 'ECONNRESET', ['econnreset']],
    ['a code with an underscore', 'SQLITE_BUSY', ['=sqlite_busy', 'sqlite', 'busi']],
    ['a status', 'HTTP 502', ['http', '502']],
    ['a path', '/usr/local/bin/node-22', ['=usr/local/bin/node-22', '=node-22', 'local', 'bin']],
    ['a path with line and column', 'at src/app.ts:12:5', ['=src/app.ts:12:5', '=src/app.ts', '=app.ts', 'app', '12']],
    ['a path of Windows', String.raw`C:\Users\me\app.ts`, ['=users/me/app.ts', '=app.ts', 'user', 'me']],
    ['a path of a class', 'src/UserService.java', ['=userservice.java', 'user', 'servic']],
    [
      'an address',
      'https://example.com/docs/a.html?x=1',
      ['https', '=example.com/docs/a.html', '=example.com', '=a.html', 'doc'],
    ],
    ['a local address', 'http://localhost:3000/api', ['=localhost:3000', 'localhost', '3000', 'api']],
    ['a number of the net', '127.0.0.1:7070', ['=127.0.0.1:7070', '=127.0.0.1']],
    ['a package', '@scope/pkg', ['=scope/pkg', 'scope', 'pkg']],
    ['a package with version', 'left-pad@1.3.0', ['=left-pad@1.3.0', 'pad', '1', '3']],
    ['a flag', 'docker build --no-cache .', ['=--no-cache', 'cach']],
    ['a name in the environment', 'MAX_RETRIES=3', ['=max_retries', 'max', 'retri', '3']],
    ['C++', 'in C++.', ['=c++', 'c']],
    ['C#', 'in C#, too', ['=c#', 'c']],
    ['.NET', 'with .NET', ['=.net', 'net']],
    ['a file that begins with a dot', 'packages/app/.env', ['=.env', 'env']],
    ['node.js', 'Node.js', ['=node.js', 'node', 'js']],
    ['a mail address', 'Jane.Doe@example.com', ['=jane.doe@example.com', 'jane', 'doe']],
    ['the number of an issue', 'fixes #123.', ['=123', '123']],
    ['the number of a ticket', 'GH-42', ['=gh-42', 'gh', '42']],
    ['camelCase', 'getUserName', ['=getusername', 'get', 'user', 'name']],
    ['capitals before a word', 'XMLHttpRequest', ['=xmlhttprequest', 'xml', 'http', 'request']],
    ['grouped digits', '1,200', ['1200']],
    [
      'a random id, whole and without what precedes it',
      'req_011CSHoEeqs5C35K2UUqR7Fy',
      ['=req_011cshoeeqs5c35k2uuqr7fy', 'req', '=011cshoeeqs5c35k2uuqr7fy'],
    ],
  ])('finds %s whole and by its parts', (_, text, expected) => {
    expect(terms(text)).toEqual(expect.arrayContaining(expected));
  });

  it('makes no name of a hyphenated word or of a call on a line of its own', () => {
    expect(terms('rock-solid\n  .then(done)')).toEqual(['rock', 'solid', 'then', 'done']);
  });

  it.each([
    ['accents', 'Café naïve São', ['cafe', 'naive', 'sao']],
    ['composed and decomposed letters', 'caf\u00e9 cafe\u0301', ['cafe', 'cafe']],
    ['umlauts and sharp s', 'Müller Straße STRASSE', ['muller', 'strasse', 'strasse']],
    ['letters that do not decompose', 'Ørsted Łódź', ['orsted', 'lodz']],
    ['full width', 'ＡＢＣ', ['abc']],
    ['apostrophes of both kinds', "Anna's Anna’s don't", ['anna', 'anna', 'dont']],
    ['Cyrillic, where й is a letter of its own', 'Красный ёлка', ['красный', 'елка']],
  ])('folds %s', (_, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it.each([
    ['Chinese', '我们昨天讨论了数据库迁移', '数据库', '数据'],
    ['Japanese', '東京タワーに行きました', '東京', '東京'],
    ['Thai, with a vowel that decomposes', 'เขาทำงานที่กรุงเทพ', 'ทำงาน', 'กรุงเทพ'],
    ['Korean', '데이터베이스를 삭제했다', '데이터베이스', '데이터베이스'],
    ['Arabic', 'قرأت الكتاب الجديد', 'كتاب', 'كتاب'],
    ['Russian', 'в красной книге', 'красная книга', 'книгу'],
    ['Hindi', 'मुझे किताब पढ़ना है', 'किताब', 'पढ़ना'],
    ['Greek', 'ΑΘΉΝΑ και Πάτρα', 'Αθήνα', 'πατρα'],
  ])('finds words and parts of words in %s', (_, stored, ...asked) => {
    const found = new Set(terms(stored));
    for (const question of asked) expect(terms(question).some((term) => found.has(term))).toBe(true);
  });

  it('says where words stand in text that mixes scripts, signs and pairs of code units', () => {
    const text = '🙂 API 数据库迁移 done\ud83d ok';
    for (const { at, kind, word } of tokenise(text))
      if (kind === 'word') expect(text.slice(at).toLowerCase().startsWith(word)).toBe(true);
    expect(words(text)).toEqual(expect.arrayContaining(['api', 'done', 'ok']));
  });

  it('takes emoji, lone surrogates, NUL and signs for blanks', () => {
    expect(terms('a\u0000b 🎉 \ud800c\udc00 -- .. __ @ # ~~ ’ ++')).toEqual(['a', 'b', 'c']);
    expect(terms('')).toEqual([]);
  });

  it('keeps a word of 64 characters and leaves out a longer one', () => {
    expect(terms('a'.repeat(64))).toEqual(['a'.repeat(64)]);
    expect(terms(`before ${'a'.repeat(65)} after`)).toEqual(['befor', 'after']);
  });

  it('cuts a long name of many words, however long it is', () => {
    const name = 'shouldRefuseTheSessionWhenTheTokenOfTheUserHasExpiredAndNobodyRenewedIt';
    expect(terms(name)).toEqual(expect.arrayContaining([`=${name.toLowerCase()}`, 'token', 'session', 'expir']));
  });

  it.each([
    ['base64 in one line', noiseBytes(300_000).toString('base64'), 100],
    ['base64 in lines of 76', lines(noiseBytes(30_000).toString('base64'), 76), 300],
    ['base64 in lines of 64', lines(noiseBytes(30_000).toString('base64'), 64), 400],
    ['hex in one line', noiseBytes(200_000).toString('hex'), 1],
    ['hex in lines', lines(noiseBytes(20_000).toString('hex'), 64), 50],
    ['hex in groups of four', lines(noiseBytes(20_000).toString('hex').replace(/.{4}/g, '$& '), 40), 2_500],
    ['minified code', 'function(e,t){var n=r(12),o=a.n(i);return n(e,t)};'.repeat(8_000), 1_500],
    ['packed JSON', '{"id":12,"kind":"a_b","on":true},'.repeat(8_000), 1_500],
    ['one word again and again', 'word-'.repeat(200_000), 1_500],
    ['a row of signs', '_'.repeat(400_000), 0],
    ['digits and commas', '1,234,567,'.repeat(40_000), 1_500],
  ])('is not flooded by %s', (_, text, most) => {
    expect(tokenise(text).length).toBeLessThanOrEqual(most);
    expect(words(`start of it\n${text}\nand its end`)).toEqual(expect.arrayContaining(['start', 'end']));
  });

  it.each([
    ['10 KB', 10_000],
    ['1 MB', 1_000_000],
  ])('makes a bounded number of terms of %s of prose and of Chinese', (_, chars) => {
    const prose = 'The quick brown fox jumps over the lazy dog near src/app.ts:12. ';
    expect(tokenise(prose.repeat(chars / prose.length)).length).toBeLessThan(chars / 2);
    expect(tokenise('我们昨天讨论了数据库。'.repeat(chars / 11)).length).toBeLessThan(chars * 2);
  });

  it('reads all of a long line that somebody wrote', () => {
    expect(words(`${'some words in a row '.repeat(1_000)}needle`)).toContain('needle');
    expect(terms(`${'没有空格的长行，'.repeat(1_000)}针头`)).toContain('~针头');
  });

  it('holds for any text: never throws, offsets inside, words in rising order', () => {
    const pieces = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        ' ',
        '\n',
        '.',
        '/',
        '--',
        '@',
        '#',
        "'",
        'fooBar',
        '中文',
        'ทำ',
        '한국어',
        '㌀',
        '\ud800',
        '1,200',
        'é',
      ),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const tokens = tokenise(text);
        expect(tokens.every(({ at, pos }) => at >= 0 && at < text.length && pos >= 0)).toBe(true);
        const rising = tokens.filter(({ kind }) => kind !== 'gram');
        expect(rising.every(({ pos }, index) => pos >= (rising[index - 1]?.pos ?? 0))).toBe(true);
        expect(tokens.every(({ term }) => term !== '')).toBe(true);
        expect(tokenise(text)).toEqual(tokens);
      }),
    );
  });

  it('makes the same of a text in any normal form and of its well-formed copy', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(terms(text.normalize('NFD'))).toEqual(terms(text.normalize('NFC')));
        expect(terms(text.toWellFormed())).toEqual(terms(text));
      }),
    );
  });

  it('does not tell capitals from small letters in words', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word), (list) => {
        const text = list.join(' ');
        expect(terms(text.toUpperCase())).toEqual(terms(text));
      }),
    );
  });

  it('makes the same of a word wherever it stands', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w./:@-]{1,20}$/), fc.stringMatching(/^[a-z ]{0,20}$/), (name, before) => {
        expect(terms(`${before} ${name}`).slice(terms(before).length)).toEqual(terms(` ${name}`));
      }),
    );
  });
});
