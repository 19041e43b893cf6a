/**
 * Several things may be under way to be forgotten: one that cannot be finished now must not keep the next from it. Frozen: a
 * change is a new file. The table holds nothing when nothing is being forgotten.
 */
import type { Migration } from '../../../platform/sqlite-migrations.ts';

const FORGETTINGS = `
CREATE TABLE forgettings (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  data TEXT NOT NULL
) STRICT;
INSERT INTO forgettings (id, data) SELECT id, data FROM forgetting;
DROP TABLE forgetting;
`;

export const addForgettings: Migration = {
  name: '0009-forgettings',
  apply(database) {
    database.exec(FORGETTINGS);
  },
};
