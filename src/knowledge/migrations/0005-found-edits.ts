/**
 * What was found in a file on disk and nobody vouched for, and when all files were last seen to be as they should be. Frozen:
 * a change is a new file.
 *
 * Authors were a CHECK, which SQLite cannot change: versions are made anew, row by row the same.
 */
import type { Migration } from '../../platform/sqlite-migrations.ts';

const VERSIONS = `
CREATE TABLE all_versions (
  workspace TEXT NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  ts INTEGER NOT NULL,
  act_id TEXT NOT NULL,
  author TEXT NOT NULL,
  content TEXT NOT NULL,
  human_lines TEXT NOT NULL,
  PRIMARY KEY (workspace, name, version)
) STRICT;
INSERT INTO all_versions (workspace, name, version, ts, act_id, author, content, human_lines)
  SELECT workspace, name, version, ts, act_id, author, content, human_lines FROM file_versions;
DROP TABLE file_versions;
ALTER TABLE all_versions RENAME TO file_versions;
CREATE INDEX file_versions_by_act ON file_versions (act_id);
`;

const FOUND = `
CREATE INDEX reviews_found ON reviews (status) WHERE held ->> '$.before' IS NOT NULL;
INSERT INTO marks (name, seq) VALUES ('files_seen', 0);
`;

export const keepFoundEdits: Migration = {
  name: '0005-found-edits',
  apply(database) {
    database.exec(VERSIONS + FOUND);
  },
};
