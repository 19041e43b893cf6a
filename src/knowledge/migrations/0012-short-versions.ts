/**
 * Versions of memory files as what differs from an earlier one (version-texts.ts), those from before stay whole; and turns
 * that were curated by the bytes of their ids. Frozen: a change is a new file.
 */
import type { Migration } from '../../platform/sqlite-migrations.ts';
import { keyOf } from '../../platform/stored-ids.ts';

const VERSIONS = 'ALTER TABLE file_versions ADD COLUMN base INTEGER;';

const CURATED = `
ALTER TABLE curated_turns RENAME TO curated_before;
CREATE TABLE curated_turns (turn ANY PRIMARY KEY NOT NULL, rev INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO curated_turns (turn, rev) SELECT ${keyOf('turn_id')}, rev FROM curated_before ORDER BY 1;
DROP TABLE curated_before;
`;

export const shortenVersions: Migration = {
  name: '0012-short-versions',
  apply(database) {
    database.exec(VERSIONS + CURATED);
  },
};
