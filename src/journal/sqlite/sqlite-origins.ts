/** Who said something first, from the records: digests, and the text of records that have none yet. */

import type { RecordId, SessionId, SpaceId } from '../../memory/ids.ts';
import { ORIGINS, type OriginKey, originMark } from '../../memory/origins.ts';
import type { StoredRecord } from '../../memory/record.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { idCell } from '../../platform/stored-ids.ts';
import { limitOf } from './reads.ts';
import { sessionNum, spaceNum } from './row-numbers.ts';
import { type RecordRow, recordOf } from './rows.ts';

interface OriginRange {
  readonly workspace: SpaceId | null;
  readonly after: number;
  readonly through: number;
  readonly limit: number;
}

/** In bytes of text: what is longer by itself is passed over. */
interface SpokenLimits {
  readonly each: number;
  readonly bytes: number;
}

type Read = <Result>(work: (statements: SqliteStatements) => Result) => Result;

/** Of a call the text is read in any case: what it printed is told by the command. */
const RECORDS = `SELECT seq, ${idCell('key')} AS id_cell, ts, type, session_id, workspace, ${idCell('turn')} AS turn_cell, source, tool,
    path, tags, metadata,
    iif(instr(metadata, ?) > 0 AND type <> 'tool_use', '', content) AS content
  FROM records WHERE seq > ? AND seq <= ? AND +space IS ? AND type NOT IN ('event', 'approval') ORDER BY seq LIMIT ?`;
const OUTCOMES = `SELECT id FROM records WHERE seq < ? AND space IS ? AND type IN ('tool_result', 'error')
  ORDER BY seq DESC LIMIT ?`;
/** Of so many records of a session the newest are looked at, by the index alone. */
const MOST_SPOKEN = 2_000;
const SPOKEN = `WITH newest AS (
    SELECT seq FROM record_rows WHERE session = ? AND type IN ('prompt', 'tool_result', 'error', 'event') AND ts <= ?
    ORDER BY seq DESC LIMIT ${MOST_SPOKEN}
  ), measured AS (
    SELECT records.seq, id, sum(octet_length(content)) OVER (ORDER BY records.seq DESC) AS bytes
    FROM newest CROSS JOIN records ON records.seq = newest.seq WHERE octet_length(content) <= ?
  )
  SELECT id FROM measured WHERE bytes <= ? ORDER BY seq DESC`;

export class SqliteOrigins {
  /** What the digests of this home are made with. */
  readonly key: OriginKey;
  readonly #read: Read;

  constructor(read: Read, key: OriginKey) {
    this.#read = read;
    this.key = key;
  }

  /** Of a space, in their order, after one place and up to another; without the text of those that have digests of it by this key. */
  async records({ workspace, after, through, limit }: OriginRange): Promise<readonly StoredRecord[]> {
    const digests = `"${ORIGINS}":"${originMark(this.key)}`;
    return this.#read((statements) => {
      const values = [digests, after, through, spaceNum(statements, workspace), limitOf(limit)] as const;
      return statements.all<RecordRow>(RECORDS, ...values).map(recordOf);
    });
  }

  /** Of a space, newest first, before a place: what tools have given back, without reading it. */
  async outcomesBefore(workspace: SpaceId | null, before: number, limit: number): Promise<readonly RecordId[]> {
    return this.#read((statements) => {
      const values = [before, spaceNum(statements, workspace), limitOf(limit)] as const;
      return statements.all<{ readonly id: RecordId }>(OUTCOMES, ...values).map(({ id }) => id);
    });
  }

  /** Of a session, newest first, up to a moment: prompts, events and what tools have given back. */
  async spokenUntil(session: SessionId, moment: number, most: SpokenLimits): Promise<readonly RecordId[]> {
    return this.#read((statements) => {
      const values = [sessionNum(statements, session), moment, limitOf(most.each), limitOf(most.bytes)] as const;
      return statements.all<{ readonly id: RecordId }>(SPOKEN, ...values).map(({ id }) => id);
    });
  }
}
