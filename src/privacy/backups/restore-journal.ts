/**
 * Puts a copy of the journal in the place of the present one, which goes to the backups folder, as do the memory files.
 * All that is made from the journal is removed, so that it is made anew. Whoever calls this owns the home.
 *
 * Promises: the copy is checked row by row before anything changes. Cut off at any moment, there is the old journal or the
 * new one, never neither. What the present journal was told to forget stays forgotten: its tombstones go along, and what
 * the copy still holds of it is handed to the forgetting that the next start goes on with.
 * Limits: a present journal that is not there or cannot be read cannot say what it forgot, and a person is asked before
 * that may come back. (Copies in the home never hold it: forgetting removes them.)
 */
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { openJournal } from '../../journal/journal.ts';
import { JOURNAL_SCHEMA } from '../../journal/sqlite/schema.ts';
import type { VerifyReport } from '../../journal/sqlite/verify.ts';
import { CarryoverError } from '../../memory/error.ts';
import { makePrivateFolder, PRIVATE_FOLDER, syncFolder } from '../../platform/atomic-file.ts';
import type { Clock } from '../../platform/clock.ts';
import { expandFile, isCompressed } from '../../platform/compressed-copy.ts';
import { faultPoint } from '../../platform/fault-point.ts';
import type { HomePaths } from '../../platform/paths.ts';
import { openSqlite, readSqliteHeader } from '../../platform/sqlite.ts';
import { copyInto, UNFINISHED } from '../../platform/sqlite-copy.ts';
import { checkSchema } from '../../platform/sqlite-migrations.ts';
import { FILES_REPLACED, removeDatabase } from './backup-files.ts';
import { type CarriedOver, carryOverErasures } from './copy-tombstones.ts';

/** In the backups folder and named like what is in it: whatever a kill leaves of them, forgetting removes. */
const RESTORING = 'transcript-restoring.db';
const OLDER = 'transcript-older.db';
const EXPANDED = 'transcript-expanded.db';

export interface RestoreOptions {
  readonly paths: HomePaths;
  readonly file: string;
  readonly clock: Clock;
  onVerified?(done: number, total: number): void;
  /** Nobody can say what was forgotten since this copy was made: it may come back. */
  mayForgottenReturn(): Promise<boolean>;
}

export interface Restored {
  readonly rows: number;
  /** Undefined when the present journal could not be asked. */
  readonly carriedOver: CarriedOver | undefined;
  /** Where the present journal is now; undefined when there was none. */
  readonly journalKept: string | undefined;
  readonly filesKept: string | undefined;
}

export async function restoreJournal(options: RestoreOptions): Promise<Restored> {
  const { paths, file, clock } = options;
  makePrivateFolder(paths.backups);
  const restoring = join(paths.backups, RESTORING);
  try {
    copyOf(file, restoring);
    const { rows, carriedOver } = await prepare(restoring, options);
    return { rows, carriedOver, ...swap(restoring, paths, clock.now()) };
  } finally {
    removeDatabase(restoring);
  }
}

/** Of one that is compressed or not. */
function copyOf(file: string, restoring: string): void {
  if (!existsSync(file) || !isCompressed(file)) {
    copyPlain(file, restoring, file);
    return;
  }
  const expanded = join(dirname(restoring), EXPANDED);
  try {
    expandFile(file, expanded);
    copyPlain(expanded, restoring, file);
  } finally {
    removeDatabase(expanded);
  }
}

/** `told` is the name that a person gave. */
function copyPlain(file: string, restoring: string, told: string): void {
  const header = existsSync(file) ? readSqliteHeader(file) : undefined;
  if (header === undefined || header.empty)
    throw new CarryoverError(`there is no copy of a journal at ${told}`, {
      code: 'not-found',
      subject: told,
      hint: '`carryover backup --list` shows those that there are',
    });
  const refusal = checkSchema(header, JOURNAL_SCHEMA, told);
  if (refusal !== undefined) throw refusal;
  // What a kill left of an earlier one.
  removeDatabase(restoring);
  const database = openSqlite({ path: file, access: 'read', synchronous: 'FULL' });
  try {
    copyInto(database, restoring, `${restoring}${UNFINISHED}`);
  } finally {
    database.close();
  }
}

/** Brings it to this version's schema, checks every row, and has it know what was erased since. */
async function prepare(
  restoring: string,
  { paths, file, clock, onVerified, mayForgottenReturn }: RestoreOptions,
): Promise<Pick<Restored, 'rows' | 'carriedOver'>> {
  // What an older schema looked like is in the file itself.
  const older = join(paths.backups, OLDER);
  const journal = await openJournal({ path: restoring, backupFolder: older, clock, exists: existsSync });
  try {
    const report = await journal.verify(onVerified);
    if (report.problems.length > 0) throw damaged(file, report);
    const carriedOver = await carryOverErasures({
      from: paths.journal,
      backupFolder: paths.backups,
      to: { journal, path: restoring },
      clock,
      jobKey: paths.forgettingKey,
    });
    const isOfThisHome = dirname(file) === paths.backups;
    if (carriedOver === undefined && !isOfThisHome && !(await mayForgottenReturn())) throw refused(file);
    return { rows: report.checkedRows, carriedOver };
  } finally {
    await journal.close();
    rmSync(older, { recursive: true, force: true });
  }
}

function refused(file: string): CarryoverError {
  return new CarryoverError('nobody can say what was forgotten since the copy was made', {
    code: 'not-restored',
    subject: file,
    hint: 'nothing was changed; a copy in the backups folder of the home holds nothing that was forgotten',
  });
}

function damaged(file: string, { problems }: VerifyReport): CarryoverError {
  const [first] = problems;
  return new CarryoverError(
    `${file} is damaged in ${problems.length} places, the first: ${first?.table} ${first?.subject}: ${first?.problem}`,
    { code: 'backup-damaged', subject: file, hint: 'nothing was changed; choose another copy' },
  );
}

function swap(restoring: string, paths: HomePaths, now: number): Pick<Restored, 'journalKept' | 'filesKept'> {
  const time = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  // First what can be made again: a journal never stands beside what another one made.
  for (const path of [paths.knowledge, paths.recall]) removeDatabase(path);
  // The copy may be from before today's rules of redaction.
  for (const path of [paths.cursors, paths.bootBlocks, paths.redactionNote])
    rmSync(path, { recursive: true, force: true });
  const filesKept = moveFiles(paths.memory, join(paths.backups, `${FILES_REPLACED}${time}`));
  const journalKept = join(paths.backups, `${basename(paths.journal, '.db')}-replaced-${time}.db`);
  const isThere = existsSync(paths.journal);
  if (isThere) linkSync(paths.journal, journalKept);
  // SQLite would read a log that is left here into the new file.
  for (const suffix of ['-wal', '-shm'])
    if (existsSync(paths.journal + suffix)) renameSync(paths.journal + suffix, journalKept + suffix);
  syncFolder(paths.backups);
  faultPoint('before-restore-swap');
  renameSync(restoring, paths.journal);
  syncFolder(dirname(paths.journal));
  faultPoint('after-restore-swap');
  return { journalKept: isThere ? journalKept : undefined, filesKept };
}

/** What stands in a file but not in the journal would be taken for a person's words. */
function moveFiles(from: string, to: string): string | undefined {
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.md'),
  );
  for (const { parentPath, name } of files) {
    const target = join(to, relative(from, parentPath), name);
    mkdirSync(dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
    renameSync(join(parentPath, name), target);
  }
  return files.length === 0 ? undefined : to;
}
