import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesOverLimit, lastReplaced, listBackups, removeBackups, thinBackups } from './backup-files.ts';
import { ageProtected, protectedCopies, releaseCopy, servesSweeps } from './protected-copies.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 5, 30, 12);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-backups-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, at: number, bytes = 10): void {
  const time = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  writeFileSync(join(folder, `${name}-${time}.db`), Buffer.alloc(bytes));
}

function hoursKept(): number[] {
  return listBackups(folder).map(({ takenAt }) => (NOON - takenAt) / HOUR_MS);
}

describe('copies of the journal', () => {
  it('are told by their names, the newest first', () => {
    put('transcript', NOON - HOUR_MS);
    put('transcript-schema-4', NOON - 2 * HOUR_MS);
    put('transcript-replaced', NOON);
    put('memory-schema-2', NOON);
    writeFileSync(join(folder, 'notes.db'), '');
    expect(listBackups(folder).map(({ kind }) => kind)).toEqual(['replaced', 'copy', 'schema']);
  });

  it('of the last 24 hours stay, and of seven days the last one each', () => {
    for (let hour = 0; hour < 24 * 10; hour += 1) put('transcript', NOON - hour * HOUR_MS);
    thinBackups(folder, 1_000, NOON);
    const hourly = Array.from({ length: 24 }, (_, hour) => hour);
    // The last of a day is that of 23:00, and the first of these lies 13 hours back.
    expect(hoursKept()).toEqual([...hourly, 37, 61, 85, 109, 133]);
  });

  it('stay as far as there is room, the newest in any case', () => {
    const megabyte = 1024 * 1024;
    for (let hour = 0; hour < 5; hour += 1) put('transcript', NOON - hour * HOUR_MS, 0.4 * megabyte);
    put('transcript-schema-1', NOON - 9 * HOUR_MS);
    thinBackups(folder, 1, NOON);
    expect(hoursKept()).toEqual([0, 1, 9]);
    put('transcript', NOON + HOUR_MS, 2 * megabyte);
    thinBackups(folder, 1, NOON + HOUR_MS);
    expect(hoursKept()).toEqual([-1, 9]);
    thinBackups(folder, 0, NOON + HOUR_MS);
    expect(hoursKept()).toEqual([9]);
  });

  it('T-02: made with the right clock stay, however many bear the times of one that was ahead', () => {
    const AHEAD_MS = 150 * 24 * HOUR_MS;
    for (let hour = 0; hour < 24 * 10; hour += 1) put('transcript', NOON + AHEAD_MS + hour * HOUR_MS);
    for (let hour = 0; hour < 48; hour += 1) {
      put('transcript', NOON + hour * HOUR_MS);
      thinBackups(folder, 1_000, NOON + hour * HOUR_MS);
      expect(hoursKept()).toContain(-hour);
    }
    const hourly = Array.from({ length: 24 }, (_, hour) => hour - 47);
    expect(hoursKept()).toEqual(expect.arrayContaining(hourly));
  });

  it('T-02: a clock that is behind leaves the copies of earlier days', () => {
    for (let hour = 0; hour < 24 * 10; hour += 1) put('transcript', NOON - hour * HOUR_MS);
    for (let hour = 0; hour < 48; hour += 1) {
      const wrong = Date.UTC(2016, 0, 1) + hour * HOUR_MS;
      put('transcript', wrong);
      thinBackups(folder, 1_000, wrong);
      expect(listBackups(folder).map(({ takenAt }) => takenAt)).toContain(wrong);
    }
    expect(hoursKept().filter((hours) => hours < 24 * 10)).toEqual([0, 13, 37, 61, 85]);
  });

  it('T-02: from before a sweep, a restore or a migration stay, whatever room there is, and it is told', () => {
    const megabyte = 1024 * 1024;
    const kinds = ['transcript-sweep', 'transcript-replaced', 'transcript-schema-3'];
    for (const kind of kinds) put(kind, NOON - 900 * HOUR_MS, megabyte);
    for (let hour = 0; hour < 99; hour += 1) {
      put('transcript', NOON - hour * HOUR_MS);
      thinBackups(folder, 2, NOON);
    }
    const left = listBackups(folder).map(({ kind }) => kind);
    expect(left.filter((kind) => kind !== 'copy')).toEqual(expect.arrayContaining(['sweep', 'replaced', 'schema']));
    expect(left.filter((kind) => kind === 'copy')).toHaveLength(1);
    expect([bytesOverLimit(folder, 2), bytesOverLimit(folder, 3)]).toEqual([megabyte, 0]);
  });

  it('T-02: stay for thirty days of running time, or until a person lets them go', () => {
    put('transcript-sweep', NOON);
    put('transcript-schema-3', NOON);
    put('memory-schema-2', NOON);
    mkdirSync(join(folder, 'files-replaced-x'));
    put('transcript', NOON - HOUR_MS);
    put('transcript', NOON + HOUR_MS);
    const DAY_MS = 24 * HOUR_MS;
    for (let day = 0; day < 29; day += 1) ageProtected(folder, DAY_MS);
    const daysLeft = () => Object.fromEntries(protectedCopies(folder).map((copy) => [copy.name, copy.daysLeft]));
    const [sweep = ''] = protectedCopies(folder).flatMap(({ name }) => (name.includes('sweep') ? [name] : []));
    expect(Object.values(daysLeft()).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 31]);
    expect([daysLeft()[sweep], servesSweeps(folder, sweep)]).toEqual([31, true]);
    expect(() => releaseCopy(folder, 'schema')).toThrow('2 protected copies');
    expect(() => releaseCopy(folder, '')).toThrow('no protected copy');
    expect(() => releaseCopy(folder, '../transcript')).toThrow('no protected copy');
    expect(releaseCopy(folder, 'memory-schema')).toMatch(/^memory-schema-2/);
    put('transcript-replaced', NOON);
    ageProtected(folder, DAY_MS);
    // What is erased from now on has another copy; what this one holds was erased within thirty days.
    expect([daysLeft()[sweep], servesSweeps(folder, sweep)]).toEqual([30, false]);
    expect(Object.keys(daysLeft())).toHaveLength(2);
    releaseCopy(folder, 'replaced');
    for (let day = 0; day < 29; day += 1) ageProtected(folder, DAY_MS);
    expect(daysLeft()).toEqual({ [sweep]: 1 });
    put('transcript-replaced', NOON);
    ageProtected(folder, DAY_MS);
    // With the copy from before the sweep goes what else is from before it.
    expect(listBackups(folder).map(({ kind }) => kind)).toEqual(['copy', 'replaced']);
    expect(protectedCopies(folder)).toMatchObject([{ daysLeft: 29 }]);
    writeFileSync(join(folder, 'protected-copies.json'), '{"transcript-replaced":');
    expect(protectedCopies(folder)).toMatchObject([{ daysLeft: 30 }]);
  });

  it('all go when something is forgotten, whoever made them, and nothing else does (D-064)', async () => {
    put('transcript', NOON);
    put('transcript-schema-1', NOON);
    put('memory-schema-1', NOON);
    for (const name of ['transcript.77.unfinished', 'transcript-replaced-x.db-wal', 'notes.md'])
      writeFileSync(join(folder, name), '');
    mkdirSync(join(folder, 'files-replaced-x'));
    expect(await removeBackups(folder)).toBe(6);
    expect(readdirSync(folder)).toEqual(['notes.md']);
  });

  it('that the last restore has made are known, for one that forgets again what they do not hold', async () => {
    expect(lastReplaced(folder)).toEqual([]);
    for (const time of [NOON - HOUR_MS, NOON]) put('transcript-replaced', time);
    for (const name of ['files-replaced-1', 'files-replaced-2']) mkdirSync(join(folder, name));
    await removeBackups(folder, lastReplaced(folder));
    expect(readdirSync(folder)).toEqual(['files-replaced-2', expect.stringMatching(/^transcript-replaced-.+T12-/)]);
  });
});
