/** Who said what first is read anew from the journal: words are taken apart another way. Frozen: a change is a new file. */
import type { Migration } from '../../platform/sqlite-migrations.ts';

export const readOriginsAnew: Migration = {
  name: '0010-origins-anew',
  apply(database) {
    database.exec('DELETE FROM origins; DELETE FROM origin_marks;');
  },
};
