/**
 * Records and turns in less room: ids of ours as their bytes, sessions and spaces as numbers, in `record_rows` and
 * `observation_rows`; `records` and `observations` are views that show them as they were. A turn whose text is what its
 * records say holds none of its own. Frozen: a change is a new file. Checksums stay: they are over what the views show.
 *
 * Rows are copied step by step, each in a transaction of its own, before the last one takes the old tables away: a kill
 * leaves the old ones whole, and the next start goes on behind the last row that was copied; where an older version has
 * changed the old ones meanwhile, all is copied anew, so that nothing erased comes back.
 */

import type { SqliteDatabase } from '../../../platform/sqlite.ts';
import type { Migration } from '../../../platform/sqlite-migrations.ts';
import { idText, keyOf } from '../../../platform/stored-ids.ts';

const ROWS = 1_000;

const TABLES = `
CREATE TABLE space_names (num INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO space_names (id)
  SELECT DISTINCT workspace FROM records WHERE workspace IS NOT NULL
  UNION SELECT DISTINCT workspace FROM observations WHERE workspace IS NOT NULL;

CREATE TABLE record_rows (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id ANY NOT NULL UNIQUE,
  ts INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('prompt', 'assistant', 'tool_use', 'tool_result', 'approval', 'error', 'event')),
  session INTEGER NOT NULL,
  space INTEGER,
  turn ANY,
  source TEXT NOT NULL CHECK (source IN ('typed', 'pasted', 'assistant', 'tool', 'file', 'import')),
  tool TEXT,
  path TEXT,
  content TEXT NOT NULL,
  tags TEXT NOT NULL,
  metadata TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

CREATE TABLE observation_rows (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id ANY NOT NULL,
  rev INTEGER NOT NULL,
  session INTEGER NOT NULL,
  space INTEGER,
  sequence_num INTEGER NOT NULL,
  timestamp INTEGER NOT NULL,
  closed_at INTEGER NOT NULL,
  close_reason TEXT NOT NULL
    CHECK (close_reason IN ('stop', 'failure', 'next-prompt', 'session-end', 'idle', 'late-event', 'erasure')),
  -- All four, or none of them: then the turn says what its records up to last_seq say.
  user_message TEXT,
  tool_calls_json TEXT,
  agent_response TEXT,
  errors_json TEXT,
  last_seq INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  UNIQUE (id, rev)
) STRICT;
`;

const COPIES = [
  `INSERT INTO record_rows
   SELECT seq, ${keyOf('id')}, ts, type, ifnull((SELECT seq FROM sessions WHERE id = old.session_id), -1),
     (SELECT num FROM space_names WHERE id = old.workspace), ${keyOf('turn_id')},
     source, tool, path, content, tags, metadata, checksum
   FROM records AS old WHERE seq > (SELECT ifnull(max(seq), 0) FROM record_rows) ORDER BY seq LIMIT ${ROWS}`,
  `INSERT INTO observation_rows
   SELECT seq, ${keyOf('id')}, rev, ifnull((SELECT seq FROM sessions WHERE id = old.session_id), -1),
     (SELECT num FROM space_names WHERE id = old.workspace), sequence_num, timestamp, closed_at, close_reason,
     user_message, tool_calls_json, agent_response, errors_json, last_seq, checksum
   FROM observations AS old WHERE seq > (SELECT ifnull(max(seq), 0) FROM observation_rows) ORDER BY seq LIMIT ${ROWS}`,
];

const OPEN_TURNS = `
ALTER TABLE open_turns RENAME TO open_turns_before;
DROP INDEX open_turns_by_session;
DROP INDEX open_turns_by_time;
CREATE TABLE open_turns (
  turn ANY PRIMARY KEY NOT NULL,
  session INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  -- Whether it was closed before, so that this is a late event.
  revised INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO open_turns
SELECT ${keyOf('turn_id')}, (SELECT seq FROM sessions WHERE id = session_id), last_at, revised FROM open_turns_before;
DROP TABLE open_turns_before;
CREATE INDEX open_turns_by_session ON open_turns (session, turn);
CREATE INDEX open_turns_by_time ON open_turns (last_at);
`;

/** Every number that was given stays given, also to rows that were erased. */
const NUMBERS = ['record', 'observation']
  .map(
    (name) => `DELETE FROM sqlite_sequence WHERE name = '${name}_rows';
INSERT INTO sqlite_sequence SELECT '${name}_rows', seq FROM sqlite_sequence WHERE name = '${name}s';`,
  )
  .join('\n');

const OLD_TABLES = `
DROP VIEW newest_turns;
DROP VIEW session_summaries;
DROP TABLE records;
DROP TABLE observations;
`;

const INDEXES = `
CREATE INDEX records_by_session ON record_rows (session, turn, type, ts);
CREATE INDEX records_by_turn ON record_rows (turn, ts) WHERE turn IS NOT NULL;
CREATE INDEX records_by_space ON record_rows (space, ts);
CREATE INDEX records_with_text ON record_rows (space, ts) WHERE json_extract(metadata, '$.emptied') IS NULL;
CREATE INDEX records_of_events ON record_rows (
  json_extract(metadata, '$.event'), ts, json_extract(metadata, '$.level'), json_extract(metadata, '$.service'),
  space, session
) WHERE type = 'event' AND json_extract(metadata, '$.event') <> 'session-end';
CREATE INDEX observations_by_time ON observation_rows (timestamp);
CREATE INDEX observations_by_number ON observation_rows (session, sequence_num);
CREATE INDEX observations_by_space ON observation_rows (space, timestamp);
`;

const TRIGGERS = `
CREATE TRIGGER records_open_turn AFTER INSERT ON record_rows WHEN new.turn IS NOT NULL BEGIN
  INSERT INTO open_turns (turn, session, last_at, revised)
  VALUES (
    new.turn, new.session, (SELECT max(ts) FROM record_rows WHERE turn = new.turn),
    EXISTS (SELECT 1 FROM observation_rows WHERE id = new.turn)
  )
  ON CONFLICT (turn) DO UPDATE SET last_at = max(last_at, excluded.last_at);
END;
CREATE TRIGGER hidden_records_erased AFTER DELETE ON record_rows BEGIN
  DELETE FROM hidden_records WHERE record_seq = old.seq;
END;
CREATE TRIGGER records_insert_only BEFORE UPDATE ON record_rows BEGIN
  SELECT RAISE(ABORT, 'the journal is insert-only');
END;
CREATE TRIGGER observations_insert_only BEFORE UPDATE ON observation_rows BEGIN
  SELECT RAISE(ABORT, 'the journal is insert-only');
END;
`;

const VIEWS = `
-- As they are told: ids as text. What rows are found by is there too, under the names that the rows have.
CREATE VIEW records AS
SELECT
  seq, ${idText('row.id')} AS id, ts, type,
  (SELECT id FROM sessions WHERE seq = row.session) AS session_id,
  (SELECT id FROM space_names WHERE num = row.space) AS workspace,
  ${idText('row.turn')} AS turn_id,
  source, tool, path, content, tags, metadata, checksum, row.id AS key, session, space, turn
FROM record_rows AS row;
CREATE VIEW observations AS
SELECT
  seq, ${idText('row.id')} AS id, rev,
  (SELECT id FROM sessions WHERE seq = row.session) AS session_id,
  (SELECT id FROM space_names WHERE num = row.space) AS workspace,
  sequence_num, timestamp, closed_at, close_reason, user_message, tool_calls_json, agent_response, errors_json, last_seq,
  checksum, row.id AS key, session, space
FROM observation_rows AS row;
CREATE VIEW newest_turns AS
SELECT * FROM observations AS turn
WHERE NOT EXISTS (SELECT 1 FROM observation_rows AS newer WHERE newer.id = turn.key AND newer.rev > turn.rev);

-- A session has ended when its last session-end event has nothing after it. By time, not by arrival: a record that is
-- repaired later but happened before does not open it again; one that happened after (a resumed session) does.
CREATE VIEW session_summaries AS
SELECT
  session.*,
  (
    SELECT max(closing.ts) FROM record_rows AS closing
    WHERE closing.session = session.seq AND closing.type = 'event'
      AND json_extract(closing.metadata, '$.event') = 'session-end'
      AND NOT EXISTS (SELECT 1 FROM record_rows AS later WHERE later.session = session.seq AND later.ts > closing.ts)
  ) AS ended_at,
  (SELECT max(ts) FROM record_rows WHERE session = session.seq) AS last_record_at,
  (SELECT count(*) FROM record_rows WHERE session = session.seq AND type IN ('prompt', 'assistant')) AS message_count,
  (SELECT count(DISTINCT id) FROM observation_rows WHERE session = session.seq) AS observation_count
FROM sessions AS session;
`;

function isBegun(database: SqliteDatabase): boolean {
  return database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'record_rows'`).get() !== undefined;
}

/** False when there is nothing left to copy. */
function step(database: SqliteDatabase): boolean {
  if (!isBegun(database)) database.exec(TABLES);
  return COPIES.some((copy) => database.prepare(copy).run().changes > 0);
}

/** Whether an older version has worked on the old tables since a kill: erased, emptied, or added what is of a new space. */
function isOutdated(database: SqliteDatabase): boolean {
  return ['record', 'observation'].some((name) => {
    const differing = `SELECT 1 FROM ${name}s AS old FULL JOIN ${name}_rows AS copied USING (seq)
      WHERE old.checksum IS NOT copied.checksum OR (old.workspace IS NULL) <> (copied.space IS NULL) LIMIT 1`;
    return database.prepare(differing).get() !== undefined;
  });
}

export const compactRows: Migration = {
  name: '0012-compact-rows',
  isBegun,
  step,
  apply(database) {
    while (step(database));
    if (isOutdated(database)) {
      database.exec('DROP TABLE record_rows; DROP TABLE observation_rows; DROP TABLE space_names');
      while (step(database));
    }
    database.exec(NUMBERS + OLD_TABLES + OPEN_TURNS + INDEXES + TRIGGERS + VIEWS);
  },
};
