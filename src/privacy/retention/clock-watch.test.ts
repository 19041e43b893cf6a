import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../platform/clock.ts';
import { ClockWatch } from './clock-watch.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 5, 1);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-clock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function machine() {
  let wall = START;
  let elapsed = 0;
  return {
    pass: (ms: number) => {
      wall += ms;
      elapsed += ms;
    },
    jump: (ms: number) => {
      wall += ms;
    },
    clock: { now: () => wall, elapsed: () => elapsed } satisfies Clock,
  };
}

function believedWatch() {
  const it = machine();
  const watch = new ClockWatch(join(folder, 'clock'), it.clock);
  watch.look();
  it.pass(HOUR);
  expect(watch.look()).toBe(START + HOUR);
  return { ...it, watch };
}

describe('a clock is believed before anything is emptied (F-17)', () => {
  it('not at the first look ever, but at one an hour later', () => {
    const { clock, pass } = machine();
    const watch = new ClockWatch(join(folder, 'clock'), clock);
    expect(watch.look()).toBeUndefined();
    pass(HOUR / 2);
    expect(watch.look()).toBeUndefined();
    pass(HOUR / 2);
    expect(watch.look()).toBe(START + HOUR);
  });

  it.each([
    ['ten years ahead', 3_650 * DAY],
    ['a day ahead', DAY],
    ['a day back', -DAY],
    ['to 1970', -START],
  ])('not after it jumped %s, until it has gone on from there for an hour', (_, jump) => {
    const { watch, jump: set, pass, clock } = believedWatch();
    set(jump);
    expect(watch.look()).toBeUndefined();
    pass(HOUR - 1);
    expect(watch.look()).toBeUndefined();
    pass(1);
    expect(watch.look()).toBe(clock.now());
  });

  it('not at all when it jumped ahead and was set right again within the hour', () => {
    const { watch, jump, pass, clock } = believedWatch();
    jump(400 * DAY);
    expect(watch.look()).toBeUndefined();
    pass(HOUR / 2);
    jump(-400 * DAY);
    expect(watch.look()).toBeUndefined();
    pass(HOUR);
    expect(watch.look()).toBe(clock.now());
  });

  it('at once in a process that starts soon after another, and not in one that starts long after', () => {
    const { pass, clock } = believedWatch();
    pass(2 * HOUR);
    expect(new ClockWatch(join(folder, 'clock'), clock).look()).toBe(clock.now());
    pass(3 * DAY);
    expect(new ClockWatch(join(folder, 'clock'), clock).look()).toBeUndefined();
  });
});
