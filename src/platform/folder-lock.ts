/**
 * A short lock between processes around reading, changing and writing one file: the folder `<file>.lock`, which is made
 * and removed. It is the protocol of npm's `proper-lockfile`, so it also keeps us and Claude Code from writing
 * `~/.claude.json` at once. Limit: a holder that was killed blocks others for ten seconds; the work must take far less.
 */
import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { systemClock } from './clock.ts';
import { isCode } from './private-file.ts';

/** As `proper-lockfile` has it: a living holder touches its lock more often than that. */
const STALE_MS = 10_000;
const PAUSE_MS = 20;
/** Longer than a stale lock lasts, so a dead holder never makes the call fail. */
const ATTEMPTS = (STALE_MS + 2_000) / PAUSE_MS;

export function withFolderLock<Result>(file: string, work: () => Result): Result {
  const lock = `${file}.lock`;
  take(lock, file);
  try {
    return work();
  } finally {
    removeFolder(lock, file);
  }
}

function take(lock: string, file: string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      mkdirSync(lock);
      return;
    } catch (cause) {
      if (!isCode(cause, 'EEXIST')) throw locked(file, messageOf(cause), cause);
    }
    const held = statSync(lock, { throwIfNoEntry: false });
    if (held !== undefined && systemClock.now() - held.mtimeMs > STALE_MS) removeFolder(lock, file);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  throw locked(file, 'another program holds it');
}

function removeFolder(lock: string, file: string): void {
  try {
    rmdirSync(lock);
  } catch (cause) {
    // Someone took it for stale and removed it: it is gone either way.
    if (!isCode(cause, 'ENOENT')) throw locked(file, messageOf(cause), cause);
  }
}

function locked(file: string, reason: string, cause?: unknown): CarryoverError {
  return new CarryoverError(`cannot lock ${file}: ${reason}`, {
    code: 'file-locked',
    subject: file,
    hint: `try again; if nothing else is running, remove the folder ${file}.lock`,
    retryable: true,
    cause,
  });
}
