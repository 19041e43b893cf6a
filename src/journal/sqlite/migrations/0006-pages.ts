/**
 * Indexes for what is shown page by page. Frozen: a change is a new file. Only events and sessions pay for them: how much
 * happened when is told by `records_by_workspace`.
 */
import type { Migration } from '../../../platform/sqlite-migrations.ts';

const PAGES = `
-- Holds all that the feed of events is filtered by, so that no row is read for one that is not in it. Ends of sessions
-- are not in it: whoever looks for the end of one session would be led through those of all.
CREATE INDEX records_of_events ON records (
  json_extract(metadata, '$.event'), ts, json_extract(metadata, '$.level'), json_extract(metadata, '$.service'),
  workspace, session_id
) WHERE type = 'event' AND json_extract(metadata, '$.event') <> 'session-end';
CREATE INDEX sessions_by_workspace ON sessions (workspace, started_at);
`;

export const indexPages: Migration = {
  name: '0006-pages',
  apply(database) {
    database.exec(PAGES);
  },
};
