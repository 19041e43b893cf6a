/**
 * The copies in the backups folder, and which of them stay. A file is known by its name: what the copy is of, why it was
 * made if not by the clock, and when. Other files in the folder are somebody else's and are left alone. One that was made
 * before something was destroyed or changed is protected: thinning never takes it (`protected-copies.ts` says how long).
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPRESSED } from '../../platform/compressed-copy.ts';
import { UNFINISHED } from '../../platform/sqlite-copy.ts';

export interface Backup {
  readonly path: string;
  readonly name: string;
  /** Made by the clock or by a person; before the schema changed; before text was emptied; or what a restore replaced. */
  readonly kind: 'copy' | 'schema' | 'sweep' | 'replaced';
  readonly takenAt: number;
  readonly bytes: number;
}

const HOURLY = 24;
const DAILY = 7;
const MEGABYTE = 1024 * 1024;
const NAME =
  /^transcript(?:-(?<kind>schema|sweep|replaced)(?:-\d+)?)?-(?<time>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.db(?:\.gz)?$/;
const PROTECTED = /^(?:transcript|memory)-(?:schema-\d+|sweep|replaced)-\d{4}-\d\d-\d\dT[\d-]+Z\.db(?:\.gz)?$/;
/** Memory files that a restore took the place of. */
export const FILES_REPLACED = 'files-replaced-';
/** Also of knowledge, also unfinished, and what lies beside them. */
const ANY_COPY = new RegExp(
  `^(?:transcript|memory)(?:[-.].+)?(?:\\.db(?:\\${COMPRESSED})?|\\${UNFINISHED})(?:-wal|-shm|-journal)?$`,
);

/** Copies of the journal, the newest first. */
export function listBackups(folder: string): readonly Backup[] {
  return namesIn(folder)
    .flatMap((name) => {
      const { kind = 'copy', time } = NAME.exec(name)?.groups ?? {};
      if (time === undefined) return [];
      const path = join(folder, name);
      return [{ path, name, kind: kind as Backup['kind'], takenAt: momentOf(time), bytes: sizeOf(path) }];
    })
    .sort((a, b) => b.takenAt - a.takenAt);
}

/**
 * The last 24 of the clock and the last of each of seven days, as long as there is room beside the protected ones; the
 * newest always. Protected ones stay, room or not. A copy from a time that is still to come bears the time of a clock that
 * was wrong: it comes last, so that it takes the place of none that is made with the right one.
 */
export function thinBackups(folder: string, megabytes: number, now: number): void {
  const all = listBackups(folder);
  const byTheClock = all.filter(({ kind }) => kind === 'copy');
  const isAhead = ({ takenAt }: Backup) => takenAt > now;
  const copies = [...byTheClock.filter((copy) => !isAhead(copy)), ...byTheClock.filter(isAhead)];
  const kept = new Set(copies.slice(0, HOURLY));
  const lastOfDays = new Map(copies.toReversed().map((copy) => [dayOf(copy), copy]));
  for (const copy of [...lastOfDays.values()].slice(-DAILY)) kept.add(copy);
  let room = megabytes * MEGABYTE - bytesOf(all.filter(({ kind }) => kind !== 'copy'));
  copies.forEach((backup, place) => {
    room -= kept.has(backup) ? backup.bytes : 0;
    const isNewest = place === 0 && megabytes > 0;
    if (!kept.has(backup) || (room < 0 && !isNewest)) removeDatabase(backup.path);
  });
}

/** Every protected thing in the folder: copies of the journal and of knowledge, and folders of memory files. */
export function protectedNames(folder: string): readonly string[] {
  return namesIn(folder).filter((name) => PROTECTED.test(name) || name.startsWith(FILES_REPLACED));
}

export function isOfSweep(name: string): boolean {
  return NAME.exec(name)?.groups?.kind === 'sweep';
}

/** How much more than their limit protected copies of the journal take; 0 when they fit. */
export function bytesOverLimit(folder: string, megabytes: number): number {
  const bytes = bytesOf(listBackups(folder).filter(({ kind }) => kind !== 'copy'));
  return Math.max(0, bytes - megabytes * MEGABYTE);
}

/** Every copy of the journal, of knowledge and of memory files, whoever made it; `but` are the names of those that stay. */
export async function removeBackups(folder: string, but: readonly string[] = []): Promise<number> {
  const names = namesIn(folder).filter(
    (name) => !but.includes(name) && (ANY_COPY.test(name) || name.startsWith(FILES_REPLACED)),
  );
  // A file of hundreds of megabytes takes a tenth of a second, for which nobody else should wait.
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
  return names.length;
}

/** What the last restore took the place of: its journal, and its memory files. */
export function lastReplaced(folder: string): readonly string[] {
  const journal = listBackups(folder).find(({ kind }) => kind === 'replaced')?.name ?? [];
  const files = namesIn(folder).filter((name) => name.startsWith(FILES_REPLACED));
  return [journal, files.toSorted().at(-1) ?? []].flat();
}

export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

function bytesOf(backups: readonly Backup[]): number {
  return backups.reduce((sum, { bytes }) => sum + bytes, 0);
}

function namesIn(folder: string): readonly string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function momentOf(time: string): number {
  return Date.parse(time.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/, 'T$1:$2:$3.$4Z'));
}

function dayOf({ takenAt }: Backup): string {
  return new Date(takenAt).toISOString().slice(0, 10);
}
