import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cooldownState, parseCooldown, waitTold } from './cooldown.ts';

const HOUR_MS = 3_600_000;
const limit = { service: 'postgres', action: 'restart', uses: 2, windowMs: 4 * HOUR_MS };

describe('a cooldown', () => {
  it.each([
    ['postgres/restart=2/4h', limit],
    ['web_1/re-deploy=1/30m', { service: 'web_1', action: 're-deploy', uses: 1, windowMs: HOUR_MS / 2 }],
    ['a/b=10/7d', { service: 'a', action: 'b', uses: 10, windowMs: 7 * 24 * HOUR_MS }],
  ])('is read from %s', (text, expected) => {
    expect(parseCooldown(text)).toEqual(expected);
  });

  it.each(['', 'postgres', 'a/b=0/4h', 'a/b=2/0h', 'a/b=2/4w', 'a/b=2/4', 'a/b/c=2/4h', 'a b/c=2/4h', 'a/b=-1/4h'])(
    'is refused with a hint when it says %j',
    (text) => {
      expect(() => parseCooldown(text)).toThrow(
        expect.objectContaining({ code: 'bad-cooldown', hint: expect.stringContaining('postgres/restart=2/4h') }),
      );
    },
  );

  it.each([
    [1, '1 min'],
    [59.5 * 60_000, '1 h'],
    [4 * HOUR_MS, '4 h'],
    [25.5 * HOUR_MS, '1 d 1 h 30 min'],
  ])('of %d ms is told as %s', (ms, told) => {
    expect(waitTold(ms)).toBe(told);
  });

  it('is free until its uses are used up, and again when the oldest of them leaves the window', () => {
    expect(cooldownState(limit, [], 0)).toEqual({ ...limit, used: 0, lastUsedAt: null, freeAt: null });
    expect(cooldownState(limit, [0], 1)).toMatchObject({ used: 1, lastUsedAt: 0, freeAt: null });
    const full = [0, HOUR_MS];
    expect(cooldownState(limit, full, 2 * HOUR_MS)).toMatchObject({ used: 2, freeAt: 4 * HOUR_MS });
    expect(cooldownState(limit, full, 4 * HOUR_MS - 1)).toMatchObject({ used: 2, freeAt: 4 * HOUR_MS });
    expect(cooldownState(limit, full, 4 * HOUR_MS)).toMatchObject({ used: 1, lastUsedAt: HOUR_MS, freeAt: null });
  });

  it('that was overdrawn waits until enough uses have left the window', () => {
    expect(cooldownState(limit, [3, 1, 2], 10)).toMatchObject({ used: 3, freeAt: 2 + limit.windowMs });
  });

  it('is free exactly when it says so, in whatever order the uses come', () => {
    const times = fc.array(fc.integer({ min: 0, max: 20 * HOUR_MS }), { maxLength: 8 });
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 30 * HOUR_MS }), (uses, now) => {
        const { freeAt } = cooldownState(limit, uses, now);
        expect(cooldownState(limit, uses.toReversed(), now).freeAt).toBe(freeAt);
        if (freeAt === null) return;
        expect(freeAt).toBeGreaterThan(now);
        expect(cooldownState(limit, uses, freeAt - 1).freeAt).toBe(freeAt);
        expect(cooldownState(limit, uses, freeAt).freeAt).toBe(null);
      }),
    );
  });
});
