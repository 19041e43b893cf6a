/**
 * What retention needs to destroy nothing by a wrong clock: how long processes really ran, which records are hidden before
 * they are emptied, and how much was hidden at once. Frozen: a change is a new file. Rows are as in 0001: `seq`, `checksum`;
 * the row of the stretch that goes on is put back whole with more time in it.
 */
import type { Migration } from '../../../platform/sqlite-migrations.ts';

const RETENTION = `
-- One row for each stretch of a process in which the wall clock kept its distance from measured time. \`ran_ms\` is what its
-- monotonic clock counted; the others are as they were at its end. Records after one place, through another, came in it.
CREATE TABLE running_times (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  process TEXT NOT NULL,
  stretch INTEGER NOT NULL,
  ran_ms INTEGER NOT NULL,
  measured INTEGER NOT NULL,
  wall INTEGER NOT NULL,
  boot TEXT,
  boot_ms INTEGER,
  after_record INTEGER NOT NULL,
  through_record INTEGER NOT NULL,
  believed_ms INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  UNIQUE (process, stretch)
) STRICT;

-- Past their time: for no agent and no search. \`ran_ms\` is how long processes had run in all when it was hidden.
CREATE TABLE hidden_records (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  record_seq INTEGER NOT NULL UNIQUE,
  workspace TEXT,
  ts INTEGER NOT NULL,
  ran_ms INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX hidden_records_by_workspace ON hidden_records (workspace);
CREATE TRIGGER hidden_records_erased AFTER DELETE ON records BEGIN
  DELETE FROM hidden_records WHERE record_seq = old.seq;
END;

-- How many records were hidden at once, and whether a person had said so.
CREATE TABLE retention_sweeps (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  ts INTEGER NOT NULL,
  ran_ms INTEGER NOT NULL,
  records INTEGER NOT NULL,
  asked_by TEXT NOT NULL CHECK (asked_by IN ('age', 'person')),
  checksum INTEGER NOT NULL
) STRICT;
`;

const HISTORY_TABLES = ['running_times', 'hidden_records', 'retention_sweeps'];

function refuseUpdates(table: string): string {
  return `CREATE TRIGGER ${table}_insert_only BEFORE UPDATE ON ${table} BEGIN
    SELECT RAISE(ABORT, 'the journal is insert-only');
  END;`;
}

export const addRetention: Migration = {
  name: '0010-retention',
  apply(database) {
    database.exec(RETENTION + HISTORY_TABLES.map(refuseUpdates).join('\n'));
  },
};
