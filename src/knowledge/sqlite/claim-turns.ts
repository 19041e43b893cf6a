/** Turns of one space are given to one owner; with every claim an attempt is counted, whatever becomes of it. */
import type { SpaceId } from '../../memory/ids.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { type Claim, type ClaimedTurn, type ClaimRequest, LONGEST_DELAY_MS } from '../queue.ts';
import { limitOf } from './cells.ts';

interface DueTurn extends ClaimedTurn {
  readonly failingSince: number | null;
}

/** See `isDue`. */
const DUE = '(due_at <= ? OR due_at > ?)';

export function claimTurns(statements: SqliteStatements, request: ClaimRequest): Claim | undefined {
  const { now } = request;
  const dueBy = [now, request.early === true ? now : now + LONGEST_DELAY_MS] as const;
  const workspace = request.workspace === undefined ? spaceInTurn(statements, dueBy) : request.workspace;
  if (workspace === undefined) return undefined;
  const due = statements.all<DueTurn>(
    `SELECT turn_id AS id, rev, session_id AS sessionId, attempts + 1 AS attempts, failing_since AS failingSince, tokens
     FROM curation_queue
     WHERE status = 'waiting' AND workspace IS ? AND session_id = coalesce(?, session_id) AND ${DUE} ORDER BY closed_at, seq LIMIT ?`,
    workspace,
    request.sessionId ?? null,
    ...dueBy,
    limitOf(request.limit),
  );
  const turns = due.slice(0, saferLimit(due[0], request.limit)).map(({ failingSince: _, ...turn }) => turn);
  if (turns.length === 0) return undefined;
  for (const { id, attempts } of turns) {
    statements.run(
      `UPDATE curation_queue SET status = 'claimed', attempts = ?, owner = ?, lease_until = ? WHERE turn_id = ?`,
      attempts,
      request.owner,
      now + request.leaseMs,
      id,
    );
  }
  return { turns, workspace, owner: request.owner };
}

/**
 * A turn that was claimed and neither curated nor released may have taken its owner with it: it is tried in ever smaller
 * company, so that the one which does it is soon alone and the others get past it.
 */
function saferLimit(first: DueTurn | undefined, limit: number): number {
  if (first === undefined || first.attempts === 1 || first.failingSince !== null) return limit;
  return first.attempts === 2 ? Math.ceil(limit / 4) : 1;
}

/** The space whose turn it is: that of an urgent turn before others, then that of the oldest. */
function spaceInTurn(statements: SqliteStatements, dueBy: readonly [number, number]): SpaceId | null | undefined {
  const first = statements.get<{ readonly workspace: SpaceId | null }>(
    `SELECT workspace FROM curation_queue WHERE status = 'waiting' AND ${DUE}
     ORDER BY urgent DESC, closed_at, seq LIMIT 1`,
    ...dueBy,
  );
  return first?.workspace;
}
