/** How much a session has said that nobody has read. What waited before counts as nothing, and is read with its batch. Frozen. */
import type { Migration } from '../../platform/sqlite-migrations.ts';

const SIZES = `
ALTER TABLE curation_queue ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE curation_queue ADD COLUMN tools INTEGER NOT NULL DEFAULT 0;
`;

export const keepSessionSize: Migration = {
  name: '0008-session-size',
  apply(database) {
    database.exec(SIZES);
  },
};
