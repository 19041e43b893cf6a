/**
 * The curation queue: turns that no curator has read yet. It is on disk, so counts and attempts survive a restart, and
 * it is fed from the journal behind a mark, so nothing has to be told twice and nothing can be missed.
 *
 * A turn is `waiting`, `claimed` (one owner, until its lease ends), or `parked` (a person is asked). A turn has one row:
 * a newer revision takes the place of an older one, also while the older is claimed (the claim then no longer covers it).
 */
import type { TurnRef } from '../memory/act.ts';
import type { SessionId, SpaceId, TurnId } from '../memory/ids.ts';

/** Nothing is put off for longer: what is due later was put off under a clock that was ahead, and is due now. */
export const LONGEST_DELAY_MS = 24 * 60 * 60_000;

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

export interface CurationQueue {
  /** Adds turns and moves the mark in one commit. A revision that is known, or was curated, is left out. */
  feed(turns: readonly QueuedTurn[], through: number): Promise<void>;
  /** The journal position up to which it was fed; 0 at first. */
  fedThrough(): Promise<number>;

  /** Turns that are due, of one space; attempts are counted here, so that a crash counts. Undefined when none is. */
  claim(request: ClaimRequest): Promise<Claim | undefined>;
  /** Back to waiting, not before `dueAt`. `failingSince` is set when it was not, and kept until they are curated. */
  release(
    turns: readonly TurnRef[],
    failure: { readonly now: number; readonly dueAt: number; readonly reason: string },
  ): Promise<void>;
  /** Back to waiting as if they had not been claimed: their owner stops, and nothing has failed. */
  giveBack(turns: readonly TurnRef[]): Promise<void>;
  /** Turns that have been failing since before this moment. */
  failingSince(moment: number): Promise<readonly TurnRef[]>;
  park(turns: readonly TurnRef[], parking: { readonly now: number; readonly reason: string }): Promise<void>;
  /** Parked turns wait again, from now on and with no attempts counted; all of them unless some are named. */
  retry(now: number, ids?: readonly TurnId[]): Promise<number>;
  /**
   * Claims of other owners, and claims whose lease is over, wait again; a turn that was claimed `mostAttempts` times
   * by then may be what kills its owner, and is parked instead. Returns how many turns.
   */
  reclaim(owner: string, now: number, mostAttempts: number): Promise<number>;

  /**
   * Turns that were parked because their owner ended each time wait again, with their attempts counted, unless they were
   * tried `mostAttempts` times. Returns how many turns.
   */
  retryAbandoned(now: number, mostAttempts: number): Promise<number>;

  parked(limit: number): Promise<readonly ParkedTurn[]>;
  summary(): Promise<QueueSummary>;
  /** Oldest first. */
  waitingSessions(): Promise<readonly WaitingSession[]>;
}
