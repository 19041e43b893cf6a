import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { type HomeKeys, newDatabaseKey, wrapKeys, writeKeyFile } from '../platform/home-keys.ts';
import { openLog } from '../platform/log.ts';
import { homePaths } from '../platform/paths.ts';
import { createSealingKeys } from '../platform/sealing.ts';
import { Unlocking } from './unlocking.ts';

const SECRET = 'the content of a key file, long enough';

it('makes each wrong key wait longer than the one before, at most 30 s, and tries none meanwhile (SRV-10)', async () => {
  const paths = homePaths(mkdtempSync(join(tmpdir(), 'carryover-unlocking-')));
  const keys = { databaseKeys: [newDatabaseKey()], spoolPrivateKey: createSealingKeys().privateKey };
  writeKeyFile(paths, wrapKeys({ kind: 'key-file', path: '/away' }, Buffer.from(SECRET), keys));
  const log = openLog({ folder: paths.logs, clock: systemClock, redact: (text) => text });
  let elapsedMs = 0;
  const opened: HomeKeys[] = [];
  const clock = { ...systemClock, elapsed: () => elapsedMs };
  const unlocking = new Unlocking({ paths, clock, log }, async (given) => void opened.push(given));
  const waits: number[] = [];
  for (let guess = 0; guess < 9; guess += 1) {
    await expect(unlocking.attempt('wrong')).rejects.toMatchObject({ code: 'wrong-key' });
    waits.push(await unlocking.attempt(SECRET));
    elapsedMs += waits.at(-1) ?? 0;
  }
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(opened).toEqual([]);
  expect(await unlocking.attempt(SECRET)).toBe(0);
  expect(opened).toEqual([keys]);
  log.close();
  rmSync(paths.home, { recursive: true });
});
