import { describe, expect, it } from 'vitest';
import { clockTime, shortened, typeName } from './format.ts';

const NOON = new Date(2026, 2, 12, 12, 5).getTime();
const DAY_MS = 24 * 60 * 60_000;

describe('how things are told', () => {
  it('cuts a long text between words and folds its lines, and leaves a short one alone', () => {
    expect(shortened('Takes 60 s\nto start')).toBe('Takes 60 s to start');
    expect(shortened('word '.repeat(200))).toMatch(/^(word ){5,}word…$/);
    expect(shortened('x'.repeat(5_000)).length).toBeLessThan(200);
  });

  it('tells the time of the day, and the day only when it is another one', () => {
    expect(clockTime(NOON, NOON - 60_000)).toBe('12:05');
    expect(clockTime(NOON, NOON - DAY_MS)).toBe('12 Mar, 12:05');
  });

  it('tells types in words', () => {
    expect(typeName('TOOL_INSTALL')).toBe('tool install');
  });
});
