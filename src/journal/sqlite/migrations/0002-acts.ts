/**
 * What shapes knowledge and cannot be computed again, and what models cost (DESIGN: `transcript.db`). Frozen: a change is
 * a new file. Rows are as in 0001: `seq`, `checksum`, insert-only.
 *
 * Lists that will grow (kinds of act, file names, presets) have no CHECK: SQLite cannot change one without making the
 * table anew. What was configured at a curation is one JSON object, because more of it will come to matter.
 */
import type { Migration } from '../../../platform/sqlite-migrations.ts';

const ACTS = `
-- One order over all kinds: its seq is the act's place.
CREATE TABLE act_order (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

-- One batch of turns read by a curator, and what it answered.
CREATE TABLE curations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE REFERENCES act_order (id),
  ts INTEGER NOT NULL,
  workspace TEXT,
  curator TEXT NOT NULL,
  turns TEXT NOT NULL,
  files TEXT NOT NULL,
  settings TEXT NOT NULL,
  prompt_hash TEXT NOT NULL,
  answers TEXT NOT NULL,
  input_tokens INTEGER NOT NULL CHECK (input_tokens >= 0),
  output_tokens INTEGER NOT NULL CHECK (output_tokens >= 0),
  cost_usd REAL NOT NULL CHECK (cost_usd BETWEEN 0 AND 1e9),
  checksum INTEGER NOT NULL
) STRICT;

-- Something a person did. Which columns are filled depends on the kind.
CREATE TABLE edits (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE REFERENCES act_order (id),
  ts INTEGER NOT NULL,
  workspace TEXT,
  kind TEXT NOT NULL,
  file_name TEXT,
  file_workspace TEXT,
  version INTEGER,
  content TEXT,
  release TEXT,
  files TEXT,
  action TEXT,
  status TEXT,
  review TEXT,
  decision TEXT,
  before TEXT,
  replaced TEXT,
  checksum INTEGER NOT NULL
) STRICT;

-- What a look at a project's folder found.
CREATE TABLE scans (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE REFERENCES act_order (id),
  ts INTEGER NOT NULL,
  workspace TEXT,
  paths TEXT NOT NULL,
  partial INTEGER NOT NULL CHECK (partial IN (0, 1)),
  checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX scans_by_workspace ON scans (workspace, seq);
CREATE INDEX edits_by_kind ON edits (kind, seq);
`;

const MODEL_CALLS = `
-- Reserved before it is made. An upper bound, because infinity in a sum would close the budget for ever.
CREATE TABLE model_calls (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  ts INTEGER NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  purpose TEXT NOT NULL,
  reserved_usd REAL NOT NULL CHECK (reserved_usd BETWEEN 0 AND 1e9),
  checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX model_calls_by_time ON model_calls (ts, id, reserved_usd);

-- Whose turns it reads. No reference to sessions: what was spent stays spent when a session is forgotten.
CREATE TABLE model_call_sessions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  call_id TEXT NOT NULL REFERENCES model_calls (id),
  session_id TEXT NOT NULL,
  share REAL NOT NULL CHECK (share BETWEEN 0 AND 1),
  checksum INTEGER NOT NULL,
  UNIQUE (call_id, session_id)
) STRICT;
CREATE INDEX model_call_sessions_by_session ON model_call_sessions (session_id, call_id, share);

CREATE TABLE model_call_ends (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  call_id TEXT NOT NULL UNIQUE REFERENCES model_calls (id),
  ts INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('answered', 'failed')),
  problem TEXT,
  input_tokens INTEGER NOT NULL CHECK (input_tokens >= 0),
  output_tokens INTEGER NOT NULL CHECK (output_tokens >= 0),
  cost_usd REAL NOT NULL CHECK (cost_usd BETWEEN 0 AND 1e9),
  checksum INTEGER NOT NULL
) STRICT;
`;

const HISTORY_TABLES = [
  'act_order',
  'curations',
  'edits',
  'scans',
  'model_calls',
  'model_call_sessions',
  'model_call_ends',
];

function refuseUpdates(table: string): string {
  return `CREATE TRIGGER ${table}_insert_only BEFORE UPDATE ON ${table} BEGIN
    SELECT RAISE(ABORT, 'the journal is insert-only');
  END;`;
}

export const addActs: Migration = {
  name: '0002-acts',
  apply(database) {
    database.exec(ACTS + MODEL_CALLS + HISTORY_TABLES.map(refuseUpdates).join('\n'));
  },
};
