/**
 * What one journal was told to forget, told to another that is older. Tombstones go along as they are. What the other still
 * holds of it becomes a forgetting of its own, for the next start to go on with: only that also removes what was made of it.
 */
import { existsSync } from 'node:fs';
import { type Journal, openJournal } from '../../journal/journal.ts';
import type { JournalRow } from '../../journal/sqlite/export-rows.ts';
import { RecordReader } from '../../journal/sqlite/record-reader.ts';
import { hashOf, iterateTombstones } from '../../journal/sqlite/tombstones.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { Selection, Tombstone } from '../../memory/forgetting.ts';
import { type ActId, newId, type RecordId, type SessionId } from '../../memory/ids.ts';
import type { Clock } from '../../platform/clock.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { JobKeeper } from '../forget/job.ts';

export interface CarriedOver {
  readonly tombstones: number;
  /** Records that are forgotten again with the next start. */
  readonly records: number;
  /** Whether anything is. */
  readonly isForgottenAgain: boolean;
}

interface Carrying {
  readonly from: string;
  /** Where a copy goes when it is of an older schema. */
  readonly backupFolder: string;
  readonly to: { readonly journal: Journal; readonly path: string };
  /** Where the key of a forgetting under way lies. */
  readonly jobKey: string;
  readonly clock: Clock;
}

const PAGE = 500;
const MOST_RECEIPTS = 100_000;
const UNREADABLE = ['database-corrupt', 'database-other-key', 'io-error'];

/** Undefined when there is none to ask, or none that can be read. */
export async function carryOverErasures(carrying: Carrying): Promise<CarriedOver | undefined> {
  const { from, backupFolder, clock } = carrying;
  if (!existsSync(from)) return undefined;
  try {
    const present = await openJournal({ path: from, backupFolder, clock, exists: existsSync });
    try {
      return await carry(present, carrying);
    } finally {
      await present.close();
    }
  } catch (thrown) {
    if (thrown instanceof CarryoverError && UNREADABLE.includes(thrown.code)) return undefined;
    throw thrown;
  }
}

async function carry(present: Journal, { from, to, jobKey, clock }: Carrying): Promise<CarriedOver> {
  if ((await present.forgettings()).length > 0) throw unfinished();
  const known = new Set(tombstonesIn(to.path).map(nameOf));
  const missed = tombstonesIn(from).filter((tombstone) => !known.has(nameOf(tombstone)));
  const selection = await stillThere(missed, present, to);
  // Not those of records that are still there: whoever erases them leaves one that says where they stood.
  const others = new Set(selection.records.map(hashOf));
  const tombstones = missed.filter(({ hash }) => !others.has(hash));
  const receipts = await present.forgetReceipts(MOST_RECEIPTS);
  const rows: readonly JournalRow[] = [
    ...tombstones.map((row) => ({ kind: 'tombstone', row }) as const),
    ...receipts.toReversed().map((row) => ({ kind: 'forget-receipt', row }) as const),
  ];
  for (let at = 0; at < rows.length; at += PAGE) await to.journal.restoreRows(rows.slice(at, at + PAGE));
  // Of learnings only who has made knowledge anew can tell whether they are there.
  const isForgottenAgain = missed.some(({ of }) => of !== 'content');
  if (isForgottenAgain) {
    const askedAt = clock.now();
    const job = { id: newId<ActId>(askedAt), askedAt, askedThrough: 0, selection, step: 'asked' } as const;
    await new JobKeeper(to.journal, jobKey).keep(job);
  }
  return { tombstones: tombstones.length, records: selection.records.length, isForgottenAgain };
}

function unfinished(): CarryoverError {
  return new CarryoverError('something is being forgotten, and must be gone before', {
    code: 'busy',
    hint: 'start Carryover (`carryover daemon start`), wait until `carryover status` says it is done, then try again',
    retryable: true,
  });
}

async function stillThere(
  missed: readonly Tombstone[],
  present: Journal,
  { journal, path }: Carrying['to'],
): Promise<Selection & { readonly kind: 'erased' }> {
  const hashes = (kind: Tombstone['of']) => new Set(missed.filter(({ of }) => of === kind).map(({ hash }) => hash));
  const erased = hashes('record');
  const ended = hashes('session');
  const sessions: SessionId[] = [];
  // One that went on after it was forgotten is there.
  for (const { id } of await journal.sessions({ limit: Number.MAX_SAFE_INTEGER }))
    if (ended.has(hashOf(id)) && (await present.session(id)) === undefined) sessions.push(id);
  const spaces = (await journal.spaceIds()).filter((id) => erased.has(hashOf(id)));
  return { kind: 'erased', records: recordsIn(path, erased), sessions, spaces };
}

function recordsIn(path: string, erased: ReadonlySet<string>): readonly RecordId[] {
  const reader = new RecordReader(path);
  try {
    const ids: RecordId[] = [];
    for (let after = 0; ; ) {
      const records = reader.after(after, PAGE);
      const last = records.at(-1);
      if (last === undefined) return ids;
      for (const { id } of records) if (erased.has(hashOf(id))) ids.push(id);
      after = last.seq;
    }
  } finally {
    reader.close();
  }
}

function tombstonesIn(path: string): readonly Tombstone[] {
  const database = openSqlite({ path, access: 'read', synchronous: 'FULL' });
  try {
    return [...iterateTombstones(new SqliteStatements(database))];
  } finally {
    database.close();
  }
}

/** A session may be forgotten more than once. */
function nameOf({ of, hash, erasedAt }: Tombstone): string {
  return of === 'session' ? `${of} ${hash} ${erasedAt}` : `${of} ${hash}`;
}
