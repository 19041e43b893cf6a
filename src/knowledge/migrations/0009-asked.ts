/** Ways somebody might ask for a learning, as a list of texts: words for the index. Frozen: a change is a new file. */
import type { Migration } from '../../platform/sqlite-migrations.ts';

export const keepAsked: Migration = {
  name: '0009-asked',
  apply(database) {
    database.exec("ALTER TABLE learnings ADD COLUMN asked TEXT NOT NULL DEFAULT '[]'");
  },
};
