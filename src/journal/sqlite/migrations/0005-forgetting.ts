/**
 * What forgetting and retention need: checkpoints of what is known, tombstones of texts and sessions, receipts. Frozen: a
 * change is a new file. Rows are as in 0001: `seq`, `checksum`, insert-only; who may replace one puts it back whole, under
 * the same number.
 *
 * `injection_items` is an index made by triggers, like `open_turns`; `emptied_records` tells indexes what to drop;
 * `forgetting` is a note of work under way. None has checksums.
 */
import type { Migration } from '../../../platform/sqlite-migrations.ts';

const CHECKPOINTS = `
-- All that is known in some scopes. \`scopes\` says of each how many rows it had: superseded ones are deleted.
CREATE TABLE checkpoints (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE REFERENCES act_order (id),
  ts INTEGER NOT NULL,
  workspace TEXT,
  cause TEXT NOT NULL,
  scopes TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

-- No reference to checkpoints: there are many, so they are stored before the one they belong to counts.
CREATE TABLE checkpoint_rows (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  checkpoint_id TEXT NOT NULL,
  scope TEXT,
  kind TEXT NOT NULL,
  data TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX checkpoint_rows_by_scope ON checkpoint_rows (checkpoint_id, scope);

-- One row for each scope that has one; the columns beside max() are of the same row.
CREATE VIEW newest_checkpoints AS
SELECT
  entry.value ->> 'workspace' AS scope,
  max(place.seq) AS place,
  checkpoint.id AS checkpoint_id,
  entry.value ->> 'rows' AS rows
FROM checkpoints AS checkpoint JOIN act_order AS place ON place.id = checkpoint.id, json_each(checkpoint.scopes) AS entry
GROUP BY entry.value ->> 'workspace';
`;

const ERASED = `
-- Text that was erased, as a hash under a key that is not in this file.
CREATE TABLE content_tombstones (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  content_hash TEXT NOT NULL UNIQUE,
  erased_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

-- Events of a session are refused up to the newest of its moments.
CREATE TABLE session_tombstones (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id_hash TEXT NOT NULL,
  refused_through INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  UNIQUE (id_hash, refused_through)
) STRICT;

-- How much was forgotten, and nothing of what it was.
CREATE TABLE forget_receipts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  data TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

-- Names what is to be forgotten, so it holds nothing when nothing is.
CREATE TABLE forgetting (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  id TEXT NOT NULL,
  data TEXT NOT NULL
) STRICT;
`;

const INDEXES = `
CREATE TABLE injection_items (
  item TEXT NOT NULL,
  injection_seq INTEGER NOT NULL,
  PRIMARY KEY (item, injection_seq)
) STRICT, WITHOUT ROWID;
INSERT INTO injection_items (item, injection_seq)
  SELECT DISTINCT entry.value, injection.seq FROM injections AS injection, json_each(injection.items) AS entry;
CREATE TRIGGER injection_items_insert AFTER INSERT ON injections BEGIN
  INSERT INTO injection_items (item, injection_seq)
    SELECT value, new.seq FROM json_each(new.items) WHERE true ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER injection_items_delete AFTER DELETE ON injections BEGIN
  DELETE FROM injection_items
    WHERE injection_seq = old.seq AND item IN (SELECT value FROM json_each(old.items));
END;

-- What retention has yet to look at: what was emptied is not in it.
CREATE INDEX records_with_text ON records (workspace, ts) WHERE json_extract(metadata, '$.emptied') IS NULL;
-- What it has emptied, in that order, for whoever holds words of records elsewhere.
CREATE TABLE emptied_records (seq INTEGER PRIMARY KEY AUTOINCREMENT, record_seq INTEGER NOT NULL) STRICT;
`;

const HISTORY_TABLES = [
  'checkpoints',
  'checkpoint_rows',
  'content_tombstones',
  'session_tombstones',
  'forget_receipts',
];

function refuseUpdates(table: string): string {
  return `CREATE TRIGGER ${table}_insert_only BEFORE UPDATE ON ${table} BEGIN
    SELECT RAISE(ABORT, 'the journal is insert-only');
  END;`;
}

export const addForgetting: Migration = {
  name: '0005-forgetting',
  apply(database) {
    database.exec(CHECKPOINTS + ERASED + INDEXES + HISTORY_TABLES.map(refuseUpdates).join('\n'));
  },
};
