/**
 * Changes that wait for a person's word. Frozen: a change is a new file. Not history: a row is replaced when the same is
 * asked for again, and goes when it is decided; so it has no checksum. Numbers are not used again.
 */
import type { Migration } from '../../../platform/sqlite-migrations.ts';

const PROPOSALS = `
CREATE TABLE proposals (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  -- What is asked for: the same is one row.
  wish TEXT NOT NULL UNIQUE,
  data TEXT NOT NULL
) STRICT;
`;

export const addProposals: Migration = {
  name: '0011-proposals',
  apply(database) {
    database.exec(PROPOSALS);
  },
};
