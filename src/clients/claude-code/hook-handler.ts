/**
 * Answers Claude Code's hooks: read and redact, commit, then say `{}`, refuse a call that would touch what Carryover
 * keeps, or give memory: the boot block at session start, what was found for a prompt or a tool call later, and that in
 * 50 ms or not at all, unless the machine is busy with other things. This is a hot path: the agent waits for the answer. Anything that can happen later (transcript,
 * closing turns) is left to the follower. What was given counts as given when its answer went out.
 *
 * When the journal does not take the event within its time (disk full, a foreign lock), it goes to the spool instead;
 * only when that fails too is the client told, and then the transcript repairs the gap.
 *
 * Large events are read in a worker. Those of one session are stored in the order they came in all the same; one that takes
 * very long holds up nobody else, and its own session for a while only.
 */
import { basename } from 'node:path';
import { type BytesReader, isSmall } from '../../capture/bytes-reader.ts';
import type { CapturedEvent } from '../../capture/captured-event.ts';
import type { Intake } from '../../capture/ingest.ts';
import type { AppOrigin } from '../../capture/record-input.ts';
import { type SpoolPlace, spoolEntry } from '../../capture/spool.ts';
import type { CaptureTally } from '../../capture/tally.ts';
import type { FollowedSession, Follower } from '../../capture/transcript-sync.ts';
import { spaceFolder } from '../../files/space-folder.ts';
import { CarryoverError } from '../../memory/error.ts';
import { type AppId, isOutsideId, type SessionId, type SpaceId } from '../../memory/ids.ts';
import { type Fields, text } from '../../memory/json-guards.ts';
import type { Telling } from '../../memory/telling.ts';
import type { Clock } from '../../platform/clock.ts';
import { outerText } from '../../platform/json-cut.ts';
import { CLIENT, isClientMadePrompt, type Told } from './hook-event.ts';
import { type EventRead, type HookContext, hookReading, spooledReading, unreadEvent } from './hook-reading.ts';
import { denialOf, type GuardedHome } from './memory-guard.ts';
import { askInTime, asksForNothing, LATE, type PromptRequest } from './recall-request.ts';
import { withheldPayload } from './withheld-payload.ts';

/** The agent waits; a journal that is slower than this is in trouble, and the spool is not. */
const STORE_DEADLINE_MS = 1_000;
const LAST_WORDS_MS = 2_000;
/** Longer than a worker needs for the largest event; the client does not wait much longer. */
const IN_ORDER_MS = 3_000;
/** What a prompt asks for stands at its beginning; what was pasted behind it is no question. */
const ASKED_CHARS = 20_000;

/** Tells our hook that the event is kept and its memory would come too late: it gives the last block of the project. */
const LATE_START = { carryover_late: true };

export interface HookHandlerOptions {
  readonly reader: BytesReader;
  readonly intake: Pick<Intake, 'event'>;
  readonly follower: Pick<Follower, 'turnStarted' | 'turnEnded' | 'compacting' | 'sessionEnded' | 'saw'>;
  readonly tally: CaptureTally;
  readonly clock: Clock;
  readonly spool: SpoolPlace;
  /** Where everything is that agents may not touch. */
  readonly guarded: Pick<GuardedHome, 'home' | 'userHome'>;
  /** Moves the transcript's cursor to its end, so that nothing before it is read. */
  passOver(sessionId: SessionId, transcriptPath: string): Promise<void>;
  /** What to give at session start, part by part; undefined for nothing. */
  boot(request: BootRequest): Promise<string | undefined>;
  /** What to give with a prompt; undefined for nothing. */
  prompt(request: PromptRequest): Promise<string | undefined>;
  /** How long that may take, from the arrival of the event. */
  recallMs(): number;
}

/** Resolves when the answer to an event has gone out: whether the client got it. */
export type Delivery = Promise<boolean>;

/** Who sent an event, and whether the answer reached them; a caller that waits for the answer itself has it. */
export interface Sender extends Told {
  /** Throws when the sender may not tell of this. */
  readonly check?: (payload: Fields) => Promise<void>;
  readonly delivery?: Delivery;
}

const DELIVERED: Delivery = Promise.resolve(true);

export interface BootRequest {
  readonly sessionId: SessionId;
  readonly workspace: SpaceId;
  readonly cwd: string;
  /** `startup`, `clear`, `compact`, `resume` … */
  readonly source: string;
  /** Which part of the block, from 1. */
  readonly part: number;
  /** `carryover run` has given its agent the operational memory itself. */
  readonly isRun?: boolean;
  /** Whose session it is, when it is an app's. */
  readonly app?: AppId;
  /** Whether this part reached the client; without it, it did. */
  readonly delivery?: Delivery;
}

export class ClaudeCodeHooks {
  readonly #options: HookHandlerOptions;
  /** By session: what has to be stored before what comes next. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(options: HookHandlerOptions) {
    this.#options = options;
  }

  /** A payload as the client sent it. */
  async receive(body: Buffer, { delivery = DELIVERED, check, ...told }: Sender = {}): Promise<object> {
    const { tally, clock } = this.#options;
    const at = clock.now();
    const arrived = { elapsedMs: clock.elapsed(), spentMs: spentMs() };
    const answer = await this.#inOrder(outerText(body, 'session_id') ?? '', body, async () => {
      const read = await this.#read(body, { at, ...told });
      await check?.(read.payload);
      const { part } = read;
      if (part !== undefined) return () => this.#furtherPart(read, part, delivery);
      tally.received(at);
      tally.cleaned(read.findings);
      return this.#take(read, told, { arrived, delivery });
    });
    return answer();
  }

  /** An event of a session that is not to be captured: what its transcript holds so far is never read. */
  async skip(body: Buffer, check?: Sender['check']): Promise<object> {
    const { payload } = await this.#read(body, { at: this.#options.clock.now() });
    await check?.(payload);
    const [id, path] = [text(payload.session_id) as SessionId, text(payload.transcript_path)];
    const { passOver } = this.#options;
    await passOver(id, path);
    // The client writes the last words a moment after it told of them.
    setTimeout(() => void passOver(id, path), LAST_WORDS_MS).unref();
    return this.#denial(payload, undefined, null) ?? {};
  }

  /** A spooled entry, by the name of its file: its payload was redacted at the hook, and is older than now. */
  async replay(entry: Buffer, name: string): Promise<void> {
    const { reader, clock, intake, tally } = this.#options;
    const about = { way: 'spool', id: () => outerText(entry, 'session_id') ?? name };
    const spooled = await reader.read(spooledReading, entry, { name }, about);
    if ('unread' in spooled) {
      const { event } = unreadEvent(spooled.unread, { at: clock.now() });
      if (event !== undefined) this.#followUp(event, await intake.event(event));
      return;
    }
    const { read, withheld, at, app } = spooled.result;
    if (withheld !== undefined) return this.#repairOnly(withheld.identity, at, app);
    tally.received(at);
    if (read === undefined) return;
    tally.cleaned(read.findings);
    if (read.event !== undefined) this.#followUp(read.event, await intake.event(read.event));
  }

  /** A session known only by name and transcript: its events could not be redacted in time at the hook. */
  async #repairOnly(identity: Readonly<Record<string, string>>, at: number, app?: AppOrigin): Promise<void> {
    const sessionId = text(identity.session_id) as SessionId;
    if (!isOutsideId(sessionId))
      throw new CarryoverError('a spooled event without a session', { code: 'invalid-input' });
    const event: CapturedEvent = {
      client: CLIENT,
      sessionId,
      cwd: text(identity.cwd) || null,
      transcriptPath: text(identity.transcript_path) || null,
      at,
      ...(app === undefined ? {} : { app }),
      drafts: [],
      signal: { kind: 'none' },
    };
    await this.#options.intake.event(event);
    this.#options.follower.saw(followedOf(event));
  }

  async #read(body: Buffer, context: HookContext): Promise<EventRead> {
    const { reader, tally } = this.#options;
    const about = { way: 'hook', id: () => outerText(body, 'tool_use_id') ?? outerText(body, 'session_id') ?? '' };
    try {
      const read = await reader.read(hookReading, body, context, about);
      return 'unread' in read ? unreadEvent(read.unread, context) : read.result;
    } catch (error) {
      if (error instanceof CarryoverError && error.code === 'invalid-input') tally.counts.dropped += 1;
      throw error;
    }
  }

  /** Nothing waits unless something large of its session is under way. */
  async #inOrder<Result>(session: string, body: Buffer, work: () => Promise<Result>): Promise<Result> {
    const before = this.#underWay.get(session);
    if (before === undefined && isSmall(body)) return work();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#underWay.set(session, promise);
    try {
      if (before !== undefined) await Promise.race([before, deadline(IN_ORDER_MS)]);
      return await work();
    } finally {
      resolve();
      if (this.#underWay.get(session) === promise) this.#underWay.delete(session);
    }
  }

  /** Stores it; what it resolves to makes the answer, for which nothing that comes after it has to wait. */
  async #take({ payload, event }: EventRead, told: Told, waiting: Waiting): Promise<() => Promise<object>> {
    if (event === undefined) return async () => ({});
    try {
      const stored = await this.#storeOrSpool(event, payload, told.telling);
      this.#followUp(event, stored);
      return () => this.#answer(payload, event, stored, waiting);
    } catch (error) {
      // A call that may not be is refused, whatever became of its record.
      const denial = this.#denial(payload, told.app, null);
      if (denial !== undefined) return async () => denial;
      throw error;
    }
  }

  async #answer(payload: Fields, event: CapturedEvent, stored: Stored | undefined, waiting: Waiting): Promise<object> {
    const denial = this.#denial(payload, event.app, stored?.workspace ?? null);
    if (denial !== undefined) return denial;
    if (event.signal.kind === 'session-started') {
      if (stored === undefined) return LATE_START;
      return this.#bootAnswer(event, event.signal.source, stored.workspace, waiting.delivery);
    }
    // Spooled, or told a second time, by another hook: the first one has its answer.
    if (stored === undefined || stored.inserted.length === 0) return {};
    return this.#recallAnswer(payload, event, stored, waiting);
  }

  /** Refuses a tool call that would touch what Carryover keeps; undefined for every other event. */
  #denial(payload: Fields, app: AppOrigin | undefined, workspace: SpaceId | null): object | undefined {
    if (payload.hook_event_name !== 'PreToolUse') return undefined;
    const space = app?.space ?? workspace;
    return denialOf(payload, {
      ...this.#options.guarded,
      app: app?.app,
      spaceEnding: space === null ? undefined : basename(spaceFolder({ id: space, name: '' })),
    });
  }

  async #recallAnswer(
    payload: Fields,
    event: CapturedEvent,
    { workspace, turnId }: Stored,
    { arrived, delivery }: Waiting,
  ): Promise<object> {
    const { clock, tally, recallMs } = this.#options;
    const { sessionId, cwd, at, drafts, app } = event;
    const turn = drafts[0]?.turnId ?? turnId;
    const ask = this.#questionOf(payload, { sessionId, cwd, at, workspace, turnId: turn, delivery, ...asApp(app) });
    if (ask === undefined) return {};
    const block = await askInTime(ask, {
      limitMs: recallMs(),
      elapsedMs: () => clock.elapsed() - arrived.elapsedMs,
      spentMs: () => spentMs() - arrived.spentMs,
    });
    const hookEventName = text(payload.hook_event_name);
    if (block === LATE) tally.counts.late += 1;
    return typeof block === 'string' ? contextAnswer(hookEventName, block) : {};
  }

  #questionOf(
    payload: Fields,
    about: Omit<PromptRequest, 'prompt' | 'signal'>,
  ): ((signal: AbortSignal) => Promise<string | undefined>) | undefined {
    // A subagent has a context of its own, which ends with its task.
    if (text(payload.agent_id) !== '') return undefined;
    const prompt = text(payload.prompt).slice(0, ASKED_CHARS).toWellFormed();
    if (payload.hook_event_name !== 'UserPromptSubmit' || asksForNothing(prompt) || isClientMadePrompt(prompt))
      return undefined;
    return (signal) => this.#options.prompt({ ...about, prompt, signal });
  }

  async #storeOrSpool(
    event: CapturedEvent,
    payload: Fields,
    telling: Telling | undefined,
  ): Promise<Stored | undefined> {
    const { intake, spool, tally } = this.#options;
    const stored = intake.event(event).catch((error: unknown) => ({ error }));
    const result = await Promise.race([stored, deadline(STORE_DEADLINE_MS)]);
    if (result !== undefined && 'workspace' in result) return result;
    const cause = result?.error;
    try {
      const { at, app } = event;
      // Under the same name: what comes late into the journal is not another event.
      const told = telling !== undefined && 'channel' in telling ? telling : {};
      spoolEntry(spool, {
        version: 1,
        client: CLIENT,
        at,
        ...told,
        ...(app === undefined ? {} : { app }),
        payload: withheldPayload(payload),
      });
      tally.counts.spooled += 1;
      return undefined;
    } catch (spoolFailure) {
      if (cause instanceof CarryoverError) throw cause;
      throw new CarryoverError('the event could be neither stored nor spooled', {
        code: 'disk-full',
        hint: 'free space in the home; the client transcript will fill the gap',
        retryable: true,
        cause: cause ?? spoolFailure,
      });
    }
  }

  #followUp(event: CapturedEvent, stored: Stored | undefined): void {
    const { follower } = this.#options;
    const session = followedOf(event);
    const { signal } = event;
    const turnId = 'turnId' in signal ? (signal.turnId ?? stored?.turnId ?? null) : null;
    if (signal.kind === 'turn-started' && turnId !== null) follower.turnStarted(session, turnId, event.at);
    if (signal.kind === 'turn-ended' && turnId !== null) {
      const answerId = stored?.ids[0] ?? event.drafts[0]?.id ?? null;
      follower.turnEnded(session, { turnId, reason: signal.reason, answerId });
    }
    if (signal.kind === 'compacting') follower.compacting(session, signal.trigger);
    if (signal.kind === 'session-ended') follower.sessionEnded(session);
    follower.saw(session);
  }

  async #bootAnswer(
    { sessionId, cwd, run, app }: CapturedEvent,
    source: string,
    workspace: SpaceId | null,
    delivery: Delivery,
    part = 1,
  ): Promise<object> {
    if (workspace === null || cwd === null) return {};
    const request = { sessionId, workspace, cwd, source, part, isRun: run !== undefined, delivery, ...asApp(app) };
    const block = await this.#options.boot(request);
    return block === undefined ? {} : contextAnswer('SessionStart', block);
  }

  /**
   * The event itself comes from the hook of the first part, and maybe later: so the session is made known, as that event
   * will, and no record is kept.
   */
  async #furtherPart({ event }: EventRead, part: number, delivery: Delivery): Promise<object> {
    if (event?.signal.kind !== 'session-started') return {};
    // Whatever keeps the journal from taking it is told by the event itself.
    const stored = this.#options.intake.event({ ...event, drafts: [] }).catch(() => undefined);
    const known = await Promise.race([stored, deadline(STORE_DEADLINE_MS)]);
    if (known === undefined) return LATE_START;
    return this.#bootAnswer(event, event.signal.source, known.workspace, delivery, part);
  }
}

function asApp(origin: AppOrigin | undefined): { readonly app?: AppId } {
  return origin === undefined ? {} : { app: origin.app };
}

/** Of somebody who waits for the answer. */
interface Waiting {
  readonly arrived: { readonly elapsedMs: number; readonly spentMs: number };
  readonly delivery: Delivery;
}

type Stored = Awaited<ReturnType<Intake['event']>>;

/** The client takes it for nothing unless the event is named as it asked. */
function contextAnswer(hookEventName: string, additionalContext: string): object {
  return { hookSpecificOutput: { hookEventName, additionalContext } };
}

function followedOf(event: CapturedEvent): FollowedSession {
  return { id: event.sessionId, cwd: event.cwd, transcriptPath: event.transcriptPath };
}

/** Processor time of this process, all of its threads. */
function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function deadline(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
}
