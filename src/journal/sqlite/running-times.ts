/**
 * How long processes ran, stretch by stretch. A row that was damaged counts for nothing: a bit that flipped must not make
 * time pass.
 */
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { RunningTimeColumns } from './retention-tables.ts';
import { insertRow, isWhole, replaceRow, type Stored } from './tables.ts';

/**
 * A stretch of a process's life in which the wall clock kept its distance from measured time. Only what a monotonic clock has
 * counted is in `ranMs`; the others are as they were at its end.
 */
export interface RunningStretch {
  /** Unique for each process. */
  readonly process: string;
  readonly stretch: number;
  readonly ranMs: number;
  /** Milliseconds since the epoch, as far as they were measured. */
  readonly measured: number;
  readonly wall: number;
  /** Which start of the machine it was in, and how long after it. */
  readonly boot?: { readonly id: string; readonly ms: number };
  /** Records behind this place, through the other, were taken in it. */
  readonly afterRecord: number;
  readonly throughRecord: number;
  /** Time that nobody measured and a person vouched for at its beginning. */
  readonly believedMs: number;
}

/** In their order; those whose rows are damaged are left out. */
export function readRunningTimes(statements: SqliteStatements): readonly RunningStretch[] {
  return statements
    .all<Stored<RunningTimeColumns>>('SELECT * FROM running_times ORDER BY seq')
    .filter((row) => isWhole('running_times', row))
    .map(stretchOf);
}

/**
 * When the newest record happened, of those that happened until then; null when there is none. Reads an index of all
 * records: for once in the life of a home.
 */
export function readLastTimeUntil(statements: SqliteStatements, moment: number): number | null {
  const sql = 'SELECT max(ts) AS ts FROM record_rows WHERE ts <= ?';
  return statements.get<{ readonly ts: number | null }>(sql, moment)?.ts ?? null;
}

/**
 * Adds a stretch, or replaces what was kept of the same one. Adds a stretch, or puts one that is there back with more
 * time in it.
 */
export function keepRunningTime(statements: SqliteStatements, stretch: RunningStretch): void {
  const row = columnsOf(stretch);
  const sql = 'SELECT seq FROM running_times WHERE process = ? AND stretch = ?';
  const known = statements.get<{ readonly seq: number }>(sql, row.process, row.stretch);
  if (known === undefined) insertRow(statements, 'running_times', row);
  else replaceRow(statements, 'running_times', { ...row, seq: known.seq });
}

function columnsOf({ process, stretch, ranMs, measured, wall, boot, ...rest }: RunningStretch): RunningTimeColumns {
  return {
    process,
    stretch,
    ran_ms: Math.floor(ranMs),
    measured: Math.floor(measured),
    wall: Math.floor(wall),
    boot: boot?.id ?? null,
    boot_ms: boot === undefined ? null : Math.floor(boot.ms),
    after_record: rest.afterRecord,
    through_record: rest.throughRecord,
    believed_ms: Math.floor(rest.believedMs),
  };
}

function stretchOf(row: RunningTimeColumns): RunningStretch {
  const { boot, boot_ms: bootMs } = row;
  return {
    process: row.process,
    stretch: row.stretch,
    ranMs: row.ran_ms,
    measured: row.measured,
    wall: row.wall,
    afterRecord: row.after_record,
    throughRecord: row.through_record,
    believedMs: row.believed_ms,
    ...(boot === null || bootMs === null ? {} : { boot: { id: boot, ms: bootMs } }),
  };
}
