/**
 * The first schema of knowledge (DESIGN: `memory.db`, B-015, B-016). Frozen: a change is a new file.
 *
 * `seq` is the order in which rows came, explicit so that VACUUM never renumbers what the full-text index points at.
 * A workspace is NULL for the user scope; in `file_versions` and `disk_versions` it is part of a key, where two NULLs
 * would be two things, and so it is '' there.
 */
import type { Migration } from '../../platform/sqlite-migrations.ts';

const LEARNINGS = `
CREATE TABLE learnings (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_to INTEGER,
  workspace TEXT,
  session_id TEXT,
  source_observation_id TEXT,
  scope TEXT NOT NULL CHECK (scope IN ('user', 'space', 'app')),
  app TEXT CHECK ((app IS NOT NULL) = (scope = 'app')),
  type TEXT NOT NULL CHECK (type IN (
    'FACT', 'PATTERN', 'CORRECTION', 'PREFERENCE', 'ACTION', 'TOOL_INSTALL',
    'timing', 'dependency', 'behavior', 'remediation', 'maintenance'
  )),
  subject TEXT,
  content TEXT NOT NULL,
  tags TEXT NOT NULL,
  confidence REAL NOT NULL,
  trust TEXT NOT NULL CHECK (trust IN ('typed', 'pasted', 'assistant', 'tool', 'file', 'import')),
  evidence TEXT NOT NULL,
  pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
  sensitive INTEGER NOT NULL CHECK (sensitive IN (0, 1)),
  persistent INTEGER NOT NULL CHECK (persistent IN (0, 1)),
  superseded_by TEXT
) STRICT;
CREATE INDEX learnings_by_creation ON learnings (created_at);
CREATE INDEX learnings_by_workspace ON learnings (workspace, created_at) WHERE valid_to IS NULL;
-- For the boot block: what was learned or confirmed lately, also of what was learned long ago.
CREATE INDEX learnings_by_confirmation ON learnings (workspace, max(created_at, confirmed_at), created_at)
  WHERE valid_to IS NULL;
-- For the operational part of the boot block, and for counting.
CREATE INDEX learnings_by_type ON learnings (type, workspace, created_at) WHERE valid_to IS NULL;
CREATE INDEX learnings_by_turn ON learnings (source_observation_id) WHERE source_observation_id IS NOT NULL;

CREATE TABLE learning_history (
  seq INTEGER PRIMARY KEY,
  learning_id TEXT NOT NULL,
  ts INTEGER NOT NULL,
  cause TEXT NOT NULL
    CHECK (cause IN ('learned', 'reinforced', 'superseded', 'corrected', 'edited', 'withdrawn', 'reviewed')),
  before TEXT,
  after TEXT NOT NULL
) STRICT;
CREATE INDEX learning_history_by_learning ON learning_history (learning_id);
`;

const FULL_TEXT = `
CREATE VIRTUAL TABLE learnings_fts USING fts5 (
  content, type, subject, tags, content = 'learnings', content_rowid = 'seq', tokenize = 'porter unicode61'
);
-- The pragma of that name does not reach FTS5: without this a deleted word stays in the index's segments.
INSERT INTO learnings_fts (learnings_fts, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER learnings_fts_insert AFTER INSERT ON learnings BEGIN
  INSERT INTO learnings_fts (rowid, content, type, subject, tags)
  VALUES (new.seq, new.content, new.type, new.subject, new.tags);
END;
CREATE TRIGGER learnings_fts_delete AFTER DELETE ON learnings BEGIN
  INSERT INTO learnings_fts (learnings_fts, rowid, content, type, subject, tags)
  VALUES ('delete', old.seq, old.content, old.type, old.subject, old.tags);
END;
-- Most changes of a learning leave its words alone: they raise its confidence or close it.
CREATE TRIGGER learnings_fts_update AFTER UPDATE ON learnings
WHEN (old.content, old.type, old.subject, old.tags) IS NOT (new.content, new.type, new.subject, new.tags) BEGIN
  INSERT INTO learnings_fts (learnings_fts, rowid, content, type, subject, tags)
  VALUES ('delete', old.seq, old.content, old.type, old.subject, old.tags);
  INSERT INTO learnings_fts (rowid, content, type, subject, tags)
  VALUES (new.seq, new.content, new.type, new.subject, new.tags);
END;
`;

const ACTIONS_FILES_REVIEWS = `
CREATE TABLE pending_actions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  workspace TEXT,
  session_id TEXT,
  content TEXT NOT NULL,
  priority INTEGER NOT NULL CHECK (priority IN (1, 2, 3)),
  status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'dismissed')),
  source_learning_id TEXT,
  evidence TEXT NOT NULL
) STRICT;
CREATE INDEX pending_actions_by_status ON pending_actions (status, workspace);

CREATE TABLE file_versions (
  workspace TEXT NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  ts INTEGER NOT NULL,
  act_id TEXT NOT NULL,
  author TEXT NOT NULL CHECK (author IN ('curator', 'human', 'deploy', 'undo')),
  content TEXT NOT NULL,
  human_lines TEXT NOT NULL,
  PRIMARY KEY (workspace, name, version)
) STRICT;
CREATE TABLE disk_versions (
  workspace TEXT NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (workspace, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE reviews (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  act_id TEXT NOT NULL,
  workspace TEXT,
  reason TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'accepted', 'rejected')),
  held TEXT NOT NULL
) STRICT;
CREATE INDEX reviews_by_status ON reviews (status, created_at);

CREATE TABLE receipts (
  seq INTEGER PRIMARY KEY,
  injection_id TEXT NOT NULL,
  ts INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  item TEXT NOT NULL,
  rank INTEGER NOT NULL,
  UNIQUE (injection_id, rank)
) STRICT;
CREATE INDEX receipts_by_time ON receipts (ts);
CREATE INDEX receipts_by_session ON receipts (session_id, ts);
`;

const CURATION = `
CREATE TABLE curation_queue (
  seq INTEGER PRIMARY KEY,
  turn_id TEXT NOT NULL UNIQUE,
  rev INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  workspace TEXT,
  closed_at INTEGER NOT NULL,
  urgent INTEGER NOT NULL CHECK (urgent IN (0, 1)),
  status TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'claimed', 'parked')),
  -- 0 for a turn that was never tried: it is due whatever the clock says.
  due_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  owner TEXT CHECK ((owner IS NOT NULL) = (status = 'claimed')),
  lease_until INTEGER CHECK ((lease_until IS NOT NULL) = (status = 'claimed')),
  parked_at INTEGER CHECK ((parked_at IS NOT NULL) = (status = 'parked')),
  failing_since INTEGER,
  reason TEXT
) STRICT;
-- A long backlog must not make its summary or a claim slow: the first holds all the summary asks for, the second knows
-- whose turn it is.
CREATE INDEX curation_queue_by_space ON curation_queue (status, workspace, closed_at, seq, urgent, due_at);
CREATE INDEX curation_queue_by_urgency ON curation_queue (status, urgent DESC, closed_at);
CREATE INDEX curation_queue_by_failure ON curation_queue (status, failing_since) WHERE failing_since IS NOT NULL;

CREATE TABLE curated_turns (turn_id TEXT PRIMARY KEY, rev INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE dropped (reason TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- How far the journal was followed.
CREATE TABLE marks (name TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO marks (name, seq) VALUES ('applied_through', 0), ('fed_through', 0);
`;

export const createKnowledge: Migration = {
  name: '0001-knowledge',
  apply(database) {
    database.exec(LEARNINGS + FULL_TEXT + ACTIONS_FILES_REVIEWS + CURATION);
  },
};
