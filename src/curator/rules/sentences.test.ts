import { describe, expect, it } from 'vitest';
import { ENGLISH } from './languages/english.ts';
import { sentencesOf } from './sentences.ts';

const split = (message: string) => sentencesOf(message, 'typed', ENGLISH).map(({ text }) => text);

describe('sentences', () => {
  it.each([
    ['Use v1.2. Then go on.', ['Use v1.2.', 'Then go on.']],
    ['See https://a.example/x.y?z=1. Done!', ['See https://a.example/x.y?z=1.', 'Done!']],
    ['Edit src/a.ts. Then b.ts', ['Edit src/a.ts.', 'Then b.ts']],
    ['Use a linter, e.g. Biome. Ok?', ['Use a linter, e.g. Biome.', 'Ok?']],
    ['Ask Dr. Moore. Or Mr. Lee.', ['Ask Dr. Moore.', 'Or Mr. Lee.']],
    ['Run `a. b. c` first. Then stop.', ['Run `a. b. c` first.', 'Then stop.']],
    ['He said "Wait. Stop." to me. Why?', ['He said "Wait. Stop." to me.', 'Why?']],
    ['- one\n- two\n3. three', ['one', 'two', 'three']],
    ['hmm... fine. Go', ['hmm... fine.', 'Go']],
    ['one\n```\ncode. code\n```\nmy two', ['one', 'my two']],
    ['one\n\nAlways two.', ['one']],
    ['> quoted\nown', ['own']],
    ['const a = 1;\nown words', ['own words']],
    [
      'this line is long enough to have been wrapped by an editor and\ngoes on here',
      ['this line is long enough to have been wrapped by an editor and goes on here'],
    ],
  ])('%j', (message, expected) => {
    expect(split(message)).toEqual(expected);
  });

  it('blanks what is quoted, and keeps its place', () => {
    const [only] = sentencesOf('use `x y` or "always z" now', 'typed', ENGLISH);
    expect(only?.masked).toBe('use `___` or "________" now');
  });
});
