import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tokenise } from '../text/tokenise.ts';
import { type Asking, openAsking } from './asking.fixture.ts';
import { snippetOf } from './snippet.ts';

/** 320 of the text, and a dot of omission on either side. */
const LONGEST = 322;

function snippet(text: string, words: readonly string[]): string {
  const weights = new Map(words.flatMap((word) => tokenise(word)).map(({ term }) => [term, 1]));
  return snippetOf(text, 0, tokenise(text), weights);
}

const word = fc.constantFrom(
  'gate',
  'harbour',
  'a',
  'of',
  'considerable',
  'naïve',
  '東京',
  '👍🏽',
  'x'.repeat(70),
  '\n',
  'line\nbreak',
);

describe('a snippet', () => {
  it('is never longer than its limit, cuts no character in half, and is part of the text', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 200 }), fc.constantFrom(' ', '\n', ''), (words, blank) => {
        const text = words.join(blank);
        const shown = snippet(text, ['gate', 'harbour']);
        expect(shown.length).toBeLessThanOrEqual(LONGEST);
        expect(shown).not.toContain('\ufffd');
        const plain = text.replace(/\s+/g, ' ');
        expect(plain).toContain(shown.replace(/^…|…$/g, ''));
      }),
    );
  });

  it('shows the words that were found, wherever they stand', () => {
    fc.assert(
      fc.property(fc.nat({ max: 40 }), fc.nat({ max: 40 }), fc.nat({ max: 30 }), (before, after, between) => {
        const filler = (count: number) =>
          'so it is as we see it here and there by antidisestablishmentarianism '.repeat(count);
        const text = `${'a'.repeat(before)} ${filler(before)}harbour ${'b '.repeat(between)}gate ${filler(after)}`;
        expect(snippet(text, ['harbour', 'gate'])).toMatch(/\bharbour\b.*\bgate\b/);
      }),
    );
  });

  it('begins and ends between words, also where lines break instead of blanks', () => {
    for (const blank of [' ', '\n', '\t']) {
      const words = Array.from({ length: 300 }, (_, n) => `word${'x'.repeat(n % 7)}`);
      words[150] = 'harbour';
      const shown = snippet(words.join(blank), ['harbour']).replace(/^…|…$/g, '');
      expect(shown).toContain('harbour');
      expect(
        shown
          .trim()
          .split(' ')
          .filter((each) => !words.includes(each)),
      ).toEqual([]);
    }
  });

  it('cuts no character in half where a text has no blanks at all', () => {
    for (let before = 0; before < 6; before += 1) {
      const shown = snippet(`${'a'.repeat(before)}${'👍'.repeat(300)} harbour ${'👍'.repeat(300)}`, ['harbour']);
      expect(shown).toContain('harbour');
      expect(shown).not.toContain('\ufffd');
      expect(shown.length).toBeLessThanOrEqual(LONGEST);
    }
  });

  it('is the whole text where that is short, without marks', () => {
    expect(snippet('the harbour\n gate', ['gate'])).toBe('the harbour gate');
  });
});

describe('the snippet of a hit', () => {
  let asking: Asking;
  beforeEach(async () => {
    asking = await openAsking();
  });
  afterEach(() => asking.memory.close());

  it('is from the part of a long record that was found', async () => {
    const page = (n: number) => Array.from({ length: 150 }, (_, word) => `filler${n}x${word}`).join(' ');
    await asking.memory.say(
      `${[1, 2, 3, 4].map(page).join(' ')} the harbour gate is green ${[5, 6].map(page).join(' ')}`,
    );
    const [hit] = asking.ask('harbour gate');
    expect(hit?.snippet).toContain('the harbour gate is green');
    expect(hit?.snippet.length).toBeLessThanOrEqual(LONGEST);
  });

  it('is the path of a record that has no text', async () => {
    await asking.memory.say({ content: '', path: '/srv/harbour/gate.ts', type: 'tool_use', tool: 'Read' });
    expect(asking.ask('gate.ts')[0]?.snippet).toBe('/srv/harbour/gate.ts');
  });
});
