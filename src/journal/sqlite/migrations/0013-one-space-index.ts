/**
 * Records of a space by their time: one index for those that have their text and those that were emptied, in place of one for
 * all and one for the former, which held nearly the same. Frozen: a change is a new file.
 */
import type { Migration } from '../../../platform/sqlite-migrations.ts';

const INDEX = `
DROP INDEX records_with_text;
DROP INDEX records_by_space;
CREATE INDEX records_by_space ON record_rows (space, (json_extract(metadata, '$.emptied') IS NULL), ts);
`;

export const joinSpaceIndexes: Migration = {
  name: '0013-one-space-index',
  apply(database) {
    database.exec(INDEX);
  },
};
