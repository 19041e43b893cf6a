/** The curation queue on SQLite. Every change is one transaction on the one writing connection, so a claim is atomic. */
import type { TurnRef } from '../../memory/act.ts';
import type { TurnId } from '../../memory/ids.ts';
import type { SqliteStatements, SqliteValue } from '../../platform/sqlite-statements.ts';
import type {
  Claim,
  ClaimRequest,
  CurationQueue,
  ParkedTurn,
  QueuedTurn,
  QueueSummary,
  WaitingSession,
  WaitingSpace,
} from '../queue.ts';
import { limitOf } from './cells.ts';
import { claimTurns } from './claim-turns.ts';
import { oneOf, whereOf } from './conditions.ts';
import type { KnowledgeConnections } from './connections.ts';
import { feedTurn } from './feed-turn.ts';
import { moveMark, readMark } from './marks.ts';

/** A turn that was parked meanwhile stays parked: only a person takes it back. */
const RELEASE = `
UPDATE curation_queue SET status = 'waiting', owner = NULL, lease_until = NULL, due_at = ?, reason = ?,
  failing_since = coalesce(failing_since, ?)
WHERE status <> 'parked'`;
const GIVE_BACK = `
UPDATE curation_queue SET status = 'waiting', owner = NULL, lease_until = NULL, attempts = attempts - 1
WHERE status = 'claimed'`;
const PARK = `
UPDATE curation_queue SET status = 'parked', owner = NULL, lease_until = NULL, parked_at = ?, reason = ?
WHERE status <> 'parked'`;
/** Without the memory of its failures it is not parked again at once. */
const RETRY = `
UPDATE curation_queue SET status = 'waiting', parked_at = NULL, reason = NULL, attempts = 0, failing_since = NULL,
  due_at = ?`;
const ABANDONED = `status = 'claimed' AND (owner <> ? OR lease_until <= ?)`;
const RECLAIM = `UPDATE curation_queue SET status = 'waiting', owner = NULL, lease_until = NULL WHERE ${ABANDONED}`;
const OWNER_ENDED = 'the daemon ended each time it was curated';
const PARK_ABANDONED = `
UPDATE curation_queue SET status = 'parked', owner = NULL, lease_until = NULL, parked_at = ?, reason = '${OWNER_ENDED}'
WHERE ${ABANDONED} AND attempts >= ?`;
const RETRY_ABANDONED = `
UPDATE curation_queue SET status = 'waiting', parked_at = NULL, reason = NULL, due_at = ?
WHERE status = 'parked' AND reason = '${OWNER_ENDED}' AND attempts < ?`;

/** A turn that is being tried just now may still succeed, and is not among them. */
const FAILING = `
SELECT turn_id AS id, rev FROM curation_queue WHERE status = 'waiting' AND failing_since < ?
ORDER BY closed_at, seq`;
const PARKED = `
SELECT turn_id AS id, rev, session_id AS sessionId, workspace, parked_at AS parkedAt, attempts, reason
FROM curation_queue WHERE status = 'parked' ORDER BY parked_at DESC, seq DESC LIMIT ?`;
const COUNTS = `
SELECT (SELECT count(*) FROM curation_queue WHERE status = 'claimed') AS claimed,
  (SELECT count(*) FROM curation_queue WHERE status = 'parked') AS parked`;
const SPACES = `
SELECT workspace, count(*) AS waiting, sum(urgent) AS urgent, min(closed_at) AS oldestAt, max(closed_at) AS newestAt,
  min(due_at) AS dueAt
FROM curation_queue WHERE status = 'waiting' GROUP BY workspace ORDER BY oldestAt, min(seq)`;
const SESSIONS = `
SELECT session_id AS sessionId, workspace, count(*) AS waiting, sum(tokens) AS tokens, sum(tools) AS tools,
  min(due_at) AS dueAt
FROM curation_queue WHERE status = 'waiting' GROUP BY session_id, workspace ORDER BY min(closed_at), min(seq)`;

export class SqliteQueue implements CurationQueue {
  readonly #connections: KnowledgeConnections;

  constructor(connections: KnowledgeConnections) {
    this.#connections = connections;
  }

  feed(turns: readonly QueuedTurn[], through: number): Promise<void> {
    return this.#connections.write((statements) => {
      for (const turn of turns) feedTurn(statements, turn);
      moveMark(statements, 'fed_through', through);
    });
  }

  async fedThrough(): Promise<number> {
    return this.#connections.read((statements) => readMark(statements, 'fed_through'));
  }

  claim(request: ClaimRequest): Promise<Claim | undefined> {
    return this.#connections.write((statements) => claimTurns(statements, request));
  }

  release(turns: readonly TurnRef[], failure: Parameters<CurationQueue['release']>[1]): Promise<void> {
    const { dueAt, reason, now } = failure;
    return this.#connections.write((statements) => updateEach(statements, RELEASE, [dueAt, reason, now], turns));
  }

  giveBack(turns: readonly TurnRef[]): Promise<void> {
    return this.#connections.write((statements) => updateEach(statements, GIVE_BACK, [], turns));
  }

  async failingSince(moment: number): Promise<readonly TurnRef[]> {
    return this.#connections.read((statements) => statements.all<TurnRef>(FAILING, moment));
  }

  park(turns: readonly TurnRef[], parking: Parameters<CurationQueue['park']>[1]): Promise<void> {
    const { now, reason } = parking;
    return this.#connections.write((statements) => updateEach(statements, PARK, [now, reason], turns));
  }

  retry(now: number, ids?: readonly TurnId[]): Promise<number> {
    const [where, values] = whereOf([[`status = 'parked'`], ...oneOf('turn_id', ids)]);
    return this.#connections.write((statements) => statements.run(`${RETRY} ${where}`, now, ...values));
  }

  reclaim(owner: string, now: number, mostAttempts: number): Promise<number> {
    return this.#connections.write(
      (statements) =>
        statements.run(PARK_ABANDONED, now, owner, now, mostAttempts) + statements.run(RECLAIM, owner, now),
    );
  }

  retryAbandoned(now: number, mostAttempts: number): Promise<number> {
    return this.#connections.write((statements) => statements.run(RETRY_ABANDONED, now, mostAttempts));
  }

  async parked(limit: number): Promise<readonly ParkedTurn[]> {
    return this.#connections.read((statements) => statements.all<ParkedTurn>(PARKED, limitOf(limit)));
  }

  async waitingSessions(): Promise<readonly WaitingSession[]> {
    return this.#connections.read((statements) => statements.all<WaitingSession>(SESSIONS));
  }

  async summary(): Promise<QueueSummary> {
    return this.#connections.read((statements) => {
      const spaces = statements.all<WaitingSpace>(SPACES);
      const counts = statements.get<{ readonly claimed: number; readonly parked: number }>(COUNTS);
      return {
        waiting: spaces.reduce((sum, { waiting }) => sum + waiting, 0),
        claimed: counts?.claimed ?? 0,
        parked: counts?.parked ?? 0,
        oldestAt: spaces[0]?.oldestAt ?? null,
        spaces,
      };
    });
  }
}

/** Only the revision that is meant: a newer one in its place has not been tried. */
function updateEach(
  statements: SqliteStatements,
  update: string,
  values: readonly SqliteValue[],
  turns: readonly TurnRef[],
): void {
  for (const { id, rev } of turns) statements.run(`${update} AND turn_id = ? AND rev = ?`, ...values, id, rev);
}
