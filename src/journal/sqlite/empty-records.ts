/**
 * Retention: records past their time lose their text and keep their place. A turn revision says what its records say, so
 * each is made again from what is left of them; an injection made of one of them loses its text.
 */

import { APP_MARK } from '../../memory/app.ts';
import type { InjectionId, RecordId, TurnId } from '../../memory/ids.ts';
import { SEGMENTS } from '../../memory/kept-segments.ts';
import { MARKER_LINES } from '../../memory/marker-lines.ts';
import { ORIGINS, type OriginKey, originsOf } from '../../memory/origins.ts';
import { isEmptied } from '../../memory/record.ts';
import { SENSITIVE_TAG } from '../../memory/sensitivity.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { idKey } from '../../platform/stored-ids.ts';
import { fromJson, toJson } from '../../store/json-cells.ts';
import { injectionsHolding } from './erase.ts';
import { recordOfColumns } from './rows.ts';
import {
  type InjectionColumns,
  type ObservationColumns,
  type RecordColumns,
  replaceRecord,
  replaceRow,
  type Stored,
} from './tables.ts';
import { heldTexts, readSaid } from './turn-texts.ts';

export interface EmptiedRecord {
  readonly id: RecordId;
  readonly contentHash: string;
  /** What stays of its text; empty for most. */
  readonly snippet: string;
}

/**
 * What pairs a call with its outcome, tells a refusal and an event, whose words they were, whose memory it is, which
 * marker lines are no agent's own, who said what, and whether all of it was typed.
 */
const KEPT_METADATA = [
  ...['tool_use_id', 'decision', 'event', 'agent_id', 'emptied'],
  ...[APP_MARK, MARKER_LINES, ORIGINS, SEGMENTS],
];

export function emptyRecords(
  statements: SqliteStatements,
  records: readonly EmptiedRecord[],
  origins: OriginKey,
): void {
  for (const id of emptyBeforeTurns(statements, records, origins)) remakeTurn(statements, id);
}

/** The turns that still say what they said; what is hidden of them stays so. */
export function emptyBeforeTurns(
  statements: SqliteStatements,
  records: readonly EmptiedRecord[],
  origins: OriginKey,
): ReadonlySet<TurnId> {
  const made: RecordId[] = [];
  const turns = new Set<TurnId>();
  for (const { id, contentHash, snippet } of records) {
    const row = statements.get<Stored<RecordColumns>>('SELECT * FROM records WHERE key = ?', idKey(id));
    if (row === undefined) continue;
    const metadata = reduced(row, contentHash, origins);
    replaceRecord(statements, { ...row, content: snippet, tags: keptTags(row), metadata });
    statements.run('INSERT INTO emptied_records (record_seq) VALUES (?)', row.seq);
    made.push(id);
    if (row.turn_id !== null) turns.add(row.turn_id);
    else statements.run('DELETE FROM hidden_records WHERE record_seq = ?', row.seq);
  }
  for (const id of injectionsHolding(statements, made)) emptyInjection(statements, id);
  return turns;
}

export function remakeTurn(statements: SqliteStatements, id: TurnId): void {
  remakeRevisions(statements, id);
  for (const injection of injectionsHolding(statements, [id])) emptyInjection(statements, injection);
  statements.run(
    `DELETE FROM hidden_records WHERE record_seq IN (
       SELECT seq FROM record_rows WHERE turn = ? AND json_extract(metadata, '$.emptied') IS NOT NULL)`,
    idKey(id),
  );
}

/** The snippet that is left is as little for agents as the whole was. */
function keptTags({ id, tags }: RecordColumns): string {
  return toJson(fromJson<readonly string[]>(tags, 'records', id).filter((tag) => tag === SENSITIVE_TAG));
}

/** One that was emptied before keeps the hash of what it said first; one from before there were origins gets them now. */
function reduced(row: Stored<RecordColumns>, contentHash: string, originKey: OriginKey): string {
  const record = recordOfColumns(row);
  const entries = Object.entries(record.metadata);
  const origins = isEmptied(record) || ORIGINS in record.metadata ? '' : originsOf(record, originKey);
  return toJson({
    ...(origins === '' ? {} : { [ORIGINS]: origins }),
    emptied: contentHash,
    ...Object.fromEntries(entries.filter(([key]) => KEPT_METADATA.includes(key))),
  });
}

function remakeRevisions(statements: SqliteStatements, id: TurnId): void {
  const records = readSaid(statements, id, Number.MAX_SAFE_INTEGER);
  const sql = 'SELECT * FROM observations WHERE key = ?';
  for (const revision of statements.all<Stored<ObservationColumns>>(sql, idKey(id))) {
    const seen = records.filter(({ seq }) => seq <= revision.last_seq);
    replaceRow(statements, 'observations', { ...revision, ...heldTexts(seen) });
  }
}

function emptyInjection(statements: SqliteStatements, id: InjectionId): void {
  const row = statements.get<Stored<InjectionColumns>>(`SELECT * FROM injections WHERE id = ? AND text <> ''`, id);
  if (row !== undefined) replaceRow(statements, 'injections', { ...row, text: '' });
}
