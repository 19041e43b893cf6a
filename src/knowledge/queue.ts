/**
 * The curation queue: turns that no curator has read yet. It is on disk, so counts and attempts survive a restart, and
 * it is fed from the journal behind a mark, so nothing has to be told twice and nothing can be missed.
 *
 * A turn is `waiting`, `claimed` (one owner, until its lease ends), or `parked` (a person is asked). A turn has one row:
 * a newer revision takes the place of an older one, also while the older is claimed (the claim then no longer covers it).
 * Every change is one transaction on the one writing connection, so a claim is atomic.
 */

import type { TurnRef } from '../memory/act.ts';
import type { SessionId, SpaceId, TurnId } from '../memory/ids.ts';
import type { SqliteStatements, SqliteValue } from '../platform/sqlite-statements.ts';
import { type Bound, bind } from '../store/bind.ts';
import { limitOf, oneOf, whereOf } from './conditions.ts';
import type { KnowledgeConnections } from './connections.ts';
import { moveMark, readMark } from './marks.ts';
import { readCuratedRevision } from './reads.ts';

/** Nothing is put off for longer: what is due later was put off under a clock that was ahead, and is due now. */
const LONGEST_DELAY_MS = 24 * 60 * 60_000;

export function isDue(dueAt: number, now: number): boolean {
  return dueAt <= now || dueAt > now + LONGEST_DELAY_MS;
}

export interface QueuedTurn extends TurnRef {
  readonly sessionId: SessionId;
  readonly workspace: SpaceId | null;
  /** When the turn was closed. */
  readonly closedAt: number;
  /** A correction or "remember this": not to wait for a batch. */
  readonly urgent: boolean;
  /** About how many tokens were said in it, and how many tools were called. */
  readonly tokens: number;
  readonly tools: number;
}

export interface ClaimedTurn extends TurnRef {
  readonly sessionId: SessionId;
  readonly attempts: number;
  readonly tokens: number;
}

export interface Claim {
  /** Turns of one space, oldest first. */
  readonly turns: readonly ClaimedTurn[];
  readonly workspace: SpaceId | null;
  readonly owner: string;
}

export interface ClaimRequest {
  /** One daemon; claims of any other owner are those of a dead one. */
  readonly owner: string;
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Absent: the space with the oldest turn that is due. */
  readonly workspace?: SpaceId | null;
  /** Only turns of this session, in that space. */
  readonly sessionId?: SessionId;
  /** A person asks: also what is not due yet. */
  readonly early?: boolean;
}

export interface ParkedTurn extends TurnRef {
  readonly sessionId: SessionId;
  readonly workspace: SpaceId | null;
  readonly parkedAt: number;
  readonly attempts: number;
  readonly reason: string;
}

export interface WaitingSpace {
  readonly workspace: SpaceId | null;
  readonly waiting: number;
  readonly urgent: number;
  /** `closedAt` of the first and the last turn that waits. */
  readonly oldestAt: number;
  readonly newestAt: number;
  /** When the first of them may be tried; in the past when it is due. */
  readonly dueAt: number;
}

/** What waits of one session in one space. */
export interface WaitingSession extends Pick<WaitingSpace, 'workspace' | 'waiting' | 'dueAt'> {
  readonly sessionId: SessionId;
  readonly tokens: number;
  readonly tools: number;
}

export interface QueueSummary {
  readonly waiting: number;
  readonly claimed: number;
  readonly parked: number;
  readonly oldestAt: number | null;
  readonly spaces: readonly WaitingSpace[];
}

interface DueTurn extends ClaimedTurn {
  readonly failingSince: number | null;
}

const FEED = `
INSERT INTO curation_queue (turn_id, rev, session_id, workspace, closed_at, urgent, tokens, tools)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (turn_id) DO UPDATE SET
  rev = excluded.rev, session_id = excluded.session_id, workspace = excluded.workspace,
  closed_at = excluded.closed_at, urgent = excluded.urgent, tokens = excluded.tokens, tools = excluded.tools, status = excluded.status, due_at = excluded.due_at,
  attempts = excluded.attempts, owner = NULL, lease_until = NULL, parked_at = NULL, failing_since = NULL, reason = NULL
WHERE excluded.rev > curation_queue.rev`;

/** See `isDue`. */
const DUE = '(due_at <= ? OR due_at > ?)';

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

interface Failure {
  readonly now: number;
  /** Not before then. */
  readonly dueAt: number;
  readonly reason: string;
}

/** Adds turns and moves the mark in one commit. A revision that is known, or was curated, is left out. */
function feed(statements: SqliteStatements, turns: readonly QueuedTurn[], through: number): void {
  for (const turn of turns) feedTurn(statements, turn);
  moveMark(statements, 'fed_through', through);
}

/** A newer revision begins anew: whatever was tried, claimed or parked was another text. */
function feedTurn(statements: SqliteStatements, turn: QueuedTurn): void {
  if (turn.rev <= (readCuratedRevision(statements, turn.id) ?? -1)) return;
  const { id, rev, sessionId, workspace, closedAt, urgent, tokens, tools } = turn;
  statements.run(FEED, id, rev, sessionId, workspace, closedAt, Number(urgent), tokens, tools);
}

/** The journal position up to which it was fed; 0 at first. */
function readFedThrough(statements: SqliteStatements): number {
  return readMark(statements, 'fed_through');
}

/**
 * Turns that are due, of one space, to one owner; attempts are counted here, so that a crash counts, whatever becomes of it.
 * Undefined when none is.
 */
function claim(statements: SqliteStatements, request: ClaimRequest): Claim | undefined {
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

/** Back to waiting. `failingSince` is set when it was not, and kept until they are curated. */
function release(statements: SqliteStatements, turns: readonly TurnRef[], { dueAt, reason, now }: Failure): void {
  updateEach(statements, RELEASE, [dueAt, reason, now], turns);
}

/** Back to waiting as if they had not been claimed: their owner stops, and nothing has failed. */
function giveBack(statements: SqliteStatements, turns: readonly TurnRef[]): void {
  updateEach(statements, GIVE_BACK, [], turns);
}

/** Turns that have been failing since before this moment. */
function readFailing(statements: SqliteStatements, moment: number): readonly TurnRef[] {
  return statements.all<TurnRef>(FAILING, moment);
}

function park(
  statements: SqliteStatements,
  turns: readonly TurnRef[],
  { now, reason }: Pick<Failure, 'now' | 'reason'>,
): void {
  updateEach(statements, PARK, [now, reason], turns);
}

/** Parked turns wait again, from now on and with no attempts counted; all of them unless some are named. */
function retry(statements: SqliteStatements, now: number, ids?: readonly TurnId[]): number {
  const [where, values] = whereOf([[`status = 'parked'`], ...oneOf('turn_id', ids)]);
  return statements.run(`${RETRY} ${where}`, now, ...values);
}

/**
 * Claims of other owners, and claims whose lease is over, wait again; a turn that was claimed `mostAttempts` times
 * by then may be what kills its owner, and is parked instead. Returns how many turns.
 */
function reclaim(statements: SqliteStatements, owner: string, now: number, mostAttempts: number): number {
  return statements.run(PARK_ABANDONED, now, owner, now, mostAttempts) + statements.run(RECLAIM, owner, now);
}

/**
 * Turns that were parked because their owner ended each time wait again, with their attempts counted, unless they were
 * tried `mostAttempts` times. Returns how many turns.
 */
function retryAbandoned(statements: SqliteStatements, now: number, mostAttempts: number): number {
  return statements.run(RETRY_ABANDONED, now, mostAttempts);
}

function readParked(statements: SqliteStatements, limit: number): readonly ParkedTurn[] {
  return statements.all<ParkedTurn>(PARKED, limitOf(limit));
}

/** Oldest first. */
function readWaitingSessions(statements: SqliteStatements): readonly WaitingSession[] {
  return statements.all<WaitingSession>(SESSIONS);
}

function readSummary(statements: SqliteStatements): QueueSummary {
  const spaces = statements.all<WaitingSpace>(SPACES);
  const counts = statements.get<{ readonly claimed: number; readonly parked: number }>(COUNTS);
  return {
    waiting: spaces.reduce((sum, { waiting }) => sum + waiting, 0),
    claimed: counts?.claimed ?? 0,
    parked: counts?.parked ?? 0,
    oldestAt: spaces[0]?.oldestAt ?? null,
    spaces,
  };
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

const READS = {
  fedThrough: readFedThrough,
  failingSince: readFailing,
  parked: readParked,
  waitingSessions: readWaitingSessions,
  summary: readSummary,
};

const WRITES = { feed, claim, release, giveBack, park, retry, reclaim, retryAbandoned };

export interface CurationQueue extends Bound<typeof READS>, Bound<typeof WRITES> {}

export function queueOn(connections: KnowledgeConnections): CurationQueue {
  return {
    ...bind(async (work) => connections.read(work), READS),
    ...bind((work) => connections.write(work), WRITES),
  };
}
