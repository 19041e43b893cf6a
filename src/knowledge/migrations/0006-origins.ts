/**
 * Who said something first in a space, by digests (memory/origins.ts). Computed from the journal, so that it can be begun
 * anew at any time. Frozen: a change is a new file.
 */
import type { Migration } from '../../platform/sqlite-migrations.ts';

const ORIGINS = `
-- Places in the journal; heard_at is when a tool said it first. The user scope is ''.
CREATE TABLE origins (
  workspace TEXT NOT NULL,
  digest TEXT NOT NULL,
  person INTEGER,
  agent INTEGER,
  output INTEGER,
  read INTEGER,
  ran INTEGER,
  heard_at INTEGER,
  PRIMARY KEY (workspace, digest)
) STRICT, WITHOUT ROWID;
CREATE TABLE origin_marks (workspace TEXT PRIMARY KEY, through INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

export const keepOrigins: Migration = {
  name: '0006-origins',
  apply(database) {
    database.exec(ORIGINS);
  },
};
