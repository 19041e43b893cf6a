/**
 * The journal's first schema (DESIGN: `transcript.db`; D-011, D-012, B-013, B-014). Frozen: a change is a new file.
 *
 * Every table carries `seq`, the order in which the journal took the row, explicit so that VACUUM never renumbers what
 * the full-text index points at, and never used twice; and `checksum` over all other columns. `open_turns` and
 * `records_fts` are indexes: made from rows by triggers, without checksums.
 */
import type { Migration } from '../../../platform/sqlite-migrations.ts';

const TABLES = `
CREATE TABLE sessions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  client TEXT NOT NULL,
  workspace TEXT,
  cwd TEXT,
  started_at INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_start ON sessions (started_at);

CREATE TABLE records (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  ts INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('prompt', 'assistant', 'tool_use', 'tool_result', 'approval', 'error', 'event')),
  session_id TEXT NOT NULL REFERENCES sessions (id),
  workspace TEXT,
  turn_id TEXT,
  source TEXT NOT NULL CHECK (source IN ('typed', 'pasted', 'assistant', 'tool', 'file', 'import')),
  tool TEXT,
  path TEXT,
  content TEXT NOT NULL,
  tags TEXT NOT NULL,
  metadata TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX records_by_session ON records (session_id, turn_id, type, ts);
CREATE INDEX records_by_turn ON records (turn_id, ts) WHERE turn_id IS NOT NULL;
CREATE INDEX records_by_workspace ON records (workspace, ts);

CREATE TABLE observations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  rev INTEGER NOT NULL,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  workspace TEXT,
  sequence_num INTEGER NOT NULL,
  timestamp INTEGER NOT NULL,
  closed_at INTEGER NOT NULL,
  close_reason TEXT NOT NULL
    CHECK (close_reason IN ('stop', 'failure', 'next-prompt', 'session-end', 'idle', 'late-event', 'erasure')),
  user_message TEXT NOT NULL,
  tool_calls_json TEXT NOT NULL,
  agent_response TEXT NOT NULL,
  errors_json TEXT NOT NULL,
  last_seq INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  UNIQUE (id, rev)
) STRICT;
CREATE INDEX observations_by_time ON observations (timestamp);
CREATE INDEX observations_by_session ON observations (session_id, timestamp);
CREATE INDEX observations_by_number ON observations (session_id, sequence_num);
CREATE INDEX observations_by_workspace ON observations (workspace, timestamp);

CREATE TABLE injections (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  ts INTEGER NOT NULL,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  workspace TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('boot', 'prompt')),
  items TEXT NOT NULL,
  text TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX injections_by_session ON injections (session_id, ts);

CREATE TABLE spaces (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

-- Where a space has been; the newest row is where it is.
CREATE TABLE space_roots (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  space_id TEXT NOT NULL REFERENCES spaces (id),
  anchor TEXT NOT NULL,
  root TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('git', 'folder')),
  fingerprint TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX space_roots_by_space ON space_roots (space_id);

-- What was erased, without a word of it: the hash of the record's id, and its seq when it was here.
CREATE TABLE tombstones (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id_hash TEXT NOT NULL UNIQUE,
  record_seq INTEGER,
  erased_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;
`;

const INDEXES = `
CREATE VIRTUAL TABLE records_fts USING fts5 (
  content, tags, path, content = 'records', content_rowid = 'seq', tokenize = 'porter unicode61'
);
-- The pragma of that name does not reach FTS5: without this a deleted word stays in the index's segments.
INSERT INTO records_fts (records_fts, rank) VALUES ('secure-delete', 1);
-- Merging segments happens inside a commit that somebody waits for. At the default of 16 every sixteenth is slow;
-- later merges cost a search a millisecond and take a third off the 95th percentile of an append.
INSERT INTO records_fts (records_fts, rank) VALUES ('crisismerge', 64);
CREATE TRIGGER records_fts_insert AFTER INSERT ON records BEGIN
  INSERT INTO records_fts (rowid, content, tags, path) VALUES (new.seq, new.content, new.tags, new.path);
END;
CREATE TRIGGER records_fts_delete AFTER DELETE ON records BEGIN
  INSERT INTO records_fts (records_fts, rowid, content, tags, path)
  VALUES ('delete', old.seq, old.content, old.tags, old.path);
END;

-- Turns with a record that no closing has looked at: a row comes with the record and goes when the turn is closed.
CREATE TABLE open_turns (turn_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TRIGGER records_open_turn AFTER INSERT ON records WHEN new.turn_id IS NOT NULL BEGIN
  INSERT INTO open_turns (turn_id) VALUES (new.turn_id) ON CONFLICT DO NOTHING;
END;
`;

const VIEWS = `
CREATE VIEW newest_turns AS
SELECT * FROM observations AS turn
WHERE NOT EXISTS (SELECT 1 FROM observations AS newer WHERE newer.id = turn.id AND newer.rev > turn.rev);

-- A session has ended when its last session-end event has nothing after it. By time, not by arrival: a record that is
-- repaired later but happened before does not open it again; one that happened after (a resumed session) does.
CREATE VIEW session_summaries AS
SELECT
  session.*,
  (
    SELECT max(closing.ts) FROM records AS closing
    WHERE closing.session_id = session.id AND closing.type = 'event'
      AND json_extract(closing.metadata, '$.event') = 'session-end'
      AND NOT EXISTS (SELECT 1 FROM records AS later WHERE later.session_id = session.id AND later.ts > closing.ts)
  ) AS ended_at,
  (SELECT max(ts) FROM records WHERE session_id = session.id) AS last_record_at,
  (SELECT count(*) FROM records WHERE session_id = session.id AND type IN ('prompt', 'assistant')) AS message_count,
  (SELECT count(DISTINCT id) FROM observations WHERE session_id = session.id) AS observation_count
FROM sessions AS session;
`;

const HISTORY_TABLES = ['sessions', 'records', 'observations', 'injections', 'spaces', 'space_roots', 'tombstones'];

function refuseUpdates(table: string): string {
  return `CREATE TRIGGER ${table}_insert_only BEFORE UPDATE ON ${table} BEGIN
    SELECT RAISE(ABORT, 'the journal is insert-only');
  END;`;
}

export const createJournal: Migration = {
  name: '0001-journal',
  apply(database) {
    database.exec(TABLES + INDEXES + VIEWS + HISTORY_TABLES.map(refuseUpdates).join('\n'));
  },
};
