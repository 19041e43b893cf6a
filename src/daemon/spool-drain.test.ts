import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSpool, spoolEntry } from '../capture/spool.ts';
import { systemClock } from '../platform/clock.ts';
import { type LogFile, openLog } from '../platform/log.ts';
import { SpoolDrain, type SpoolTarget } from './spool-drain.ts';

const ENTRIES = 20;

let folder: string;
let log: LogFile;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-drain-'));
  log = openLog({ folder: join(folder, 'logs'), clock: systemClock, redact: (text) => text });
});
afterEach(() => {
  log.close();
  rmSync(folder, { recursive: true, force: true });
});

function spoolAll(): string {
  const spool = join(folder, 'spool');
  for (let at = 1; at <= ENTRIES; at += 1) spoolEntry(spool, { version: 1, client: 'c', at, payload: {} });
  return spool;
}

it('stops after the entry under way, leaves the rest, and the next one takes exactly those (F-01)', async () => {
  const spool = spoolAll();
  const taken: number[] = [];
  const reached = Promise.withResolvers<void>();
  const target: SpoolTarget = {
    replay: async (_, at) => {
      await sleep(1);
      taken.push(at);
      if (at === 3) reached.resolve();
    },
    repairOnly: async () => undefined,
  };
  const first = new SpoolDrain(spool, new Map([['c', target]]), log);
  void first.drain();
  // What the timer would have asked for meanwhile.
  const waiting = first.drain();
  await reached.promise;
  await first.stop();
  await waiting;
  expect(taken.length).toBeLessThan(ENTRIES);
  expect(readSpool(spool).files).toHaveLength(ENTRIES - taken.length);

  await new SpoolDrain(spool, new Map([['c', target]]), log).drain();
  expect(taken).toEqual(Array.from({ length: ENTRIES }, (_, index) => index + 1));
  expect(readSpool(spool).files).toEqual([]);
});
