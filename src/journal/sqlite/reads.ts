/** The plain reads of the journal. Each is one statement, so each sees one state. */
import { type RecordId, type SessionId, type SpaceId, type TurnId, timedIdsFrom } from '../../memory/ids.ts';
import type { StoredRecord } from '../../memory/record.ts';
import type { SessionSummary } from '../../memory/session.ts';
import type { Turn } from '../../memory/turn.ts';
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';
import type {
  IdBeginning,
  Journal,
  JournalCounts,
  OpenTurn,
  OpenTurnFilter,
  StoredTurn,
  TurnUnderWay,
} from '../journal.ts';
import { RECORD_ROW, type RecordRow, recordOf, type SessionSummaryRow, sessionOf, turnOf } from './rows.ts';
import type { ObservationColumns, Stored } from './tables.ts';

/** After every character an id may have. */
export const PAST_IDS = '\uffff';

export function readLastRecordSeq(statements: SqliteStatements): number {
  return statements.get<{ readonly seq: number | null }>('SELECT max(seq) AS seq FROM records')?.seq ?? 0;
}

export function readRecord(statements: SqliteStatements, id: RecordId): StoredRecord | undefined {
  const row = statements.get<RecordRow>(`SELECT ${RECORD_ROW} FROM records WHERE id = ?`, id);
  return row === undefined ? undefined : recordOf(row);
}

export function readRecordIds(
  statements: SqliteStatements,
  { beginning, workspace, exactly = false, limit }: IdBeginning,
): readonly RecordId[] {
  return statements
    .all<{ readonly id: RecordId }>(
      `SELECT id FROM records WHERE id >= ? AND id < ? AND (? OR workspace IS ? OR (? AND workspace IS NULL))
       ORDER BY id LIMIT ?`,
      beginning,
      beginning + PAST_IDS,
      workspace === undefined ? 1 : 0,
      workspace ?? null,
      exactly ? 0 : 1,
      limitOf(limit),
    )
    .map(({ id }) => id);
}

export function readRecordsOfSession(statements: SqliteStatements, id: SessionId): readonly StoredRecord[] {
  return statements
    .all<RecordRow>(`SELECT ${RECORD_ROW} FROM records WHERE session_id = ? ORDER BY seq`, id)
    .map(recordOf);
}

/** In the order the journal took them. Who only wants their own columns says so. */
export function readRecordsOfTurn(
  statements: SqliteStatements,
  id: TurnId,
  throughSeq: number,
  columns: typeof RECORD_ROW | 'records.*' = RECORD_ROW,
): readonly StoredRecord[] {
  return statements
    .all<RecordRow>(`SELECT ${columns} FROM records WHERE turn_id = ? AND seq <= ? ORDER BY seq`, id, throughSeq)
    .map(recordOf);
}

export function readRecordIdsOfTurn(
  statements: SqliteStatements,
  id: TurnId,
  throughSeq: number,
  limit: number,
): readonly RecordId[] {
  const sql = 'SELECT id FROM records WHERE turn_id = ? AND seq <= ? ORDER BY seq LIMIT ?';
  return statements.all<{ readonly id: RecordId }>(sql, id, throughSeq, limitOf(limit)).map((row) => row.id);
}

export function readPromptOfTurn(statements: SqliteStatements, id: TurnId): StoredRecord | undefined {
  const sql = `SELECT ${RECORD_ROW} FROM records WHERE turn_id = ? AND type = 'prompt' ORDER BY seq LIMIT 1`;
  const row = statements.get<RecordRow>(sql, id);
  return row === undefined ? undefined : recordOf(row);
}

export function readSession(statements: SqliteStatements, id: SessionId): SessionSummary | undefined {
  const row = statements.get<SessionSummaryRow>('SELECT * FROM session_summaries WHERE id = ?', id);
  return row === undefined ? undefined : sessionOf(row);
}

export function readSessions(
  statements: SqliteStatements,
  filter: { readonly workspace?: SpaceId | null; readonly limit: number },
): readonly SessionSummary[] {
  const [where, values] = whereOf({ workspace: filter.workspace });
  // The page is picked before the summaries are made, so that only its own are.
  const sql = `SELECT summary.* FROM
      (SELECT seq FROM sessions ${where} ORDER BY started_at DESC, seq DESC LIMIT ?) AS page
      CROSS JOIN session_summaries AS summary ON summary.seq = page.seq
    ORDER BY summary.started_at DESC, summary.seq DESC`;
  return statements.all<SessionSummaryRow>(sql, ...values, limitOf(filter.limit)).map(sessionOf);
}

export function readTurns(
  statements: SqliteStatements,
  filter: { readonly workspace?: SpaceId | null; readonly sessionId?: SessionId; readonly limit: number },
): readonly Turn[] {
  const [where, values] = whereOf({ workspace: filter.workspace, session_id: filter.sessionId });
  const sql = `SELECT * FROM newest_turns ${where} ORDER BY timestamp DESC, sequence_num DESC, seq DESC LIMIT ?`;
  return statements.all<ObservationColumns>(sql, ...values, limitOf(filter.limit)).map(turnOf);
}

export function readTurnIds(
  statements: SqliteStatements,
  { workspace, before = Number.MAX_SAFE_INTEGER, limit }: Parameters<Journal['turnIds']>[0],
): readonly TurnId[] {
  const sql = `SELECT id FROM newest_turns WHERE workspace = ? AND timestamp < ?
    ORDER BY timestamp DESC, sequence_num DESC, seq DESC LIMIT ?`;
  return statements.all<Pick<ObservationColumns, 'id'>>(sql, workspace, before, limitOf(limit)).map(({ id }) => id);
}

export function readTurnRevisions(statements: SqliteStatements, after: number, limit: number): readonly StoredTurn[] {
  const sql = 'SELECT * FROM observations WHERE seq > ? ORDER BY seq LIMIT ?';
  return statements
    .all<Stored<ObservationColumns>>(sql, after, limitOf(limit))
    .map((row) => ({ ...turnOf(row), seq: row.seq }));
}

export function readTurn(statements: SqliteStatements, id: TurnId, rev?: number): Turn | undefined {
  const sql = 'SELECT * FROM observations WHERE id = ? AND rev = coalesce(?, rev) ORDER BY rev DESC LIMIT 1';
  const row = statements.get<ObservationColumns>(sql, id, rev ?? null);
  return row === undefined ? undefined : turnOf(row);
}

export function readOpenTurns(
  statements: SqliteStatements,
  { sessionId, due, limit = -1 }: OpenTurnFilter,
): readonly OpenTurn[] {
  const wanted: readonly (readonly [string, ...SqliteValue[]])[] = [
    ...(sessionId === undefined ? [] : [['open.session_id = ?', sessionId] as const]),
    ...(due === undefined ? [] : [[DUE, due.aheadAfter, due.lateBefore, due.idleBefore] as const]),
  ];
  const where = wanted.length === 0 ? '' : `WHERE ${wanted.map(([condition]) => condition).join(' AND ')}`;
  const rows = statements.all<Omit<OpenTurn, 'revised'> & { readonly revised: number }>(
    `SELECT open.turn_id AS id, open.session_id AS sessionId, open.last_at AS lastRecordAt, open.revised,
       (SELECT workspace FROM records WHERE turn_id = open.turn_id ORDER BY ts DESC LIMIT 1) AS workspace
     FROM open_turns AS open ${where} ORDER BY open.last_at, open.turn_id LIMIT ?`,
    ...wanted.flatMap(([, ...values]) => values),
    limit,
  );
  return rows.map((row) => ({ ...row, revised: row.revised === 1 }));
}

/** Ids of turns that nobody ends begin with their time: one is over when the next of its session began. */
const DUE = `(open.last_at > ? OR CASE
    WHEN open.revised THEN open.last_at < ?
    ELSE open.last_at < ? OR (substr(open.turn_id, 15, 1) = '7' AND EXISTS (
      SELECT 1 FROM open_turns AS next WHERE next.session_id = open.session_id AND next.turn_id > open.turn_id
        AND substr(next.turn_id, 15, 1) = '7'))
  END)`;

export function readTurnUnderWay(statements: SqliteStatements, id: SessionId, at: number): TurnUnderWay | undefined {
  return statements.get<TurnUnderWay>(
    `SELECT turn_id AS id, workspace, ts AS lastRecordAt, type AS lastType FROM records WHERE turn_id = (
       SELECT turn_id FROM records WHERE session_id = ? AND turn_id < ? AND substr(turn_id, 15, 1) = '7'
       ORDER BY turn_id DESC LIMIT 1
     ) ORDER BY ts DESC, seq DESC LIMIT 1`,
    id,
    timedIdsFrom(at + 1),
  );
}

/** How many turns there were up to a place in the journal: rows are many, and asked for often. */
export interface TurnCount {
  readonly through: number;
  readonly turns: number;
}

/** Nothing is counted that grows with the records: every number was given to a row, and those that are gone have a stone. */
export function readCounts(
  statements: SqliteStatements,
  known: TurnCount = { through: 0, turns: 0 },
): { readonly counts: JournalCounts; readonly known: TurnCount } {
  const { lastTurn, newTurns, ...counted } = statements.get<CountedRows>(
    `SELECT
       (SELECT count(*) FROM sessions WHERE client <> 'run') AS sessions,
       coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'records'), 0)
         - (SELECT count(record_seq) FROM tombstones) AS records,
       (SELECT count(*) FROM spaces) AS spaces,
       (SELECT ts FROM records ORDER BY seq DESC LIMIT 1) AS lastRecordAt,
       coalesce((SELECT max(seq) FROM observations), 0) AS lastTurn,
       (SELECT count(DISTINCT id) FROM observations AS turn WHERE seq > ? AND NOT EXISTS (
          SELECT 1 FROM observations AS before WHERE before.id = turn.id AND before.seq <= ?)) AS newTurns`,
    known.through,
    known.through,
  ) ?? { sessions: 0, records: 0, spaces: 0, lastRecordAt: null, lastTurn: 0, newTurns: 0 };
  const turns = known.turns + newTurns;
  return { counts: { ...counted, turns }, known: { through: lastTurn, turns } };
}

interface CountedRows extends Omit<JournalCounts, 'turns'> {
  readonly lastTurn: number;
  readonly newTurns: number;
}

/** `null` asks for rows without a value, `undefined` for all. */
export function whereOf(
  columns: Readonly<Record<string, SqliteValue | undefined>>,
): readonly [where: string, values: readonly SqliteValue[]] {
  const asked = Object.entries(columns).filter((entry): entry is [string, SqliteValue] => entry[1] !== undefined);
  if (asked.length === 0) return ['', []];
  return [`WHERE ${asked.map(([column]) => `${column} IS ?`).join(' AND ')}`, asked.map(([, value]) => value)];
}

/** SQLite reads a negative limit as no limit. */
export function limitOf(limit: number): number {
  return Math.max(0, Math.trunc(limit));
}
