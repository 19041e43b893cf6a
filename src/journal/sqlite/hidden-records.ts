/**
 * Records past their time, before they are emptied: which of them could be hidden, which are, and how many at once. None of
 * this reads what they say.
 */

import type { SpaceId } from '../../memory/ids.ts';
import type { StoredRecord } from '../../memory/record.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { idText } from '../../platform/stored-ids.ts';
import { limitOf } from './reads.ts';
import type { HiddenRecordColumns } from './retention-tables.ts';
import { spaceNum } from './row-numbers.ts';
import { insertRow, isWhole, type Stored } from './tables.ts';

export interface AgedFilter {
  /** `null` for records of no space. */
  readonly workspace: SpaceId | null;
  readonly before: number;
  /** The last one of the page before. */
  readonly after?: Pick<StoredRecord, 'ts' | 'seq'>;
  readonly limit: number;
}

/** What is needed of a record to tell whether it is past its time: nothing of what it says. */
export interface AgedRecord extends Pick<StoredRecord, 'seq' | 'id' | 'ts' | 'turnId' | 'workspace'> {
  /** Hidden already, or there is nothing to empty. */
  readonly isPassedOver?: true;
}

export interface HidingRecords {
  readonly records: readonly Pick<AgedRecord, 'seq' | 'workspace'>[];
  /** By the wall clock, for people. */
  readonly at: number;
  /** How long processes have run in all. */
  readonly ranMs: number;
}

export interface HiddenRecord extends Omit<AgedRecord, 'isPassedOver'> {
  /** In the order of hiding. */
  readonly place: number;
  /** Its text is gone, and what its turn says may not be yet. */
  readonly isEmptied: boolean;
  /** How long processes had run in all when it was hidden; null when the note of it is damaged. */
  readonly ranMs: number | null;
}

/** What was hidden at once. */
export interface RetentionSweep {
  readonly at: number;
  readonly ranMs: number;
  readonly records: number;
  /** By their age alone, or because a person said so. */
  readonly askedBy: 'age' | 'person';
}

export interface SweepRecord {
  /** The place of the newest record. */
  readonly lastRecord: number;
  /** Records that were not emptied. */
  readonly withText: number;
  /** The most that were hidden at once; 0 when none ever were. */
  readonly largest: number;
}

type AgedRow = AgedRecord & { readonly isOpen: number };

/**
 * Records that happened before a moment and were not emptied yet, oldest first. The condition on `emptied` is the one
 * of the index `records_by_space`, word by word. What says nothing has nothing to lose: a call's own words stand in
 * the metadata of what came of it.
 */
export function readAgedRecords(statements: SqliteStatements, filter: AgedFilter): readonly AgedRecord[] {
  const { workspace, before, after, limit } = filter;
  const rows = statements.all<AgedRow>(
    `SELECT seq, ${idText('record.id')} AS id, ts, ${idText('record.turn')} AS turnId,
       (SELECT id FROM space_names WHERE num = record.space) AS workspace,
       (content <> '' OR json_extract(metadata, '$.command') IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM hidden_records WHERE record_seq = record.seq) AS isOpen
     FROM record_rows AS record INDEXED BY records_by_space
     WHERE space IS ? AND (json_extract(metadata, '$.emptied') IS NULL) = 1 AND ts < ? AND (ts, seq) > (?, ?)
     ORDER BY ts, seq LIMIT ?`,
    spaceNum(statements, workspace),
    before,
    after?.ts ?? Number.MIN_SAFE_INTEGER,
    after?.seq ?? 0,
    limitOf(limit),
  );
  return rows.map(({ isOpen, ...record }) => ({ ...record, ...(isOpen === 1 ? {} : { isPassedOver: true }) }));
}

/** In the order they were hidden, after a place in it. */
export function readHiddenRecords(statements: SqliteStatements, after: number, limit: number): readonly HiddenRecord[] {
  const sql = `SELECT hidden.seq, hidden.record_seq, hidden.workspace, hidden.ts, hidden.ran_ms, hidden.checksum,
      record.id, record.ts AS happened, record.turn_id AS turnId,
      json_extract(record.metadata, '$.emptied') IS NOT NULL AS isEmptied
    FROM hidden_records AS hidden JOIN records AS record ON record.seq = hidden.record_seq
    WHERE hidden.seq > ? ORDER BY hidden.seq LIMIT ?`;
  type Row = Stored<HiddenRecordColumns> &
    Pick<AgedRecord, 'id' | 'turnId'> & { readonly happened: number; readonly isEmptied: number };
  return statements.all<Row>(sql, after, limitOf(limit)).map((row) => ({
    place: row.seq,
    seq: row.record_seq,
    id: row.id,
    ts: row.happened,
    turnId: row.turnId,
    workspace: row.workspace,
    isEmptied: row.isEmptied === 1,
    ranMs: isWhole('hidden_records', row) ? row.ran_ms : null,
  }));
}

/**
 * From here on no agent and no search gets them; what they say stays. One transaction; what is hidden stays as it is.
 */
export function hideRecords(statements: SqliteStatements, { records, at, ranMs }: HidingRecords): void {
  for (const { seq, workspace } of records) {
    const isThere = statements.get('SELECT 1 FROM record_rows WHERE seq = ?', seq) !== undefined;
    if (isThere)
      insertRow(statements, 'hidden_records', {
        record_seq: seq,
        workspace,
        ts: Math.floor(at),
        ran_ms: Math.ceil(ranMs),
      });
  }
}

/** As if they had never been hidden. */
export function showRecords(statements: SqliteStatements, seqs: readonly number[]): void {
  for (const seq of seqs) statements.run('DELETE FROM hidden_records WHERE record_seq = ?', seq);
}

/** How many of each space are. */
export function readHiddenCounts(statements: SqliteStatements): ReadonlyMap<SpaceId | null, number> {
  const sql = 'SELECT workspace, count(*) AS records FROM hidden_records GROUP BY workspace';
  const rows = statements.all<{ readonly workspace: SpaceId | null; readonly records: number }>(sql);
  return new Map(rows.map(({ workspace, records }) => [workspace, records]));
}

export function keepSweep(statements: SqliteStatements, { at, ranMs, records, askedBy }: RetentionSweep): void {
  const row = { ts: Math.floor(at), ran_ms: Math.floor(ranMs), records, asked_by: askedBy };
  insertRow(statements, 'retention_sweeps', row);
}

/** Costs the same however much there is. Numbers that are kept with every row: none is counted. */
export function readSweepRecord(statements: SqliteStatements): SweepRecord {
  const row = statements.get<SweepRecord>(
    `SELECT
       ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'record_rows'), 0) AS lastRecord,
       max(0, ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'record_rows'), 0)
         - (SELECT count(*) FROM tombstones WHERE record_seq IS NOT NULL)
         - ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'emptied_records'), 0)) AS withText,
       ifnull((SELECT max(records) FROM retention_sweeps), 0) AS largest`,
  );
  return row ?? { lastRecord: 0, withText: 0, largest: 0 };
}
