/**
 * The spool: events that could not be handed over, one file each, written with fsync (of the file, and of the folder
 * after its rename) and taken away after they are committed. File names sort by time, so they are drained in order;
 * draining twice is harmless, because ids come from the events. Content in here has been redacted; what could not be
 * redacted in time is only described.
 *
 * Where the home is encrypted, an entry is sealed before it is written (`.sealed` instead of `.json`): whoever writes it
 * has no secret, and only the unlocked daemon can read it. A key that is there and cannot be used writes nothing.
 *
 * Used by the hook process too: node built-ins only.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { CarryoverError } from '../memory/error.ts';
import type { HomePaths } from '../platform/paths.ts';
import { isCode } from '../platform/private-file.ts';
import { seal } from '../platform/sealing.ts';
import type { AppOrigin } from './record-input.ts';

/** A full spool refuses more rather than filling the disk; the client's transcript still has what is refused. */
const SPOOL_LIMIT_BYTES = 64 * 1024 * 1024;
/** Few files cannot hold too many bytes, and counting them all costs time. */
const COUNT_BYTES_ABOVE_FILES = 200;

/** A hook lives for seconds. */
const ABANDONED_AFTER_MS = 60 * 60_000;

export const PLAIN = '.json';
export const SEALED = '.sealed';
/** What was put aside; a sealed entry keeps its own ending before this one. */
export const ASIDE = '.bad';
/** Until its bytes are on the disk. */
export const HALF_WRITTEN = '.tmp';

/** The folder, and the key that entries are sealed to when there is one. */
export type SpoolPlace = Pick<HomePaths, 'spool' | 'spoolKey'>;

export interface SpoolEntry {
  readonly version: 1;
  readonly client: string;
  /** Milliseconds since the epoch at the hook. */
  readonly at: number;
  /** The app it is of, as its token has proved. */
  readonly app?: AppOrigin;
  /** How it was told: the same telling may also have reached the daemon. Entries of older versions have neither. */
  readonly channel?: string;
  readonly eventId?: string;
  /** The redacted payload, or … */
  readonly payload?: unknown;
  /** … what is known of one that could not be redacted within its time: the transcript has the rest. */
  readonly withheld?: {
    readonly reason: string;
    readonly length: number;
    readonly transcriptBytes: number;
    readonly identity: Readonly<Record<string, string>>;
  };
}

let counter = 0;

/** Returns the file's path; throws when it cannot be made durable, and when the spool is full. */
export function spoolEntry({ spool, spoolKey }: SpoolPlace, entry: SpoolEntry): string {
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  if (!hasRoom(spool))
    throw new CarryoverError('the spool is full', {
      code: 'spool-full',
      hint: '`carryover status` says what it waits for',
    });
  counter += 1;
  const name = `${String(entry.at).padStart(15, '0')}-${process.pid}-${counter}`;
  const content = Buffer.from(JSON.stringify(entry));
  const key = readSpoolKey(spoolKey);
  return key === undefined
    ? writeSpoolFile(spool, `${name}${PLAIN}`, content)
    : writeSpoolFile(spool, `${name}${SEALED}`, seal(key, content));
}

/** Undefined where nothing is encrypted. */
export function readSpoolKey(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whole and durable under its name, or not there. */
export function writeSpoolFile(folder: string, name: string, content: Uint8Array): string {
  const temporary = join(folder, `${name}${HALF_WRITTEN}`);
  const path = join(folder, name);
  try {
    writeDurably(temporary, content);
    renameSync(temporary, path);
  } catch (cause) {
    // A disk that is full needs the room.
    rmSync(temporary, { force: true });
    throw cause;
  }
  syncFolder(folder);
  return path;
}

function hasRoom(folder: string): boolean {
  const names = listFolder(folder);
  if (names.length <= COUNT_BYTES_ABOVE_FILES) return true;
  return names.reduce((sum, name) => sum + sizeOf(join(folder, name)), 0) < SPOOL_LIMIT_BYTES;
}

function writeDurably(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    // A disk that becomes full takes a part, and says so only at the next write.
    for (let at = 0; at < bytes.byteLength; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Without this a power cut takes the rename back, and with it the event. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

export interface SpoolState {
  /** Oldest first. */
  readonly files: readonly string[];
  readonly bytes: number;
  /** Entries that could not be read and were put aside. */
  readonly refused: number;
}

export function readSpool(folder: string): SpoolState {
  const names = listFolder(folder);
  const files = names.filter((name) => name.endsWith(PLAIN) || name.endsWith(SEALED)).sort();
  return {
    files: files.map((name) => join(folder, name)),
    bytes: files.reduce((sum, name) => sum + sizeOf(join(folder, name)), 0),
    refused: names.filter((name) => name.endsWith(ASIDE)).length,
  };
}

/** What hooks that were killed while writing left behind: never handed over, and no event of a living one. */
export function removeAbandoned(folder: string, now: number): void {
  for (const name of listFolder(folder).filter((candidate) => candidate.endsWith(HALF_WRITTEN))) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && now - stat.mtimeMs > ABANDONED_AFTER_MS) rmSync(path, { force: true });
  }
}

export function removeSpooled(path: string): void {
  rmSync(path, { force: true });
}

/** Keeps an unreadable entry for a person to look at, out of the way of the others. */
export function setAside(path: string): void {
  renameSync(path, `${path.replace(/\.json$/, '')}${ASIDE}`);
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No folder, no spooled events.
    return [];
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
