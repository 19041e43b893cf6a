import { describe, expect, it } from 'vitest';
import { CarryoverError } from '../memory/error.ts';
import { parseMoment } from './moment.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

describe('a point in time in a query (D-021)', () => {
  it.each([
    ['1700000000000', 1_700_000_000_000],
    ['0', 0],
    ['2026-11-01', Date.parse('2026-11-01T00:00:00Z')],
    ['2026-11-01T10:00', Date.parse('2026-11-01T10:00:00Z')],
    ['2026-11-01 10:00:30', Date.parse('2026-11-01T10:00:30Z')],
    ['2026-11-01T10:00:00Z', Date.parse('2026-11-01T10:00:00Z')],
    ['2026-11-01T10:00:00+02:00', Date.parse('2026-11-01T08:00:00Z')],
    ['30m', NOW - 30 * 60_000],
    ['12h', NOW - 12 * 3_600_000],
    ['7d', NOW - 7 * 86_400_000],
    ['2w', NOW - 14 * 86_400_000],
  ])('may be written as %s', (text, moment) => {
    expect(parseMoment('since', text, NOW)).toBe(moment);
  });

  it.each(['', 'yesterday', 'd', '-1', '7y', '2026-13-01', '2026-11-01Tx', '1e9', '1700000000000.5', ' 7d'])(
    'is refused with a hint when it is "%s"',
    (text) => {
      expect(() => parseMoment('since', text, NOW)).toThrow(CarryoverError);
    },
  );
});
