/**
 * Takes the text out of turns that say what their records say, as it is done since when they are closed. For journals from
 * before: whoever is ended in the middle leaves turns that have theirs, which are read as they are.
 */
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { isWhole, type ObservationColumns, replaceRow, type Stored } from './tables.ts';
import { heldTextsOf, readContent, readSaid } from './turn-texts.ts';

/** The place of the last one that was looked at; undefined when there are no more. Inside a transaction. */
export function shortenTurns(statements: SqliteStatements, after: number, limit: number): number | undefined {
  const sql = 'SELECT * FROM observations WHERE seq > ? ORDER BY seq LIMIT ?';
  const rows = statements.all<Stored<ObservationColumns>>(sql, after, limit);
  for (const row of rows) {
    // What is damaged stays as it is found.
    if (row.user_message === null || !isWhole('observations', row)) continue;
    const held = heldTextsOf(readContent(statements, row), readSaid(statements, row.id, row.last_seq));
    if (held.user_message === null) replaceRow(statements, 'observations', { ...row, ...held });
  }
  return rows.at(-1)?.seq;
}
