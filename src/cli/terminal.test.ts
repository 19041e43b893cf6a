import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { columns, dollars, paintDiff, safeLines } from './terminal.ts';

const ESCAPE = String.fromCharCode(27);

describe('what is printed', () => {
  it('shows control characters of stored text instead of obeying them, and keeps its lines and tabs', () => {
    expect(safeLines(`one\n\ttwo${ESCAPE}[2J\rthree`)).toBe('one\n\ttwo\\u{1b}[2J\\u{d}three');
    expect(stripVTControlCharacters(paintDiff(`+a${ESCAPE}]0;title`))).toBe('+a\\u{1b}]0;title');
  });

  it('pads columns by what is seen of them', () => {
    const painted = `${ESCAPE}[31mred${ESCAPE}[39m`;
    expect(
      columns([
        [painted, 'x'],
        ['longer', 'y'],
      ]).map(stripVTControlCharacters),
    ).toEqual(['red     x', 'longer  y']);
  });

  it('shows small amounts of money with enough digits to see them', () => {
    expect([dollars(0), dollars(0.0004), dollars(1.5)]).toEqual(['$0.00', '$0.0004', '$1.50']);
  });
});
