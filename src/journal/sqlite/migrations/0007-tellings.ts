/**
 * Which event without an id of its own was told how often, by which channel. Frozen: a change is a new file. A note beside
 * the records, like `open_turns`: no checksums, no text.
 */
import type { Migration } from '../../../platform/sqlite-migrations.ts';

const TELLINGS = `
CREATE TABLE tellings (
  event_id TEXT NOT NULL,
  base_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  session_id TEXT NOT NULL,
  occurrence INTEGER NOT NULL,
  PRIMARY KEY (event_id, base_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX tellings_by_base ON tellings (base_id, channel, occurrence);
CREATE INDEX tellings_by_session ON tellings (session_id);
`;

export const addTellings: Migration = {
  name: '0007-tellings',
  apply(database) {
    database.exec(TELLINGS);
  },
};
