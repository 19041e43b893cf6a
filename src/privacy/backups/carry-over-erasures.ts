/**
 * What one journal was told to forget, told to another. Tombstones go along as they are. Records that the other still
 * holds become a forgetting of its own, for the next start to go on with: only that also removes what was made of them.
 */
import { existsSync } from 'node:fs';
import type { Journal, JournalRow } from '../../journal/journal.ts';
import { RecordReader } from '../../journal/sqlite/record-reader.ts';
import { openJournal } from '../../journal/sqlite/sqlite-journal.ts';
import { hashOf, iterateTombstones } from '../../journal/sqlite/tombstones.ts';
import { CarryoverError } from '../../memory/error.ts';
import { type ActId, newId, type RecordId } from '../../memory/ids.ts';
import type { Clock } from '../../platform/clock.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { JobKeeper } from '../forget/job.ts';

export interface CarriedOver {
  readonly tombstones: number;
  /** Records that are forgotten again with the next start. */
  readonly records: number;
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

/** Undefined when there is none to ask, or none that can be read. */
export async function carryOverErasures(carrying: Carrying): Promise<CarriedOver | undefined> {
  const { from, backupFolder, to, jobKey, clock } = carrying;
  const present = await openPresent(from, backupFolder, clock);
  if (present === undefined) return undefined;
  try {
    if ((await present.forgetting()) !== undefined) throw unfinished();
    const ids = await erasedElsewhere(to.path, present);
    const receipts = await present.forgetReceipts(MOST_RECEIPTS);
    const rows = receipts.toReversed().map((row): JournalRow => ({ kind: 'forget-receipt', row }));
    const tombstones = await carryTombstones(from, to.journal, new Set(ids.map(hashOf)), rows);
    if (ids.length > 0) {
      const now = clock.now();
      const selection = { kind: 'record', ids } as const;
      await new JobKeeper(to.journal, jobKey).keep({ id: newId<ActId>(now), askedAt: now, selection, step: 'asked' });
    }
    return { tombstones, records: ids.length };
  } finally {
    await present.close();
  }
}

async function openPresent(path: string, backupFolder: string, clock: Clock): Promise<Journal | undefined> {
  if (!existsSync(path)) return undefined;
  try {
    return await openJournal({ path, backupFolder, clock, exists: existsSync });
  } catch (thrown) {
    if (thrown instanceof CarryoverError && thrown.code === 'database-corrupt') return undefined;
    throw thrown;
  }
}

function unfinished(): CarryoverError {
  return new CarryoverError('something is being forgotten, and must be gone before', {
    code: 'busy',
    hint: 'start Carryover (`carryover daemon start`), wait until `carryover status` says it is done, then try again',
    retryable: true,
  });
}

async function erasedElsewhere(path: string, present: Journal): Promise<readonly RecordId[]> {
  const reader = new RecordReader(path);
  try {
    const ids: RecordId[] = [];
    for (let after = 0; ; ) {
      const records = reader.after(after, PAGE);
      const last = records.at(-1);
      if (last === undefined) return ids;
      for (const { id } of records) if (await present.wasErased({ id })) ids.push(id);
      after = last.seq;
    }
  } finally {
    reader.close();
  }
}

/** Without those of records that are still there: whoever erases them leaves one that says where they stood. */
async function carryTombstones(
  from: string,
  to: Journal,
  stillThere: ReadonlySet<string>,
  receipts: readonly JournalRow[],
): Promise<number> {
  const database = openSqlite({ path: from, access: 'read', synchronous: 'FULL' });
  try {
    const rows: JournalRow[] = [];
    for (const row of iterateTombstones(new SqliteStatements(database)))
      if (!stillThere.has(row.hash)) rows.push({ kind: 'tombstone', row });
    const all = [...rows, ...receipts];
    for (let at = 0; at < all.length; at += PAGE) await to.restoreRows(all.slice(at, at + PAGE));
    return rows.length;
  } finally {
    database.close();
  }
}
