import { describe, expect, it } from 'vitest';
import { withoutDetails } from './unsupported-detail.ts';

describe('a statement without its details', () => {
  it('loses versions, asides and clauses, and no condition', () => {
    expect(withoutDetails('Installed ripgrep 14.1.0 (from brew)', 'TOOL_INSTALL')).toContain('Installed ripgrep');
    expect(
      withoutDetails('The nightly export of all orders runs on the small server, with three workers', 'FACT'),
    ).toContain('The nightly export of all orders runs on the small server');
    expect(withoutDetails('Deploys run at night, except on Fridays', 'FACT')).toEqual([]);
  });

  it('is the same with other blanks', () => {
    expect(withoutDetails('Installed   ripgrep \t 14.1.0', 'TOOL_INSTALL')).toEqual(
      withoutDetails('Installed ripgrep 14.1.0', 'TOOL_INSTALL'),
    );
  });

  /** With time that grows with the square none of these would end before the test does. */
  it.each([
    ['blanks', `use${' '.repeat(400_000)}it`],
    ['tabs and lines', `use${'\t\n'.repeat(200_000)}it`],
    ['parentheses', `use ${'('.repeat(400_000)}`],
    ['blanks and parentheses', `use${' ('.repeat(200_000)}`],
    ['digits', `use it in ${'1'.repeat(400_000)}(`],
    ['versions', `use ${'1.'.repeat(200_000)}`],
    ['dashes', `use ${'-'.repeat(400_000)}`],
    ['clauses', 'use it, '.repeat(50_000)],
    ['clauses without blanks', '用这个、'.repeat(20_000)],
  ])('is found in linear time: %s', (_, statement) => {
    expect(withoutDetails(statement, 'TOOL_INSTALL').every((rest) => rest.length < statement.length)).toBe(true);
  });
});
