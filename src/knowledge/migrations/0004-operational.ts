/**
 * Operational memory and the table of memories: tiers, what a person has removed, and indexes. Frozen: a change is a new
 * file.
 *
 * How sure a learning is falls from day to day (memory/decay.ts), and nothing is stored by that. It is the smaller of two
 * numbers, each an order of its own: what it was at first, and what is left of it, which is `fading` less something that
 * is the same for all at one moment. In billionths, because whole numbers stay exact.
 */
import type { Migration } from '../../platform/sqlite-migrations.ts';

const OPERATIONAL = "type IN ('timing', 'dependency', 'behavior', 'remediation', 'maintenance')";

const LEARNINGS = `
ALTER TABLE learnings ADD COLUMN tier INTEGER NOT NULL DEFAULT 1;
ALTER TABLE learnings ADD COLUMN sureness INTEGER AS (CAST(round(confidence * 1e9) AS INTEGER)) VIRTUAL;
-- A tenth a week; never, for what does not fade.
ALTER TABLE learnings ADD COLUMN fading INTEGER AS (
  CASE WHEN pinned = 1 OR persistent = 1 OR type IN ('PREFERENCE', 'CORRECTION') THEN 1 << 60
  ELSE CAST(round(confidence * 1e9 + confirmed_at / 604800000.0 * 1e8) AS INTEGER) END
) VIRTUAL;
ALTER TABLE learnings ADD COLUMN replaced INTEGER AS (superseded_by IS NOT NULL) VIRTUAL;

-- Each holds all that a page is picked by, so that no row is read for one that is not on it.
CREATE INDEX learnings_by_update ON learnings (updated_at, sureness, fading, valid_to, replaced, type, workspace, subject);
CREATE INDEX learnings_by_sureness ON learnings (sureness, fading, valid_to, replaced, type, workspace, subject);
CREATE INDEX learnings_by_fading ON learnings (fading, sureness, valid_to, replaced, type, workspace, subject);
-- The same for what agents are given of operational memory, at every start of a session.
CREATE INDEX learnings_operational ON learnings (workspace, sureness, fading, confirmed_at)
  WHERE valid_to IS NULL AND ${OPERATIONAL};
CREATE INDEX learnings_operational_by_creation ON learnings (created_at, workspace, session_id, subject)
  WHERE ${OPERATIONAL};
CREATE INDEX learnings_by_service ON learnings (subject) WHERE ${OPERATIONAL};
-- For counting.
CREATE INDEX learnings_pinned ON learnings (id) WHERE valid_to IS NULL AND pinned = 1;
CREATE INDEX learnings_sensitive ON learnings (id) WHERE valid_to IS NULL AND sensitive = 1;
`;

const REMOVED = `
CREATE TABLE dropped_learnings (
  turn_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  workspace TEXT,
  PRIMARY KEY (turn_id, digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX dropped_by_digest ON dropped_learnings (digest);
CREATE INDEX learning_history_removed ON learning_history (seq) WHERE cause = 'removed';
`;

export const addOperational: Migration = {
  name: '0004-operational',
  apply(database) {
    database.exec(LEARNINGS + REMOVED);
  },
};
