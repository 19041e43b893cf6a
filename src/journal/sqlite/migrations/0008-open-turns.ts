/**
 * Open turns with what decides whether they are to be closed, so that nobody looks through all of them: a program may hand
 * in a hundred thousand at once. Frozen: a change is a new file. A row comes with a record and goes when the turn is closed.
 */
import type { Migration } from '../../../platform/sqlite-migrations.ts';

const OPEN_TURNS = `
DROP TRIGGER records_open_turn;
ALTER TABLE open_turns RENAME TO open_turns_before;
CREATE TABLE open_turns (
  turn_id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  last_at INTEGER NOT NULL,
  -- Whether it was closed before, so that this is a late event.
  revised INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO open_turns
SELECT record.turn_id, record.session_id, max(record.ts), EXISTS (SELECT 1 FROM observations WHERE id = record.turn_id)
FROM open_turns_before AS open JOIN records AS record ON record.turn_id = open.turn_id GROUP BY record.turn_id;
DROP TABLE open_turns_before;
CREATE INDEX open_turns_by_session ON open_turns (session_id, turn_id);
CREATE INDEX open_turns_by_time ON open_turns (last_at);
CREATE TRIGGER records_open_turn AFTER INSERT ON records WHEN new.turn_id IS NOT NULL BEGIN
  INSERT INTO open_turns (turn_id, session_id, last_at, revised)
  VALUES (
    new.turn_id, new.session_id, (SELECT max(ts) FROM records WHERE turn_id = new.turn_id),
    EXISTS (SELECT 1 FROM observations WHERE id = new.turn_id)
  )
  ON CONFLICT (turn_id) DO UPDATE SET last_at = max(last_at, excluded.last_at);
END;
`;

export const describeOpenTurns: Migration = {
  name: '0008-open-turns',
  apply(database) {
    database.exec(OPEN_TURNS);
  },
};
