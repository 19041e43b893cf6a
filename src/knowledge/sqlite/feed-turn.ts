/**
 * A turn comes into the queue. A newer revision takes the row of the older one and begins anew: whatever was tried,
 * claimed or parked was another text.
 */
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { QueuedTurn } from '../queue.ts';
import { readCuratedRevision } from './reads.ts';

const FEED = `
INSERT INTO curation_queue (turn_id, rev, session_id, workspace, closed_at, urgent, tokens, tools)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (turn_id) DO UPDATE SET
  rev = excluded.rev, session_id = excluded.session_id, workspace = excluded.workspace,
  closed_at = excluded.closed_at, urgent = excluded.urgent, tokens = excluded.tokens, tools = excluded.tools, status = excluded.status, due_at = excluded.due_at,
  attempts = excluded.attempts, owner = NULL, lease_until = NULL, parked_at = NULL, failing_since = NULL, reason = NULL
WHERE excluded.rev > curation_queue.rev`;

export function feedTurn(statements: SqliteStatements, turn: QueuedTurn): void {
  if (turn.rev <= (readCuratedRevision(statements, turn.id) ?? -1)) return;
  const { id, rev, sessionId, workspace, closedAt, urgent, tokens, tools } = turn;
  statements.run(FEED, id, rev, sessionId, workspace, closedAt, Number(urgent), tokens, tools);
}
