import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSpool, spoolEntry } from '../capture/spool.ts';
import { systemClock } from '../platform/clock.ts';
import { type LogFile, openLog } from '../platform/log.ts';
import { createSealingKeys } from '../platform/sealing.ts';
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
  const place = { spool, spoolKey: join(folder, 'spool-key.pub') };
  for (let at = 1; at <= ENTRIES; at += 1) spoolEntry(place, { version: 1, client: 'c', at, payload: {} });
  return spool;
}

it('stops after the entry under way, leaves the rest, and the next one takes exactly those (F-01)', async () => {
  const spool = spoolAll();
  const taken: number[] = [];
  const reached = Promise.withResolvers<void>();
  const target: SpoolTarget = {
    replay: async (entry) => {
      const { at } = JSON.parse(entry.toString());
      await sleep(1);
      taken.push(at);
      if (at === 3) reached.resolve();
    },
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

it('opens sealed entries with the key, puts aside what was changed, and lets none that it cannot open hold up the others (D-017)', async () => {
  const { publicKey, privateKey } = createSealingKeys();
  const place = { spool: join(folder, 'spool'), spoolKey: join(folder, 'spool-key.pub') };
  const taken: number[] = [];
  const target: SpoolTarget = { replay: async (entry) => void taken.push(JSON.parse(entry.toString()).at) };
  const drain = (key?: Buffer) => new SpoolDrain(place.spool, new Map([['c', target]]), log, key).drain();
  spoolEntry(place, { version: 1, client: 'c', at: 2, payload: {} });
  writeFileSync(place.spoolKey, publicKey);
  for (const at of [1, 3]) spoolEntry(place, { version: 1, client: 'c', at, payload: {} });
  await drain();
  expect(taken).toEqual([2]);
  writeFileSync(readSpool(place.spool).files[1] ?? '', 'changed by somebody');
  await drain(privateKey);
  expect(taken).toEqual([2, 1]);
  expect(readSpool(place.spool)).toMatchObject({ files: [], refused: 1 });
});
