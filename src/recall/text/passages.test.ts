import { describe, expect, it } from 'vitest';
import { inHead, inPassage } from '../index/postings.ts';
import { countText } from './passages.ts';
import { tokenise } from './tokenise.ts';

const HEAD_CHARS = 200;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `word${index}x`).join(' ');
const count = (text: string, labels: readonly string[] = []) => countText(text, labels, HEAD_CHARS);
const times = (text: string, term: string) => inPassage(count(text).passages[0]?.counts.get(term) ?? 0);

describe('countText', () => {
  it('leaves a short text in one piece and gives an empty one a passage of its own', () => {
    expect(count('one two three').passages).toMatchObject([{ start: 0, words: 3 }]);
    expect(count('').passages).toEqual([{ start: 0, words: 0, counts: new Map() }]);
  });

  it('cuts a long text into passages of about equal length', () => {
    const { passages } = count(numbered(1_000));
    expect(passages.length).toBe(8);
    for (const { words } of passages) expect(words).toBeGreaterThan(100);
    expect(passages.reduce((sum, { words }) => sum + words, 0)).toBe(1_000);
  });

  it('says where each passage begins, and holds there the words that begin there', () => {
    const text = numbered(1_000);
    const { passages } = count(text);
    passages.forEach(({ start, counts }, index) => {
      const end = passages[index + 1]?.start ?? text.length;
      expect(end).toBeGreaterThan(start);
      expect(new Set(tokenise(text.slice(start, end)).map(({ term }) => term))).toEqual(new Set(counts.keys()));
    });
  });

  it.each([1, 59, 60, 119, 180, 181, 300, 23_880, 23_999, 24_000, 24_001])(
    'leaves no passage of %i words empty',
    (words) => {
      const { passages } = count('a '.repeat(words));
      expect(passages.reduce((sum, passage) => sum + passage.words, 0)).toBe(Math.min(words, 24_000));
      for (const [index, { start, words: inside }] of passages.entries()) {
        expect(inside).toBeGreaterThan(0);
        expect(start).toBeGreaterThan(index === 0 ? -1 : (passages[index - 1]?.start ?? 0));
      }
    },
  );

  it('stops counting a word at fifteen times', () => {
    expect(times('deploy '.repeat(14), 'deploy')).toBe(14);
    expect(times('deploy '.repeat(40), 'deploy')).toBe(15);
  });

  it('counts the words of the head apart, in the first passage only', () => {
    const text = `${'alpha '.repeat(4)}${'filler '.repeat(400)}alpha`;
    const { passages, headWords } = count(text);
    expect(inHead(passages[0]?.counts.get('alpha') ?? 0)).toBe(4);
    expect(inHead(passages.at(-1)?.counts.get('alpha') ?? 0)).toBe(0);
    expect(headWords).toBe(4 + Math.ceil((HEAD_CHARS - 4 * 'alpha '.length) / 'filler '.length));
  });

  it('finds labels like words of the first passage, and does not count them as its words', () => {
    const { passages } = count(numbered(300), ['Bash', 'src/app.ts']);
    expect(passages[0]?.counts.has('=src/app.ts')).toBe(true);
    expect(passages[0]?.counts.has('bash')).toBe(true);
    expect(passages[1]?.counts.has('bash')).toBe(false);
    expect(passages[0]?.words).toBe(count(numbered(300)).passages[0]?.words);
    expect(inPassage(count('', ['Bash']).passages[0]?.counts.get('bash') ?? 0)).toBe(1);
  });

  it('indexes the first 24,000 words of a text that never ends', () => {
    const { passages } = count(numbered(30_000));
    expect(passages.length).toBe(200);
    expect(passages.reduce((sum, { words }) => sum + words, 0)).toBe(24_000);
    expect(count('a b c d e '.repeat(200_000)).passages.length).toBe(200);
  });

  it('counts a name once, however many terms it has', () => {
    expect(count('src/app.ts:12').passages[0]?.words).toBe(4);
  });

  it('cuts text of a script without blanks by its words, pairs of characters with them', () => {
    const sentence = '我们昨天讨论了数据库迁移的问题。';
    const { passages } = count(sentence.repeat(100));
    expect(passages.length).toBeGreaterThan(3);
    passages.forEach(({ start, counts, words }, index) => {
      expect(start).toBeGreaterThan(index === 0 ? -1 : (passages[index - 1]?.start ?? 0));
      expect(words).toBeGreaterThan(80);
      expect(counts.has('~数据')).toBe(true);
    });
  });
});
