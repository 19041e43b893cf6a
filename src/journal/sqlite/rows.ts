/** Rows to domain values and back. */

import type { RecordId, TurnId } from '../../memory/ids.ts';
import type { JsonObject, MemoryRecord, StoredRecord } from '../../memory/record.ts';
import type { Session, SessionSummary } from '../../memory/session.ts';
import type { Turn, TurnContent } from '../../memory/turn.ts';
import { idCell, idOfCell } from '../../platform/stored-ids.ts';
import { fromJson, toJson } from './json-cells.ts';
import { COLUMNS, type ObservationColumns, type RecordColumns, type SessionColumns, type Stored } from './tables.ts';

export interface SessionSummaryRow extends Stored<SessionColumns> {
  readonly ended_at: number | null;
  readonly last_record_at: number | null;
  readonly message_count: number;
  readonly observation_count: number;
}

/**
 * What a record is made of. By name: what rows are found by is in the view too, and costs to hand over. Its ids as the digits
 * they are stored as, because SQLite takes longer to make text of them than to find the row.
 */
export const RECORD_CELLS = [
  ...['seq', ...COLUMNS.records.filter((column) => column !== 'id' && column !== 'turn_id')].map(
    (column) => `records.${column}`,
  ),
  `${idCell('records.key')} AS id_cell`,
  `${idCell('records.turn')} AS turn_cell`,
].join(', ');
/** The same, and since when it is hidden. */
export const RECORD_ROW = `${RECORD_CELLS}, (SELECT ran_ms FROM hidden_records WHERE record_seq = records.seq) AS hidden`;

/** What a turn is made of. */
export const TURN_CELLS = ['seq', ...COLUMNS.observations].join(', ');

export interface RecordRow extends Omit<Stored<RecordColumns>, 'id' | 'turn_id'> {
  readonly id_cell: string;
  readonly turn_cell: string | null;
  readonly hidden?: number | null;
}

export function recordColumns(record: MemoryRecord): RecordColumns {
  return {
    id: record.id,
    ts: record.ts,
    type: record.type,
    session_id: record.sessionId,
    workspace: record.workspace,
    turn_id: record.turnId,
    source: record.source,
    tool: record.tool,
    path: record.path,
    content: record.content,
    tags: toJson(record.tags),
    metadata: toJson(record.metadata),
  };
}

export function sessionColumns(session: Session): SessionColumns {
  return {
    id: session.id,
    client: session.client,
    workspace: session.workspace,
    cwd: session.cwd,
    started_at: session.startedAt,
    metadata: toJson(session.metadata),
  };
}

export function recordOf(row: RecordRow): StoredRecord {
  const turnId = row.turn_cell === null ? null : (idOfCell(row.turn_cell) as TurnId);
  const record = recordOfColumns(row, idOfCell(row.id_cell) as RecordId, turnId);
  return row.hidden === null || row.hidden === undefined ? record : { ...record, hidden: row.hidden };
}

/** Of a row that is to be put back, which has its ids as text. */
export function recordOfColumns(
  row: Omit<Stored<RecordColumns>, 'id' | 'turn_id'>,
  id: RecordId,
  turnId: TurnId | null,
): StoredRecord {
  return {
    seq: row.seq,
    id,
    ts: row.ts,
    type: row.type,
    sessionId: row.session_id,
    workspace: row.workspace,
    turnId,
    source: row.source,
    tool: row.tool,
    path: row.path,
    content: row.content,
    tags: fromJson<readonly string[]>(row.tags, 'records', id),
    metadata: fromJson<JsonObject>(row.metadata, 'records', id),
  };
}

export function sessionOf(row: SessionSummaryRow): SessionSummary {
  return {
    id: row.id,
    client: row.client,
    workspace: row.workspace,
    cwd: row.cwd,
    startedAt: row.started_at,
    metadata: fromJson<JsonObject>(row.metadata, 'sessions', row.id),
    endedAt: row.ended_at,
    lastRecordAt: row.last_record_at,
    messageCount: row.message_count,
    observationCount: row.observation_count,
  };
}

export function turnOf(row: ObservationColumns, { userMessage, toolCalls, agentResponse, errors }: TurnContent): Turn {
  return {
    id: row.id,
    rev: row.rev,
    sessionId: row.session_id,
    workspace: row.workspace,
    sequenceNum: row.sequence_num,
    timestamp: row.timestamp,
    closedAt: row.closed_at,
    closeReason: row.close_reason,
    userMessage,
    toolCalls,
    agentResponse,
    errors,
    lastSeq: row.last_seq,
  };
}
