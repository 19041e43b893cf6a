/**
 * What happens after an event was acknowledged: look into the client's transcript for what hooks do not tell, and close
 * turns. All of it can be done again at any time, so none of it needs to survive a crash: on start the journal says
 * which turns are open.
 *
 * A turn closes when the transcript shows its last answer (or, after a stop, does not within two seconds), when the next
 * prompt comes, when the session ends, or after ten idle minutes. A late record opens it again; it is then
 * closed once more, into a new revision.
 */
import type { Journal } from '../journal/journal.ts';
import type { OpenTurn } from '../journal/sqlite/reads.ts';
import type { RecordId, SessionId, TurnId } from '../memory/ids.ts';
import type { Turn, TurnCloseReason } from '../memory/turn.ts';
import type { Clock } from '../platform/clock.ts';

/** The client writes its transcript up to about 100 ms after the event; later looks catch a busy disk. */
const FIRST_LOOK_MS = 120;
const ENDING_LOOKS_MS: readonly number[] = [FIRST_LOOK_MS, 500, 1_500];
const SWEEP_EVERY_MS = 5_000;
export const IDLE_MS = 10 * 60_000;
/** A late record is usually followed by more (a background agent works on); each revision holds the whole turn. */
const SETTLE_MS = 30_000;
/** A session that said nothing for this long is not looked at any more, until it speaks again. */
const FORGET_AFTER_MS = 30 * 60_000;
/** What one commit holds without keeping others waiting. */
const CLOSED_TOGETHER = 20;

export interface FollowedSession {
  readonly id: SessionId;
  readonly cwd: string | null;
  readonly transcriptPath: string | null;
}

export interface TranscriptNews {
  /** Records it told of, new or known. */
  readonly seen: ReadonlySet<RecordId>;
  /** Turns whose last answer it shows: over, also when the hook that says so met nobody. */
  readonly ended: ReadonlySet<TurnId>;
}

export const NO_NEWS: TranscriptNews = { seen: new Set(), ended: new Set() };

/** Its end, or a compaction that the client or the person began. */
export type Forgetting = 'ended' | 'auto' | 'manual';

export interface FollowerOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  /** Reads what is new in the session's transcript. */
  repair(session: FollowedSession): Promise<TranscriptNews>;
  /** A turn has a new revision. */
  onClosed(turn: Turn): void;
  /** A session has come to a point after which it forgets: a compaction, or its end. Its turns are closed. */
  onForgetting(sessionId: SessionId, why: Forgetting): void;
  onError(operation: string, error: unknown): void;
}

interface Ending {
  readonly turnId: TurnId;
  readonly reason: TurnCloseReason;
  readonly answerId: RecordId | null;
}

interface Followed {
  readonly session: FollowedSession;
  /** On the monotonic clock. */
  lastEventAt: number;
  lookDue: boolean;
  /** It has ended; only what is late is still looked for. */
  isOver: boolean;
  readonly endings: Map<TurnId, Ending>;
  /** One look at a time per session, in order. */
  work: Promise<void>;
}

export class Follower {
  readonly #options: FollowerOptions;
  readonly #sessions = new Map<SessionId, Followed>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #sweep: NodeJS.Timeout | undefined;
  #isSweeping = false;
  #closed = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** Picks up where an earlier daemon stopped, then keeps looking; resolves when each session was looked at once. */
  async start(sessions: readonly FollowedSession[]): Promise<void> {
    this.#sweep = setInterval(() => void this.#sweepAll(), SWEEP_EVERY_MS).unref();
    for (const session of sessions) this.saw(session);
    await this.#sweepAll();
    await Promise.all([...this.#sessions.values()].map(({ work }) => work));
  }

  get activeSessions(): number {
    return [...this.#sessions.values()].filter(({ isOver }) => !isOver).length;
  }

  /** An event of this session was stored; its transcript has news soon. */
  saw(session: FollowedSession): void {
    const followed = this.#follow(session);
    followed.lastEventAt = this.#options.clock.elapsed();
    followed.isOver = false;
    // One look serves all events of the moment.
    if (followed.lookDue) return;
    followed.lookDue = true;
    this.#later(FIRST_LOOK_MS, () => this.#look(followed));
  }

  /** `at` is when the prompt was given: a spooled one may be older than what runs now. */
  turnStarted(session: FollowedSession, turnId: TurnId, at: number): void {
    const followed = this.#follow(session);
    this.#enqueue(followed, 'close earlier turns', async () => {
      for (const turn of await this.#openTurns(session.id)) {
        if (turn.id !== turnId && turn.lastRecordAt <= at) await this.#close(turn.id, 'next-prompt');
      }
    });
  }

  turnEnded(session: FollowedSession, ending: Ending): void {
    const followed = this.#follow(session);
    followed.endings.set(ending.turnId, ending);
    ENDING_LOOKS_MS.forEach((delayMs, index) => {
      const isLast = index === ENDING_LOOKS_MS.length - 1;
      this.#later(delayMs, () => this.#look(followed, isLast ? ending.turnId : undefined));
    });
  }

  sessionEnded(session: FollowedSession): void {
    this.#later(FIRST_LOOK_MS, () => {
      this.#follow(session).isOver = true;
      this.#closeAll(session, 'session-end', 'ended');
    });
  }

  /** The turn under way is closed as far as it got: it pauses here, and what comes after makes its next revision. */
  compacting(session: FollowedSession, trigger: 'auto' | 'manual'): void {
    this.#closeAll(session, 'idle', trigger);
  }

  /** Waits for what is under way and looks once more everywhere; timers end. */
  async stop(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
    for (const timer of this.#timers) clearTimeout(timer);
    for (const followed of this.#sessions.values()) this.#look(followed);
    await Promise.all([...this.#sessions.values()].map(({ work }) => work));
  }

  #follow(session: FollowedSession): Followed {
    const known = this.#sessions.get(session.id);
    if (known !== undefined && (known.session.transcriptPath !== null || session.transcriptPath === null)) return known;
    const followed: Followed = {
      session,
      lastEventAt: this.#options.clock.elapsed(),
      lookDue: false,
      isOver: false,
      endings: known?.endings ?? new Map(),
      work: known?.work ?? Promise.resolve(),
    };
    this.#sessions.set(session.id, followed);
    return followed;
  }

  #closeAll(session: FollowedSession, reason: TurnCloseReason, why: Forgetting): void {
    const followed = this.#follow(session);
    this.#look(followed);
    this.#enqueue(followed, 'close the last turns', async () => {
      for (const turn of await this.#openTurns(session.id)) await this.#close(turn.id, reason);
      this.#options.onForgetting(session.id, why);
    });
  }

  #look(followed: Followed, giveUpOn?: TurnId): void {
    followed.lookDue = false;
    this.#enqueue(followed, 'read the transcript', async () => {
      const { seen, ended } = await this.#options.repair(followed.session);
      for (const ending of [...followed.endings.values()]) {
        const complete =
          ending.answerId === null || seen.has(ending.answerId) || followed.session.transcriptPath === null;
        if (!complete && ending.turnId !== giveUpOn) continue;
        followed.endings.delete(ending.turnId);
        await this.#close(ending.turnId, ending.reason);
      }
      for (const turnId of ended) if (!followed.endings.has(turnId)) await this.#close(turnId, 'stop');
    });
  }

  async #sweepAll(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    const now = this.#options.clock.now();
    for (const followed of this.#sessions.values()) {
      if (this.#options.clock.elapsed() - followed.lastEventAt > FORGET_AFTER_MS)
        this.#sessions.delete(followed.session.id);
      else this.#look(followed);
    }
    try {
      while (await this.#closeDue(now));
    } catch (error) {
      this.#options.onError('close idle turns', error);
    } finally {
      this.#isSweeping = false;
    }
  }

  /** Some of those that are due, together: each takes a commit by itself, and there may be many. Whether there are more. */
  async #closeDue(now: number): Promise<boolean> {
    const lateBefore = now - SETTLE_MS;
    const idleBefore = now - IDLE_MS;
    // Told under a clock that was ahead: nothing of it can be waited for.
    const aheadAfter = now + IDLE_MS;
    const wanted = { due: { lateBefore, idleBefore, aheadAfter }, limit: CLOSED_TOGETHER };
    const due = await this.#options.journal.openTurns(wanted);
    const over = due.filter((turn) => !this.#isEnding(turn));
    await Promise.all(
      over.map(({ id, revised, lastRecordAt }) =>
        this.#close(
          id,
          revised ? 'late-event' : lastRecordAt < idleBefore || lastRecordAt > aheadAfter ? 'idle' : 'next-prompt',
        ),
      ),
    );
    return over.length === CLOSED_TOGETHER && !this.#closed;
  }

  #isEnding(turn: OpenTurn): boolean {
    return this.#sessions.get(turn.sessionId)?.endings.has(turn.id) ?? false;
  }

  async #openTurns(sessionId: SessionId): Promise<readonly OpenTurn[]> {
    return this.#options.journal.openTurns({ sessionId });
  }

  async #close(turnId: TurnId, reason: TurnCloseReason): Promise<void> {
    const turn = await this.#options.journal.closeTurn(turnId, reason, this.#options.clock.now());
    if (turn !== undefined) this.#options.onClosed(turn);
  }

  #enqueue(followed: Followed, operation: string, run: () => Promise<void>): void {
    followed.work = followed.work.then(run).catch((error: unknown) => this.#options.onError(operation, error));
  }

  #later(delayMs: number, run: () => void): void {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, delayMs);
    timer.unref();
    this.#timers.add(timer);
  }
}
