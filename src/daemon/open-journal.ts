/**
 * Opens the journal for the daemon. A damaged file is kept aside, never overwritten and never a reason to stop
 * capturing: a fresh journal takes its place, `status` says so until a person has looked (F-07, F-08).
 */
import { existsSync, renameSync, statSync } from 'node:fs';
import { type Journal, openJournal } from '../journal/journal.ts';
import { JOURNAL_SCHEMA } from '../journal/sqlite/schema.ts';
import { CarryoverError } from '../memory/error.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { HomePaths } from '../platform/paths.ts';
import { readSqliteHeader } from '../platform/sqlite.ts';
import { runTask } from '../privacy/process/run-task.ts';

/** One such file is enough: a disk that is full from the first start on leaves one at every try. */
const EMPTY = 'empty';

export async function openDaemonJournal({
  paths,
  clock,
  log,
  secret,
  program,
}: {
  readonly paths: HomePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: string;
  /** The bundled worker: a journal of an earlier version is brought up to date by it, not on this thread. */
  readonly program: string;
}): Promise<Journal> {
  const options = { path: paths.journal, backupFolder: paths.backups, clock, exists: existsSync, secret };
  const keepAside = (message: string, name: string) =>
    log.error('journal-damaged', { keptAt: setAside(paths.journal, name), message });
  // SQLite takes a file that is gone or was cut to nothing for a new one, and throws its write-ahead log away.
  const bytes = sizeOf(paths.journal);
  if (!bytes && sizeOf(`${paths.journal}-wal`))
    keepAside(`the journal is ${bytes === 0 ? 'empty' : 'gone'}, its log is not`, String(clock.now()));
  else if (bytes === 0) keepAside('the journal is empty', EMPTY);
  try {
    if (isOlder(paths.journal)) {
      log.info('journal-migrating', { bytes });
      await runTask(program, 'migrate', { path: paths.journal, backupFolder: paths.backups, now: clock.now() }).result;
    }
    return await openJournal(options);
  } catch (error) {
    if (!(error instanceof CarryoverError) || error.code !== 'database-corrupt') throw error;
    keepAside(error.message, String(clock.now()));
    return openJournal(options);
  }
}

function isOlder(path: string): boolean {
  if (!existsSync(path)) return false;
  const { empty, applicationId, version } = readSqliteHeader(path);
  const { migrations } = JOURNAL_SCHEMA;
  return !empty && applicationId === JOURNAL_SCHEMA.applicationId && version < migrations.length;
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

function setAside(path: string, name: string): string {
  const aside = `${path}.damaged-${name}`;
  // A log without its journal gets an empty one: that is the file `status` shows.
  if (!existsSync(path)) writeFileAtomically(aside, '');
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}
