/** The plain reads of the journal. Each is one statement, so each sees one state. */

import type { RecordId, SessionId, SpaceId, TurnId } from '../../memory/ids.ts';
import type { RecordType, StoredRecord } from '../../memory/record.ts';
import type { SessionSummary } from '../../memory/session.ts';
import type { StoredTurn, Turn } from '../../memory/turn.ts';
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';
import { idKey, idText, isTimedKey, keyRanges, timedKeysFrom } from '../../platform/stored-ids.ts';
import { sessionNum, spaceNum } from './row-numbers.ts';
import { RECORD_ROW, type RecordRow, recordOf, type SessionSummaryRow, sessionOf, TURN_CELLS } from './rows.ts';
import type { ObservationColumns, Stored } from './tables.ts';
import { readWholeTurn } from './turn-texts.ts';

export interface IdBeginning {
  /** An id, or how it begins. */
  readonly beginning: string;
  /** A space and what belongs to none; `null` for that alone; absent for all. */
  readonly workspace?: SpaceId | null;
  /** Without what belongs to no space, unless that is what `workspace` asks for. */
  readonly exactly?: boolean;
  readonly limit: number;
}

export interface JournalCounts {
  /** As `sessionPage` lists them: without those of the client `run`. */
  readonly sessions: number;
  readonly records: number;
  readonly turns: number;
  readonly spaces: number;
  /** The `ts` of the record that was taken last. */
  readonly lastRecordAt: number | null;
}

/** A turn with records that no revision has seen yet. */
export interface OpenTurn {
  readonly id: TurnId;
  readonly sessionId: SessionId;
  /** Of the newest record, as its `ts`. */
  readonly workspace: SpaceId | null;
  readonly lastRecordAt: number;
  /** True when an earlier revision exists, so that this is a late event. */
  readonly revised: boolean;
}

export interface OpenTurnFilter {
  readonly sessionId?: SessionId;
  /**
   * Only those to be closed: late ones and idle ones whose last record is older, those whose next one began, and any whose last
   * record is of later than `aheadAfter`: a clock was ahead.
   */
  readonly due?: { readonly lateBefore: number; readonly idleBefore: number; readonly aheadAfter: number };
  readonly limit?: number;
}

export interface TurnUnderWay extends Pick<OpenTurn, 'id' | 'workspace' | 'lastRecordAt'> {
  readonly lastType: RecordType;
}

/** The place of the newest record; 0 when there is none. */
export function readLastRecordSeq(statements: SqliteStatements): number {
  return statements.get<{ readonly seq: number | null }>('SELECT max(seq) AS seq FROM record_rows')?.seq ?? 0;
}

export function readRecord(statements: SqliteStatements, id: RecordId): StoredRecord | undefined {
  const row = statements.get<RecordRow>(`SELECT ${RECORD_ROW} FROM records WHERE key = ?`, idKey(id));
  return row === undefined ? undefined : recordOf(row);
}

export function readRecordIds(
  statements: SqliteStatements,
  { beginning, workspace, exactly = false, limit }: IdBeginning,
): readonly RecordId[] {
  const sql = `SELECT id FROM records WHERE key >= ? AND key < ? AND (? OR space IS ? OR (? AND space IS NULL))
    ORDER BY key LIMIT ?`;
  const space = spaceNum(statements, workspace ?? null);
  const asked = [workspace === undefined ? 1 : 0, space, exactly ? 0 : 1, limitOf(limit)] as const;
  return keyRanges(beginning)
    .flatMap(([from, to]) => statements.all<{ readonly id: RecordId }>(sql, from, to, ...asked))
    .map(({ id }) => id)
    .sort()
    .slice(0, limitOf(limit));
}

export function readRecordsOfSession(statements: SqliteStatements, id: SessionId): readonly StoredRecord[] {
  return statements
    .all<RecordRow>(`SELECT ${RECORD_ROW} FROM records WHERE session = ? ORDER BY seq`, sessionNum(statements, id))
    .map(recordOf);
}

/** The same ones, without reading what they say; no more than asked for. */
export function readRecordIdsOfTurn(
  statements: SqliteStatements,
  id: TurnId,
  throughSeq: number,
  limit: number,
): readonly RecordId[] {
  const sql = 'SELECT id FROM records WHERE turn = ? AND seq <= ? ORDER BY seq LIMIT ?';
  return statements.all<{ readonly id: RecordId }>(sql, idKey(id), throughSeq, limitOf(limit)).map((row) => row.id);
}

/** The first one, when it has several. */
export function readPromptOfTurn(statements: SqliteStatements, id: TurnId): StoredRecord | undefined {
  const sql = `SELECT ${RECORD_ROW} FROM records WHERE turn = ? AND type = 'prompt' ORDER BY seq LIMIT 1`;
  const row = statements.get<RecordRow>(sql, idKey(id));
  return row === undefined ? undefined : recordOf(row);
}

export function readSession(statements: SqliteStatements, id: SessionId): SessionSummary | undefined {
  const row = statements.get<SessionSummaryRow>('SELECT * FROM session_summaries WHERE id = ?', id);
  return row === undefined ? undefined : sessionOf(row);
}

/** Newest first. */
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

/** Newest revisions, newest turn first. */
export function readTurns(
  statements: SqliteStatements,
  filter: { readonly workspace?: SpaceId | null; readonly sessionId?: SessionId; readonly limit: number },
): readonly Turn[] {
  const [where, values] = whereOf({
    space: filter.workspace === undefined ? undefined : spaceNum(statements, filter.workspace),
    session: filter.sessionId === undefined ? undefined : sessionNum(statements, filter.sessionId),
  });
  const sql = `SELECT ${TURN_CELLS} FROM newest_turns ${where} ORDER BY timestamp DESC, sequence_num DESC, seq DESC LIMIT ?`;
  return statements.all<ObservationColumns>(sql, ...values, limitOf(filter.limit)).map(readWholeTurn(statements));
}

/** The same turns, without reading what was said in them. */
export function readTurnIds(
  statements: SqliteStatements,
  {
    workspace,
    before = Number.MAX_SAFE_INTEGER,
    limit,
  }: {
    readonly workspace: SpaceId /** Only of those that began before then. */;
    readonly before?: number;
    readonly limit: number;
  },
): readonly TurnId[] {
  const sql = `SELECT id FROM newest_turns WHERE space = ? AND timestamp < ?
    ORDER BY timestamp DESC, sequence_num DESC, seq DESC LIMIT ?`;
  const values = [spaceNum(statements, workspace), before, limitOf(limit)] as const;
  return statements.all<Pick<ObservationColumns, 'id'>>(sql, ...values).map(({ id }) => id);
}

/** Revisions in the order they were closed, after a place in that order: what a curator has not been told of yet. */
export function readTurnRevisions(statements: SqliteStatements, after: number, limit: number): readonly StoredTurn[] {
  const sql = `SELECT ${TURN_CELLS} FROM observations WHERE seq > ? ORDER BY seq LIMIT ?`;
  const whole = readWholeTurn(statements);
  return statements
    .all<Stored<ObservationColumns>>(sql, after, limitOf(limit))
    .map((row) => ({ ...whole(row), seq: row.seq }));
}

/** The newest revision unless one is named. */
export function readTurn(statements: SqliteStatements, id: TurnId, rev?: number): Turn | undefined {
  const sql = `SELECT ${TURN_CELLS} FROM observations
    WHERE key = ? AND rev = coalesce(?, rev) ORDER BY rev DESC LIMIT 1`;
  const row = statements.get<ObservationColumns>(sql, idKey(id), rev ?? null);
  return row === undefined ? undefined : readWholeTurn(statements)(row);
}

/** By the time of their last record, the oldest first. */
export function readOpenTurns(
  statements: SqliteStatements,
  { sessionId, due, limit = -1 }: OpenTurnFilter = {},
): readonly OpenTurn[] {
  const wanted: readonly (readonly [string, ...SqliteValue[]])[] = [
    ...(sessionId === undefined ? [] : [['open.session = ?', sessionNum(statements, sessionId)] as const]),
    ...(due === undefined ? [] : [[DUE, due.aheadAfter, due.lateBefore, due.idleBefore] as const]),
  ];
  const where = wanted.length === 0 ? '' : `WHERE ${wanted.map(([condition]) => condition).join(' AND ')}`;
  const rows = statements.all<Omit<OpenTurn, 'revised'> & { readonly revised: number }>(
    `SELECT ${idText('open.turn')} AS id, (SELECT id FROM sessions WHERE seq = open.session) AS sessionId,
       open.last_at AS lastRecordAt, open.revised,
       (SELECT workspace FROM records WHERE turn = open.turn ORDER BY ts DESC LIMIT 1) AS workspace
     FROM open_turns AS open ${where} ORDER BY open.last_at, open.turn LIMIT ?`,
    ...wanted.flatMap(([, ...values]) => values),
    limit,
  );
  return rows.map((row) => ({ ...row, revised: row.revised === 1 }));
}

/** Ids of turns that nobody ends begin with their time: one is over when the next of its session began. */
const DUE = `(open.last_at > ? OR CASE
    WHEN open.revised THEN open.last_at < ?
    ELSE open.last_at < ? OR (${isTimedKey('open.turn')} AND EXISTS (
      SELECT 1 FROM open_turns AS next WHERE next.session = open.session AND next.turn > open.turn
        AND ${isTimedKey('next.turn')}))
  END)`;

/** Of the session's turns whose ids tell when they began (`deriveTimedId`), open or not: the last one until then. */
export function readTurnUnderWay(statements: SqliteStatements, id: SessionId, at: number): TurnUnderWay | undefined {
  return statements.get<TurnUnderWay>(
    `SELECT turn_id AS id, workspace, ts AS lastRecordAt, type AS lastType FROM records WHERE turn = (
       SELECT turn FROM record_rows WHERE session = ? AND turn < ? AND ${isTimedKey('turn')}
       ORDER BY turn DESC LIMIT 1
     ) ORDER BY ts DESC, seq DESC LIMIT 1`,
    sessionNum(statements, id),
    timedKeysFrom(at + 1),
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
       coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'record_rows'), 0)
         - (SELECT count(record_seq) FROM tombstones) AS records,
       (SELECT count(*) FROM spaces) AS spaces,
       (SELECT ts FROM record_rows ORDER BY seq DESC LIMIT 1) AS lastRecordAt,
       coalesce((SELECT max(seq) FROM observation_rows), 0) AS lastTurn,
       (SELECT count(DISTINCT id) FROM observation_rows AS turn WHERE seq > ? AND NOT EXISTS (
          SELECT 1 FROM observation_rows AS before WHERE before.id = turn.id AND before.seq <= ?)) AS newTurns`,
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
