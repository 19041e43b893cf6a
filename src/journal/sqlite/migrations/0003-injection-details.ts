/**
 * What is known of an injection beside its text, and injections before tool calls. Frozen: a change is a new file.
 *
 * The kinds of injection were a CHECK, which SQLite cannot change: the table is made anew, row by row and checksum by
 * checksum the same, and goes on counting where it was. The details are a table of their own, because a new column would
 * make the checksums of old rows wrong.
 */
import type { Migration } from '../../../platform/sqlite-migrations.ts';

const INJECTIONS = `
CREATE TABLE all_injections (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  ts INTEGER NOT NULL,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  workspace TEXT,
  kind TEXT NOT NULL,
  items TEXT NOT NULL,
  text TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;
INSERT INTO all_injections (seq, id, ts, session_id, workspace, kind, items, text, checksum)
  SELECT seq, id, ts, session_id, workspace, kind, items, text, checksum FROM injections ORDER BY seq;
DELETE FROM sqlite_sequence WHERE name = 'all_injections';
INSERT INTO sqlite_sequence (name, seq) SELECT 'all_injections', seq FROM sqlite_sequence WHERE name = 'injections';
DROP TABLE injections;
ALTER TABLE all_injections RENAME TO injections;
CREATE INDEX injections_by_session ON injections (session_id, ts);
CREATE TRIGGER injections_insert_only BEFORE UPDATE ON injections BEGIN
  SELECT RAISE(ABORT, 'the journal is insert-only');
END;
`;

const DETAILS = `
CREATE TABLE injection_details (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  injection_id TEXT NOT NULL UNIQUE REFERENCES injections (id),
  turn_id TEXT,
  scores TEXT NOT NULL,
  tokens INTEGER NOT NULL CHECK (tokens >= 0),
  took_ms REAL NOT NULL CHECK (took_ms BETWEEN 0 AND 1e9),
  checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX injection_details_by_turn ON injection_details (turn_id) WHERE turn_id IS NOT NULL;
CREATE TRIGGER injection_details_insert_only BEFORE UPDATE ON injection_details BEGIN
  SELECT RAISE(ABORT, 'the journal is insert-only');
END;
`;

export const addInjectionDetails: Migration = {
  name: '0003-injection-details',
  apply(database) {
    database.exec(INJECTIONS + DETAILS);
  },
};
