/**
 * Search has an index of its own, outside the journal: the full-text table and its triggers go. Frozen: a change is a new
 * file.
 *
 * Its pages hold words of every record. `secure_delete` overwrites them with zeros as they become free, so nothing is left
 * in the file to erase later. They stay in the file as free pages, which new rows fill first.
 */
import type { Migration } from '../../../platform/sqlite-migrations.ts';

const FULL_TEXT = `
DROP TRIGGER records_fts_insert;
DROP TRIGGER records_fts_delete;
-- Dropped full, every page of it would be kept in memory until the statement ends.
INSERT INTO records_fts (records_fts) VALUES ('delete-all');
DROP TABLE records_fts;
`;

export const dropFullText: Migration = {
  name: '0004-no-full-text',
  apply(database) {
    database.exec(FULL_TEXT);
  },
};
