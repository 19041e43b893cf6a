/**
 * Who said something first, in less than half the room: a space stands in each row as its number, not by its name. It is
 * read anew from the journal. Frozen: a change is a new file.
 */
import type { Migration } from '../../platform/sqlite-migrations.ts';

const ORIGINS = `
DROP TABLE origins;
DROP TABLE origin_marks;
-- How far each space was read, and its number. The user scope is ''.
CREATE TABLE origin_marks (space INTEGER PRIMARY KEY, workspace TEXT NOT NULL UNIQUE, through INTEGER NOT NULL) STRICT;
-- Places in the journal; heard_at is when a tool said it first.
CREATE TABLE origins (
  space INTEGER NOT NULL,
  digest TEXT NOT NULL,
  person INTEGER,
  agent INTEGER,
  output INTEGER,
  read INTEGER,
  ran INTEGER,
  heard_at INTEGER,
  PRIMARY KEY (space, digest)
) STRICT, WITHOUT ROWID;
`;

export const shortenOrigins: Migration = {
  name: '0011-short-origins',
  apply(database) {
    database.exec(ORIGINS);
  },
};
