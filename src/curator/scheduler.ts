/**
 * When turns are curated (DESIGN §5.2). Counts come from the queue on disk, so a restart changes nothing; the queue is
 * fed from the journal behind a mark, so no turn needs to be told. One batch at a time.
 *
 * `batch`: enough turns waiting in a space (25) · before a compaction · when a session ends · ten idle minutes; a correction or
 * "remember this" at once; one session by itself when it has said much (session-extraction.ts). `realtime`: every two seconds. `manual`: only when asked. What fails is tried again, later and
 * later; after six hours it is parked and shown, never dropped. Marker lines need no curator: they are read when a turn is
 * fed, in every profile.
 */
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { type Claim, isDue, type QueuedTurn, type WaitingSpace } from '../knowledge/queue.ts';
import type { TurnRef } from '../memory/act.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import type { SessionId, SpaceId } from '../memory/ids.ts';
import { estimateTokens } from '../memory/token-estimate.ts';
import type { Turn } from '../memory/turn.ts';
import { backOffMs } from '../platform/back-off.ts';
import { Breather } from '../platform/breathe.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { faultPoint } from '../platform/fault-point.ts';
import type { BatchOutcome, BatchRunner } from './batch.ts';
import { ProviderError } from './llm/provider.ts';
import type { MarkerReader } from './markers.ts';
import { OneAtATime } from './mutex.ts';
import { type ExtractionLimits, SessionExtraction } from './session-extraction.ts';

export interface SchedulerOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly batches: Pick<BatchRunner, 'run' | 'extract' | 'finish'>;
  readonly markers: Pick<MarkerReader, 'read'>;
  readonly clock: Clock;
  /** Asked anew with every look. No turn is taken in while it is `paused`. */
  profile(): Config['curator.profile'] | 'paused';
  /** Asked anew with every look, too. */
  limits(): ExtractionLimits;
  /** This daemon: what another one has claimed is free again. */
  readonly owner: string;
  isUrgent(userMessage: string): boolean;
  onProblem(problem: CarryoverError): void;
}

export interface CurationProgress {
  readonly curated: number;
  readonly parked: number;
  readonly waiting: number;
}

/** One session is read by itself. */
export interface Chosen {
  readonly workspace?: SpaceId | null;
  readonly sessionId?: SessionId;
}

export interface CurationRun extends CurationProgress {
  readonly failure: CarryoverError | undefined;
}

export interface SchedulerState {
  /** What the last try failed with, while it still fails. */
  readonly failure: CarryoverError | undefined;
  readonly pausedUntil: number | undefined;
  readonly lastCuratedAt: number | undefined;
}

const IDLE_MS = 10 * 60_000;
const REALTIME_MS = 2_000;
/** How often a batch profile looks for what became idle or due. */
const LOOK_MS = 15_000;
/** Closing a turn comes in bursts; one look serves them. */
const NUDGE_MS = 50;
/** After this long a batch is parked and shown. */
const PATIENCE_MS = 6 * 60 * 60_000;
/** F-16: a claim that outlives this has no owner. */
const LEASE_MS = 5 * 60_000;
/** F-16: a turn that was claimed this often and never released takes the process with it. */
const MOST_ATTEMPTS = 5;
/** Others may have ended it: a daemon that has run this long tries such a turn again, twice in all. */
const STEADY_MS = 30_000;
const LAST_ATTEMPTS = MOST_ATTEMPTS + 2;
const FEED_PAGE = 50;

export class CurationScheduler {
  readonly #options: SchedulerOptions;
  readonly #turn = new OneAtATime();
  /** The spaces that are not to wait, each with the number of the flush that last said so. */
  readonly #flushed = new Map<SpaceId | null, number>();
  #flushes = 0;
  readonly #extraction = new SessionExtraction();
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #nudge: NodeJS.Timeout | undefined;
  #failure: CarryoverError | undefined;
  #feeding: Promise<void> | undefined;
  #failures = 0;
  #lookedAt = 0;
  /** When it began, until it has run steadily. */
  #begunAt: number | undefined;
  #isLookWaiting = false;
  #pausedUntil: number | undefined;
  #lastCuratedAt: number | undefined;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#begunAt = options.clock.elapsed();
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), REALTIME_MS).unref();
    this.nudge();
  }

  get state(): SchedulerState {
    return { failure: this.#failure, pausedUntil: this.#pausedUntil, lastCuratedAt: this.#lastCuratedAt };
  }

  /** A turn was closed. */
  nudge(): void {
    if (this.#nudge !== undefined || this.#stop.signal.aborted || this.#options.profile() === 'paused') return;
    this.#nudge = setTimeout(() => {
      this.#nudge = undefined;
      this.#look();
    }, NUDGE_MS).unref();
  }

  /** Before a compaction, and when a session ends: what waits in the space waits no longer (B-052, B-053). */
  flush(workspace: SpaceId | null): void {
    this.#flushes += 1;
    this.#flushed.set(workspace, this.#flushes);
    this.nudge();
  }

  /** Everything that waits, or that waits of a space or of one session in it, now: back-off and profile do not count when a person asks. */
  curateNow(
    onProgress: (progress: CurationProgress) => void = () => undefined,
    only: Chosen = {},
  ): Promise<CurationRun> {
    return this.#turn.run(async () => {
      await this.#feed();
      await this.#reclaim();
      this.#pausedUntil = undefined;
      let [curated, parked] = [0, 0];
      onProgress({ curated, parked, waiting: await this.#waiting(only) });
      for (;;) {
        const outcome = await this.#runOne({ ...only, early: true });
        const waiting = await this.#waiting(only);
        if (outcome !== undefined) {
          curated += outcome.curated;
          parked += outcome.parked;
          onProgress({ curated, parked, waiting });
          if (outcome.failure === undefined) continue;
        }
        await this.#options.batches.finish();
        return { curated, parked, waiting, failure: outcome?.failure };
      }
    });
  }

  async #waiting({ workspace, sessionId }: Chosen): Promise<number> {
    if (sessionId !== undefined) {
      const sessions = await this.#options.knowledge.queue.waitingSessions();
      const own = sessions.filter((session) => session.sessionId === sessionId && session.workspace === workspace);
      return own.reduce((sum, session) => sum + session.waiting, 0);
    }
    const { waiting, spaces } = await this.#options.knowledge.queue.summary();
    if (workspace === undefined) return waiting;
    return spaces.find((space) => space.workspace === workspace)?.waiting ?? 0;
  }

  /** Parked turns wait again and are tried at once; resolves with how many. */
  async retryParked(): Promise<number> {
    const { knowledge, clock } = this.#options;
    const retried = await knowledge.queue.retry(clock.now());
    this.#pausedUntil = undefined;
    this.nudge();
    return retried;
  }

  /** Brings the queue up to what the journal holds; for whoever wants to know what waits. Those who ask meanwhile share it. */
  feed(): Promise<void> {
    this.#feeding ??= this.#feed().finally(() => {
      this.#feeding = undefined;
    });
    return this.#feeding;
  }

  /** Runs work while no batch does; what closes meanwhile waits in the queue. */
  quietly<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turn.run(work);
  }

  /** Lets a batch under way come to its end, unless it waits for a model: then it is given up and done again later. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#nudge);
    this.#stop.abort();
    await this.#turn.idle();
  }

  #tick(): void {
    const profile = this.#options.profile();
    const now = this.#options.clock.elapsed();
    if (!this.#isCurating || (profile === 'batch' && now - this.#lookedAt < LOOK_MS)) return;
    this.#look();
  }

  get #isCurating(): boolean {
    return !['manual', 'paused'].includes(this.#options.profile());
  }

  #look(): void {
    this.#lookedAt = this.#options.clock.elapsed();
    // One that waits behind a batch serves all that come meanwhile.
    if (this.#isLookWaiting) return;
    this.#isLookWaiting = true;
    const work = (): Promise<void> => {
      this.#isLookWaiting = false;
      return this.#work();
    };
    void this.#turn.run(work).catch((error: unknown) => this.#problem(asProblem(error)));
  }

  async #work(): Promise<void> {
    // What is flushed while this runs, be it once more, has turns that it has not fed.
    const flushed = new Map(this.#flushed);
    await this.#feed();
    if (!this.#isCurating) return;
    await this.#reclaim();
    await this.#retryAbandoned();
    await this.#runDue(flushed);
    await this.#options.batches.finish();
  }

  async #runDue(fed: ReadonlyMap<SpaceId | null, number>): Promise<void> {
    const { knowledge, clock } = this.#options;
    while (!this.#stop.signal.aborted) {
      const now = clock.now();
      if (this.#pausedUntil !== undefined && !isDue(this.#pausedUntil, now)) return;
      const { spaces } = await knowledge.queue.summary();
      for (const [flushed, number] of fed)
        if (this.#flushed.get(flushed) === number && !spaces.some(({ workspace }) => workspace === flushed))
          this.#flushed.delete(flushed);
      const due = spaces.find((space) => isDue(space.dueAt, now) && this.#isTime(space, now));
      const next = due === undefined ? await this.#dueSession(now) : { workspace: due.workspace };
      if (next === undefined) return;
      if ((await this.#runOne(next)) === undefined) return;
    }
  }

  async #dueSession(now: number): Promise<Chosen | undefined> {
    const limits = this.#options.limits();
    if (!SessionExtraction.isOn(limits)) return undefined;
    const due = this.#extraction.due(await this.#options.knowledge.queue.waitingSessions(), limits, now);
    return due === undefined ? undefined : { workspace: due.workspace, sessionId: due.sessionId };
  }

  /** Turns that were closed under a clock that is right no more are quiet as well: nobody lives to see their moment. */
  #isTime({ workspace, waiting, urgent, newestAt }: WaitingSpace, now: number): boolean {
    if (this.#options.profile() === 'realtime') return true;
    return (
      urgent > 0 ||
      waiting >= this.#options.limits()['curator.batchTurns'] ||
      Math.abs(now - newestAt) >= IDLE_MS ||
      this.#flushed.has(workspace)
    );
  }

  /** Undefined when there was nothing to claim. */
  async #runOne(which: Chosen & { readonly early?: boolean }): Promise<BatchOutcome | undefined> {
    const { knowledge, batches, clock, owner } = this.#options;
    const limits = this.#options.limits();
    const now = clock.now();
    const claim = await knowledge.queue.claim({
      owner,
      now,
      leaseMs: LEASE_MS,
      limit: limits['curator.batchTurns'],
      ...which,
    });
    if (claim === undefined) return undefined;
    faultPoint('after-claim');
    const { sessionId } = which;
    if (sessionId === undefined) {
      const outcome = await batches.run(claim, this.#stop.signal);
      await this.#settle(claim, outcome);
      return outcome;
    }
    const outcome = await batches.extract(claim, limits['curator.extractTimeoutMs'], this.#stop.signal);
    if (outcome.curated > 0) this.#lastCuratedAt = clock.now();
    // Nothing has failed that a batch could not do: they wait as if nobody had tried.
    if (outcome.waiting.length > 0) {
      this.#extraction.skip(sessionId);
      await knowledge.queue.giveBack(outcome.waiting);
    }
    return outcome;
  }

  async #settle(claim: Claim, { curated, waiting, failure }: BatchOutcome): Promise<void> {
    const { knowledge, clock } = this.#options;
    const now = clock.now();
    if (curated > 0) this.#lastCuratedAt = now;
    if (waiting.length === 0) {
      this.#failure = undefined;
      this.#failures = 0;
      this.#pausedUntil = undefined;
      return;
    }
    // Stopped, not failed: the next daemon takes it up at once.
    if (this.#stop.signal.aborted) return knowledge.queue.giveBack(waiting);
    this.#failures += 1;
    const attempts = Math.max(...claim.turns.map((turn) => turn.attempts));
    const retryAfterMs = failure instanceof ProviderError ? failure.retryAfterMs : undefined;
    const dueAt = now + backOffMs(attempts, retryAfterMs);
    await knowledge.queue.release(waiting, { now, dueAt, reason: failure?.code ?? 'unknown' });
    await this.#parkStale(waiting, failure);
    // A provider that does not answer one space answers none.
    if (failure instanceof ProviderError) this.#pausedUntil = now + backOffMs(this.#failures, retryAfterMs);
    if (failure !== undefined) this.#problem(failure);
  }

  /** Only what has just failed once more: hours in which nobody tried, the machine being off, prove nothing. */
  async #parkStale(failed: readonly TurnRef[], failure: CarryoverError | undefined): Promise<void> {
    const { knowledge, clock } = this.#options;
    const now = clock.now();
    const failing = new Set((await knowledge.queue.failingSince(now - PATIENCE_MS)).map(({ id }) => id));
    const stale = failed.filter(({ id }) => failing.has(id));
    const reason = `failing for six hours: ${failure?.message ?? 'see the log'}`;
    if (stale.length > 0) await knowledge.queue.park(stale, { now, reason });
  }

  async #retryAbandoned(): Promise<void> {
    const { knowledge, clock } = this.#options;
    if (this.#begunAt === undefined || clock.elapsed() - this.#begunAt < STEADY_MS) return;
    this.#begunAt = undefined;
    await knowledge.queue.retryAbandoned(clock.now(), LAST_ATTEMPTS);
  }

  #reclaim(): Promise<number> {
    const { knowledge, owner, clock } = this.#options;
    return knowledge.queue.reclaim(owner, clock.now(), MOST_ATTEMPTS);
  }

  async #feed(): Promise<void> {
    const { journal, knowledge, markers, isUrgent, clock, profile } = this.#options;
    if (profile() === 'paused') return;
    const breather = new Breather(clock);
    for (;;) {
      const after = await knowledge.queue.fedThrough();
      const revisions = await journal.turnRevisions(after, FEED_PAGE);
      const last = revisions.at(-1);
      if (last === undefined) return;
      const turns: QueuedTurn[] = [];
      for (const turn of revisions) {
        await breather.breathe();
        await markers.read(turn);
        const { id, rev, sessionId, workspace, closedAt, userMessage } = turn;
        turns.push({ id, rev, sessionId, workspace, closedAt, urgent: isUrgent(userMessage), ...sizeOf(turn) });
      }
      await knowledge.queue.feed(turns, last.seq);
    }
  }

  #problem(problem: CarryoverError): void {
    this.#failure = problem;
    this.#options.onProblem(problem);
  }
}

/** What was said, and what tools were asked: outputs are cut before anybody reads them. */
function sizeOf({ userMessage, agentResponse, toolCalls }: Turn): Pick<QueuedTurn, 'tokens' | 'tools'> {
  const texts = [userMessage, agentResponse, ...toolCalls.map(({ input }) => input)];
  return { tokens: texts.reduce((sum, text) => sum + estimateTokens(text), 0), tools: toolCalls.length };
}

function asProblem(error: unknown): CarryoverError {
  if (error instanceof CarryoverError) return error;
  return new CarryoverError(`curation failed: ${messageOf(error)}`, { code: 'curation-failed', cause: error });
}
