/**
 * The records of a selection, in their order. What is not indexed is looked for in stretches of the journal, so that the
 * event loop gets its turn; going through all pages reads the journal once.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selection, SourceName } from '../../memory/forgetting.ts';
import type { SessionId, SpaceId, TurnId } from '../../memory/ids.ts';
import type { StoredRecord } from '../../memory/record.ts';
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';
import { idKey, keyOf } from '../../platform/stored-ids.ts';
import { fileNamer } from './named-file.ts';
import { urlNamer } from './named-url.ts';
import { limitOf, readLastRecordSeq } from './reads.ts';
import { sessionNum, spaceNum } from './row-numbers.ts';
import { RECORD_CELLS, type RecordRow, recordOf } from './rows.ts';
import type { RecordColumns, Stored } from './tables.ts';

/** Learnings are named by the records they rest on. */
export type JournalSelection = Exclude<Selection, { readonly kind: 'learning' | 'erased' }>;

/** Some milliseconds' worth, also when every row's text must be read. */
const STRETCH = 500;
/** Their input is text that was written or asked, not a place that was looked at. */
const WRITING_TOOLS = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'Agent', 'Task', 'TodoWrite'];

type Read = <Result>(work: (statements: SqliteStatements) => Result) => Result;

interface Page {
  readonly after: number;
  readonly limit: number;
}

interface Stretch {
  readonly after: number;
  readonly through: number;
}

/** The places of those that are meant, in a stretch. */
type Choice = (statements: SqliteStatements, stretch: Stretch) => readonly number[];

export async function selectedRecords(
  read: Read,
  selection: JournalSelection,
  { after, limit }: Page,
): Promise<readonly StoredRecord[]> {
  const wanted = limitOf(limit);
  if (selection.kind === 'record' || selection.kind === 'session') {
    const where = selection.kind === 'session' ? 'session = ?' : `id IN (SELECT ${keyOf('value')} FROM json_each(?))`;
    const sql = `SELECT ${RECORD_CELLS} FROM records WHERE seq IN (
      SELECT seq FROM record_rows WHERE ${where} AND seq > ? ORDER BY seq LIMIT ?) ORDER BY seq`;
    return read((statements) => {
      const value = selection.kind === 'session' ? sessionNum(statements, selection.id) : JSON.stringify(selection.ids);
      return statements.all<RecordRow>(sql, value, after, wanted).map(recordOf);
    });
  }
  const choose = choiceOf(selection);
  const last = read(readLastRecordSeq);
  const found: StoredRecord[] = [];
  for (let place = after; place < last && found.length < wanted; place += STRETCH) {
    const stretch = { after: place, through: place + STRETCH };
    const rows = read((statements) =>
      choose(statements, stretch)
        .slice(0, wanted - found.length)
        .map((seq) => statements.get<RecordRow>(`SELECT ${RECORD_CELLS} FROM records WHERE seq = ?`, seq)),
    );
    found.push(...rows.filter((row) => row !== undefined).map(recordOf));
    await nextTurn();
  }
  return found;
}

function choiceOf(selection: Exclude<JournalSelection, { kind: 'record' | 'session' }>): Choice {
  // The plus keeps SQLite from another index, which would mean sorting the whole space for every page.
  if (selection.kind === 'space') return ofSpace(selection.id);
  const { kind, value } = selection.source satisfies SourceName;
  if (kind === 'url') return calling(value);
  if (kind === 'file') return handling(value);
  // A server's tools: `mcp__server__tool`.
  return matching('lower(tool) = ? OR instr(lower(tool), ?) = 1', value.toLowerCase(), `${value.toLowerCase()}__`);
}

function ofSpace(id: SpaceId): Choice {
  return (statements, stretch) => matching('+space = ?', spaceNum(statements, id))(statements, stretch);
}

function matching(condition: string, ...values: readonly SqliteValue[]): Choice {
  const sql = `SELECT seq FROM record_rows WHERE (${condition}) AND seq > ? AND seq <= ? ORDER BY seq`;
  return (statements, { after, through }) =>
    statements.all<{ readonly seq: number }>(sql, ...values, after, through).map(({ seq }) => seq);
}

function handling(file: string): Choice {
  return (statements, { after, through }) => {
    const rootsSql = 'SELECT DISTINCT root FROM space_roots WHERE space_id = ?';
    const rootsOf = remembering((space: SpaceId | null) =>
      statements.all<{ readonly root: string }>(rootsSql, space).map(({ root }) => root),
    );
    const names = fileNamer(file);
    return statements
      .all<Stored<RecordColumns> & { readonly path: string }>(
        `SELECT seq, workspace, path FROM records WHERE path IS NOT NULL AND seq > ? AND seq <= ? ORDER BY seq`,
        after,
        through,
      )
      .filter(({ path, workspace }) => names(path, rootsOf(workspace)))
      .map(({ seq }) => seq);
  };
}

interface CallRow {
  readonly seq: number;
  readonly session_id: SessionId;
  readonly turn_id: TurnId | null;
  readonly call_id: string | null;
  readonly called: string;
}

/** What was called only where it may name the host: the text of all the others is not worth fetching. */
const CALLS = `SELECT seq, session_id, turn_id, call_id, iif(instr(lower(called), ?) > 0, called, '') AS called FROM (
    SELECT seq, session_id, turn_id, session, turn, json_extract(metadata, '$.tool_use_id') AS call_id, type, tool,
      iif(type IN ('tool_use', 'approval'), content, json_extract(metadata, '$.command')) AS called FROM records
  ) WHERE tool IS NOT NULL AND tool NOT IN (SELECT value FROM json_each(?))`;

/** Calls that name the page, and what came of them. */
function calling(url: string): Choice {
  const namer = urlNamer(url);
  if (namer === undefined) return () => [];
  const { hostname, names } = namer;
  const writing = JSON.stringify(WRITING_TOOLS);
  return (statements, { after, through }) => {
    const namedIn = remembering((turn: string): ReadonlySet<string> => {
      const [session, id] = JSON.parse(turn) as readonly [SessionId, string | null];
      const sql = `${CALLS} AND type = 'tool_use' AND session = ? AND turn IS ?`;
      const calls = statements
        .all<CallRow>(sql, hostname, writing, sessionNum(statements, session), id === null ? null : idKey(id))
        .filter(({ called }) => called !== '' && names(called));
      return new Set(calls.map(({ call_id }) => call_id ?? ''));
    });
    return statements
      .all<CallRow>(`${CALLS} AND seq > ? AND seq <= ? ORDER BY seq`, hostname, writing, after, through)
      .filter(
        ({ called, call_id, session_id, turn_id }) =>
          (called !== '' && names(called)) ||
          (call_id !== null && namedIn(JSON.stringify([session_id, turn_id])).has(call_id)),
      )
      .map(({ seq }) => seq);
  };
}

function remembering<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? find(key);
    known.set(key, value);
    return value;
  };
}
