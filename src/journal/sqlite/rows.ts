/** Rows to domain values and back. */

import type { RecordId, TurnId } from '../../memory/ids.ts';
import { RECORD, STORED_RECORD, type StoredRecord } from '../../memory/record.ts';
import { SESSION, SESSION_SUMMARY } from '../../memory/session.ts';
import type { Turn, TurnContent } from '../../memory/turn.ts';
import { idCell, idOfCell } from '../../platform/stored-ids.ts';
import { type RowOf, rows } from '../../store/table.ts';
import { COLUMNS, type ObservationColumns, type RecordColumns, type Stored } from './tables.ts';

export type SessionSummaryRow = Stored<RowOf<typeof SESSION_SUMMARY>>;

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

/** As `RECORD_ROW` has them: ids as the digits they are stored as. */
const RECORD_ROWS = rows<typeof STORED_RECORD, StoredRecord, RecordRow>('records', STORED_RECORD, {
  columns: {
    id: { columns: ['id_cell'], cells: () => [], value: (cell) => idOfCell(String(cell)) as RecordId },
    turnId: {
      columns: ['turn_cell'],
      cells: () => [],
      value: (cell) => (cell === null ? null : (idOfCell(String(cell)) as TurnId)),
    },
  },
  subject: ({ id_cell: cell }) => idOfCell(String(cell)),
});
export const recordOf = RECORD_ROWS.value;

/** Of a row that is to be put back, which has its ids as text. */
export const recordOfColumns = rows('records', { seq: STORED_RECORD.seq, ...RECORD }).value;

export const recordColumns = rows('records', RECORD).cells;
export const sessionColumns = rows('sessions', SESSION).cells;
export const sessionOf = rows('sessions', SESSION_SUMMARY).value;

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
