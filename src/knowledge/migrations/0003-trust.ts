/**
 * What a person marks, forgets and takes back. Frozen: a change is a new file.
 *
 * Causes were a CHECK, which SQLite cannot change: the history is made anew, row by row the same, with the act that caused
 * each change. What rests on a record is found without looking through everything; triggers keep that true.
 */
import type { Migration } from '../../platform/sqlite-migrations.ts';

const HISTORY = `
CREATE TABLE whole_history (
  seq INTEGER PRIMARY KEY,
  learning_id TEXT NOT NULL,
  ts INTEGER NOT NULL,
  cause TEXT NOT NULL,
  before TEXT,
  after TEXT NOT NULL,
  act_id TEXT
) STRICT;
INSERT INTO whole_history (seq, learning_id, ts, cause, before, after)
  SELECT seq, learning_id, ts, cause, before, after FROM learning_history ORDER BY seq;
DROP TABLE learning_history;
ALTER TABLE whole_history RENAME TO learning_history;
CREATE INDEX learning_history_by_learning ON learning_history (learning_id);
CREATE INDEX learning_history_by_act ON learning_history (act_id) WHERE act_id IS NOT NULL;
CREATE INDEX file_versions_by_act ON file_versions (act_id);

-- What actions and reviews were before and after an act: they have no history of their own.
CREATE TABLE act_changes (
  seq INTEGER PRIMARY KEY,
  act_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('action', 'review')),
  item TEXT NOT NULL,
  workspace TEXT,
  before TEXT,
  after TEXT NOT NULL
) STRICT;
CREATE INDEX act_changes_by_act ON act_changes (act_id);

-- Added to the places of changes that are told outside: when something vanished, all of them are other places.
INSERT INTO marks (name, seq) VALUES ('history_base', 0);
`;

const EVIDENCE = `
CREATE TABLE evidence (
  record_id TEXT NOT NULL,
  item TEXT NOT NULL,
  PRIMARY KEY (record_id, item)
) STRICT, WITHOUT ROWID;
${['learnings', 'pending_actions'].map(keepEvidence).join('')}`;

/** A damaged row is told where it is read. */
function listed(row: string): string {
  return `json_each(CASE WHEN json_valid(${row}.evidence) THEN ${row}.evidence ELSE '[]' END)`;
}

function keepEvidence(table: string): string {
  const add = `INSERT OR IGNORE INTO evidence (record_id, item) SELECT value, new.id FROM ${listed('new')};`;
  const remove = `DELETE FROM evidence WHERE item = old.id AND record_id IN (SELECT value FROM ${listed('old')});`;
  return `
INSERT OR IGNORE INTO evidence (record_id, item) SELECT value, ${table}.id FROM ${table}, ${listed(table)};
CREATE TRIGGER ${table}_evidence_insert AFTER INSERT ON ${table} BEGIN ${add} END;
CREATE TRIGGER ${table}_evidence_delete AFTER DELETE ON ${table} BEGIN ${remove} END;
CREATE TRIGGER ${table}_evidence_update AFTER UPDATE OF evidence ON ${table}
WHEN old.evidence IS NOT new.evidence BEGIN ${remove} ${add} END;
`;
}

const MARKS = `
CREATE TABLE record_marks (
  id TEXT PRIMARY KEY,
  workspace TEXT,
  pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
  sensitive INTEGER NOT NULL CHECK (sensitive IN (0, 1))
) STRICT, WITHOUT ROWID;
-- Digests of the lines that stand on disk, while the version that held them is gone and the file is not written yet.
ALTER TABLE disk_versions ADD COLUMN gone_lines TEXT;
`;

export const keepTrust: Migration = {
  name: '0003-trust',
  apply(database) {
    database.exec(HISTORY + EVIDENCE + MARKS);
  },
};
