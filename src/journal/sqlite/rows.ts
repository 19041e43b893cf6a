/** Rows to domain values and back. */
import type { JsonObject, MemoryRecord, StoredRecord } from '../../memory/record.ts';
import type { Session, SessionSummary } from '../../memory/session.ts';
import type { Turn } from '../../memory/turn.ts';
import { fromJson, toJson } from './json-cells.ts';
import { COLUMNS, type ObservationColumns, type RecordColumns, type SessionColumns, type Stored } from './tables.ts';

export interface SessionSummaryRow extends Stored<SessionColumns> {
  readonly ended_at: number | null;
  readonly last_record_at: number | null;
  readonly message_count: number;
  readonly observation_count: number;
}

/** What a record is made of. By name: what rows are found by is in the view too, and costs to hand over. */
export const RECORD_CELLS = ['seq', ...COLUMNS.records].map((column) => `records.${column}`).join(', ');
/** The same, and since when it is hidden. */
export const RECORD_ROW = `${RECORD_CELLS}, (SELECT ran_ms FROM hidden_records WHERE record_seq = records.seq) AS hidden`;

export type RecordRow = Stored<RecordColumns> & { readonly hidden?: number | null };

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

export function recordOf({ hidden = null, ...row }: RecordRow): StoredRecord {
  return {
    seq: row.seq,
    id: row.id,
    ts: row.ts,
    type: row.type,
    sessionId: row.session_id,
    workspace: row.workspace,
    turnId: row.turn_id,
    source: row.source,
    tool: row.tool,
    path: row.path,
    content: row.content,
    tags: fromJson<readonly string[]>(row.tags, 'records', row.id),
    metadata: fromJson<JsonObject>(row.metadata, 'records', row.id),
    ...(hidden === null ? {} : { hidden }),
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

/** A turn with its text. */
export type WholeTurnRow = {
  readonly [Column in keyof ObservationColumns]: NonText<Column, ObservationColumns[Column]>;
};
type NonText<Column, Cell> = Column extends 'workspace' ? Cell : NonNullable<Cell>;

export function turnOf(row: WholeTurnRow): Turn {
  return {
    id: row.id,
    rev: row.rev,
    sessionId: row.session_id,
    workspace: row.workspace,
    sequenceNum: row.sequence_num,
    timestamp: row.timestamp,
    closedAt: row.closed_at,
    closeReason: row.close_reason,
    userMessage: row.user_message,
    toolCalls: fromJson<Turn['toolCalls']>(row.tool_calls_json, 'observations', row.id),
    agentResponse: row.agent_response,
    errors: fromJson<Turn['errors']>(row.errors_json, 'observations', row.id),
    lastSeq: row.last_seq,
  };
}
