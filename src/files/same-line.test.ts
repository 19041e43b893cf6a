import { describe, expect, it } from 'vitest';
import { restating, telling } from './same-line.ts';

const KNOWN = ['Prefers tabs', '2 spaces in YAML', 'Never push to main, not even once', 'Uses pnpm in every project'];

const restates = (line: string, known: readonly string[]) => restating(known)(line);
const tells = (line: string, statement: string) => telling([line])(statement);

describe('a line restates others', () => {
  it.each([
    ['- prefers tabs.'],
    ['The user prefers tabs'],
    ['Prefers tabs; 2 spaces in YAML'],
    ['Prefers tabs, 2 spaces in YAML and uses pnpm in every project'],
    ['Never push to main, not even once (2 spaces in YAML)'],
    ['Uses pnpm every project'],
  ])('when each of its parts is one of them, or shorter: %s', (line) => {
    expect(restates(line, KNOWN)).toBe(true);
  });

  it.each([
    ['Always push to main'],
    ['Push to main'],
    ['Never push to main'],
    ['Never, prefers tabs'],
    ['Prefers 2 spaces'],
    ['pnpm in every project'],
    ['Uses pnpm'],
    ['Uses every project in pnpm'],
    ['Prefers tabs; always push to main'],
    ['; ( )'],
    [''],
  ])('not when it denies, adds, turns around or leaves too much out: %s', (line) => {
    expect(restates(line, KNOWN)).toBe(false);
  });

  it('not when what is denied could reach further than it did', () => {
    const known = ['Never run tests', 'Push to main'];
    expect(restates('Never run tests, push to main', known)).toBe(false);
    expect(restates('Never run tests. Push to main', known)).toBe(true);
  });

  it('not in a script without spaces, unless it is the same', () => {
    expect(restates('決してmainにプッシュしない', ['決してmainにプッシュしない'])).toBe(true);
    expect(restates('mainにプッシュする', ['決してmainにプッシュしない'])).toBe(false);
  });

  it('however many parts it has', () => {
    const line = Array.from({ length: 5_000 }, () => 'Prefers tabs').join('; ');
    expect(restates(line, KNOWN)).toBe(false);
    expect(tells(line, 'Prefers tabs')).toBe(false);
  });
});

describe('a line tells a statement', () => {
  it('that stands in it, is a little longer or a little shorter', () => {
    expect(tells('- Prefers tabs; 2 spaces in YAML', 'User prefers tabs')).toBe(true);
    expect(tells('- Prefers tabs in Go', 'Prefers tabs in all Go files')).toBe(true);
    expect(tells('- Prefers tabs in all Go files', 'Prefers tabs in Go')).toBe(true);
  });

  it('whichever form of not it has', () => {
    expect(tells('- Do not push to main', "Don't push to main")).toBe(true);
    expect(tells('- Do push to main', "Don't push to main")).toBe(false);
    expect(tells('- ', '')).toBe(false);
  });

  it('not when only one of them is limited', () => {
    expect(tells('- Push to main', 'Never push to main')).toBe(false);
    expect(tells('- Push to main without asking', 'Never push to main without asking')).toBe(false);
    expect(tells('- Prefers tabs only in Go', 'Prefers tabs in Go')).toBe(false);
  });
});
