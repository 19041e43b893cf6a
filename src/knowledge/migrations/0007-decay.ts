/**
 * Only operational memory decays: `fading` of 0004-operational said so of everything but preferences and corrections. A
 * generated column cannot be changed, so it is made anew, with the indexes that hold it. Frozen: a change is a new file.
 */
import type { Migration } from '../../platform/sqlite-migrations.ts';

const OPERATIONAL = "type IN ('timing', 'dependency', 'behavior', 'remediation', 'maintenance')";

const FADING = `
DROP INDEX learnings_by_update;
DROP INDEX learnings_by_sureness;
DROP INDEX learnings_by_fading;
DROP INDEX learnings_operational;
ALTER TABLE learnings DROP COLUMN fading;
ALTER TABLE learnings ADD COLUMN fading INTEGER AS (
  CASE WHEN pinned = 0 AND persistent = 0 AND ${OPERATIONAL}
  THEN CAST(round(confidence * 1e9 + confirmed_at / 604800000.0 * 1e8) AS INTEGER) ELSE 1 << 60 END
) VIRTUAL;
CREATE INDEX learnings_by_update ON learnings (updated_at, sureness, fading, valid_to, replaced, type, workspace, subject);
CREATE INDEX learnings_by_sureness ON learnings (sureness, fading, valid_to, replaced, type, workspace, subject);
CREATE INDEX learnings_by_fading ON learnings (fading, sureness, valid_to, replaced, type, workspace, subject);
CREATE INDEX learnings_operational ON learnings (workspace, sureness, fading, confirmed_at)
  WHERE valid_to IS NULL AND ${OPERATIONAL};
`;

export const decayOperational: Migration = {
  name: '0007-decay',
  apply(database) {
    database.exec(FADING);
  },
};
