/** Receipts say how well an item fitted, which turn it was given to, and what became of it. Frozen: a change is a new file. */
import type { Migration } from '../../platform/sqlite-migrations.ts';

const RECEIPTS = `
-- Until now only blocks at the start of a session were given.
ALTER TABLE receipts ADD COLUMN kind TEXT NOT NULL DEFAULT 'boot';
ALTER TABLE receipts ADD COLUMN score REAL;
ALTER TABLE receipts ADD COLUMN turn_id TEXT;
ALTER TABLE receipts ADD COLUMN outcome TEXT;
CREATE INDEX receipts_by_item ON receipts (item, kind, outcome);
-- What status counts, without the many items of boot blocks.
CREATE INDEX receipts_by_outcome ON receipts (ts, outcome) WHERE kind <> 'boot';
`;

export const judgeReceipts: Migration = {
  name: '0002-receipts',
  apply(database) {
    database.exec(RECEIPTS);
  },
};
