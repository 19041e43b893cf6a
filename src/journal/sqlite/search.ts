/**
 * Full-text search over records, ranked by bm25. Rows are ranked first and read after, because reading every match
 * before ranking costs several times as much. Equal scores are ordered newest first, so an answer is stable.
 * Limits: bm25 weighs words over all spaces, and its cost grows with the rows that match any word.
 */
import type { StoredRecord } from '../../memory/record.ts';
import { ftsQuery } from '../../platform/fts-query.ts';
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';
import type { SearchHit, SearchQuery } from '../journal.ts';
import { recordOf } from './rows.ts';
import type { RecordColumns, Stored } from './tables.ts';

const SNIPPET_WORDS = 24;
/** One "word" can be a megabyte of base64. */
const SNIPPET_CHARS = 400;
const CONTENT_COLUMN = 0;
const PATH_COLUMN = 2;

interface Ranked {
  readonly seq: number;
  readonly rank: number;
}

export function search(statements: SqliteStatements, query: SearchQuery): readonly SearchHit[] {
  const match = ftsQuery(query.text);
  const limit = Math.trunc(query.limit);
  if (match === undefined || !(limit > 0)) return [];
  const hits: SearchHit[] = [];
  for (const { seq, rank } of rankedRows(statements, match, query, limit)) {
    const row = statements.get<Stored<RecordColumns>>('SELECT * FROM records WHERE seq = ?', seq);
    if (row === undefined) continue;
    const record = recordOf(row);
    hits.push({ record, score: -rank, snippet: snippetOf(statements, match, record) });
  }
  return hits;
}

function rankedRows(statements: SqliteStatements, match: string, query: SearchQuery, limit: number): readonly Ranked[] {
  const filters = filtersOf(query);
  if (filters.length === 0) {
    return statements.all(
      'SELECT rowid AS seq, rank FROM records_fts WHERE records_fts MATCH ? ORDER BY rank, rowid DESC LIMIT ?',
      match,
      limit,
    );
  }
  // CROSS JOIN: the index first, always. The planner would try it once per row of a filter.
  return statements.all(
    `SELECT seq, rank FROM records_fts CROSS JOIN records ON records.seq = records_fts.rowid
     WHERE records_fts MATCH ? AND ${filters.map(([condition]) => condition).join(' AND ')}
     ORDER BY rank, seq DESC LIMIT ?`,
    match,
    ...filters.map(([, value]) => value),
    limit,
  );
}

function filtersOf(query: SearchQuery): readonly (readonly [condition: string, value: SqliteValue])[] {
  const filters: [string, SqliteValue][] = [];
  if (query.types !== undefined) {
    filters.push(['records.type IN (SELECT value FROM json_each(?))', JSON.stringify(query.types)]);
  }
  if (query.workspace !== undefined) filters.push(['records.workspace IS ?', query.workspace]);
  if (query.sessionId !== undefined) filters.push(['records.session_id = ?', query.sessionId]);
  if (query.since !== undefined) filters.push(['records.ts >= ?', query.since]);
  if (query.until !== undefined) filters.push(['records.ts <= ?', query.until]);
  return filters;
}

/**
 * From the content; from the path where a record has no content. The driver binds numbers as floats, and FTS5 ignores a
 * `rowid` that is one: without the cast it would answer with any row that matches.
 */
function snippetOf(statements: SqliteStatements, match: string, record: StoredRecord): string {
  const column = record.content === '' ? PATH_COLUMN : CONTENT_COLUMN;
  const row = statements.get<{ readonly snippet: string | null }>(
    `SELECT snippet(records_fts, ?, '', '', '…', ${SNIPPET_WORDS}) AS snippet
     FROM records_fts WHERE records_fts MATCH ? AND rowid = CAST(? AS INTEGER)`,
    column,
    match,
    record.seq,
  );
  const snippet = row?.snippet ?? '';
  return snippet.length <= SNIPPET_CHARS ? snippet : `${snippet.slice(0, SNIPPET_CHARS).toWellFormed()}…`;
}
