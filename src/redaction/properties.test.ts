import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALNUM, HEX, seededRandom } from '../../test/corpora/generated/random.ts';
import { leaks } from '../../test/corpora/score.ts';
import { normalise } from './normalise.ts';
import { createRedactor } from './redactor.ts';

const redactor = createRedactor({ key: 'properties' });
const random = seededRandom(7);

/** Pieces that the rules react to, in any order and next to anything. */
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'password',
      'token',
      'api_key',
      'API key',
      'secret',
      'Authorization',
      'cookie',
      'key',
      'Passwort',
      'pwd',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '=',
      ': ',
      ' is ',
      '="',
      "='",
      '":"',
      '\\":\\"',
      ' | ',
      ', ',
      '\n',
      ' ',
      '"',
      "'",
      '>',
      '</',
      '&',
      ';',
      '(',
      ')',
      '\\n',
    ),
  },
  { weight: 2, arbitrary: fc.integer({ min: 4, max: 60 }).map((length) => random.chars(ALNUM, length)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('[REDACTED:password:0a1b]', '[REDACTED:', 'REDACTED', ':0a1b]', '[REDACTED:x:'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'https://',
      'ada:',
      '@host',
      'Bearer ',
      '--password ',
      '-----BEGIN ',
      '-----END ',
      'eyJ',
      'sk-',
      '\u001b[31m',
      '\u200b',
      '%3D',
      '\\u0041',
      '&quot;',
      'curl -u ',
      '| --- |',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const patchwork = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));
const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 }), patchwork);

describe('redact, for any text', () => {
  it('never throws, and finds ranges that are in order, apart and within the text (RED-1)', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { findings } = redactor.redact(text);
        let previousEnd = 0;
        for (const { start, end } of findings) {
          expect(start).toBeGreaterThanOrEqual(previousEnd);
          expect(end).toBeGreaterThan(start);
          previousEnd = end;
        }
        expect(previousEnd).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('changes nothing outside its findings', () => {
    fc.assert(
      fc.property(patchwork, (text) => {
        const redacted = redactor.redact(text);
        let output = redacted.text;
        let copied = 0;
        for (const { start, end } of redacted.findings) {
          const between = text.slice(copied, start);
          expect(output.startsWith(between)).toBe(true);
          output = output.slice(between.length).replace(/^\[REDACTED:[a-z0-9-]+:[0-9a-f]{4}\]/, '');
          copied = end;
        }
        expect(output).toBe(text.slice(copied));
      }),
      { numRuns: 2000 },
    );
  });

  it('changes nothing when it runs again, also where placeholders stand beside keywords (RED-3)', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = redactor.redact(text).text;
        expect(redactor.redact(once).text).toBe(once);
      }),
      { numRuns: 4000 },
    );
  });

  it('leaves words alone', () => {
    const word = fc.constantFrom(
      'the',
      'token',
      'password',
      'is',
      'stored',
      'in',
      'a',
      'vault',
      'and',
      'rotated',
      'key',
      'for',
      'staging',
      'secret',
      'santa',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const text = words.join(' ');
        expect(redactor.redact(text).text).toBe(text);
      }),
    );
  });

  it('finds a token behind its name in the middle of anything', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.string({ maxLength: 80 }), (before, after) => {
        const token = `gh${'p_'}${random.chars(HEX, 36)}`;
        const output = redactor.redact(`${before}\nGITHUB_TOKEN=${token}\n${after}`).text;
        expect(leaks(token.slice(4), output)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the normal form of a text (RED-5)', () => {
  it('leads back: every place of it maps into the original, in order', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const normal = normalise(text);
        if (!normal) return;
        let previous = 0;
        for (let at = 0; at < normal.text.length; at++) {
          const start = normal.originalStart(at);
          const end = normal.originalEnd(at + 1);
          expect(start).toBeGreaterThanOrEqual(previous);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          previous = start;
        }
      }),
      { numRuns: 1000 },
    );
  });
});
