/**
 * Gives each told event its place among those with the same words, inside the transaction that stores it: what was counted
 * is stored, and the same telling handed in twice has the same place.
 */
import type { RecordId, SessionId } from '../../memory/ids.ts';
import { COUNTED_SESSION, occurrenceId, type Telling } from '../../memory/telling.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';

export interface ToldRecord {
  readonly id: RecordId;
  readonly sessionId: SessionId;
  readonly telling: Telling;
}

/** The id under which the record is to be stored. */
export function toldId(statements: SqliteStatements, { id, sessionId, telling }: ToldRecord): RecordId {
  if (!isCounted(statements, sessionId)) return id;
  return occurrenceId(id, 'occurrence' in telling ? telling.occurrence : count(statements, id, sessionId, telling));
}

/** What is erased with its session. */
export function eraseTellings(statements: SqliteStatements, sessionId: SessionId): void {
  statements.run('DELETE FROM tellings WHERE session_id = ?', sessionId);
}

function isCounted(statements: SqliteStatements, id: SessionId): boolean {
  const [field] = Object.keys(COUNTED_SESSION);
  const session = statements.get<{ readonly mark: unknown }>(
    'SELECT metadata ->> ? AS mark FROM sessions WHERE id = ?',
    field ?? '',
    id,
  );
  return session?.mark === COUNTED_SESSION.record_ids;
}

function count(
  statements: SqliteStatements,
  id: RecordId,
  sessionId: SessionId,
  { channel, eventId }: Extract<Telling, { readonly channel: string }>,
): number {
  const known = statements.get<{ readonly occurrence: number }>(
    'SELECT occurrence FROM tellings WHERE event_id = ? AND base_id = ?',
    eventId,
    id,
  );
  if (known !== undefined) return known.occurrence;
  const last = statements.get<{ readonly highest: number | null }>(
    'SELECT max(occurrence) AS highest FROM tellings WHERE base_id = ? AND channel = ?',
    id,
    channel,
  );
  const occurrence = (last?.highest ?? 0) + 1;
  statements.run('INSERT INTO tellings VALUES (?, ?, ?, ?, ?)', eventId, id, channel, sessionId, occurrence);
  return occurrence;
}
