/**
 * Answers Claude Code's hooks: redact, understand, commit, then say `{}` or give memory: the boot block at session start,
 * what was found for a prompt or a tool call later, and that in 50 ms or not at all. This is a hot path: the agent waits
 * for the answer. Anything that can happen later (transcript, closing turns) is left to the follower.
 *
 * When the journal does not take the event within its time (disk full, a foreign lock), it goes to the spool instead;
 * only when that fails too is the client told, and then the transcript repairs the gap.
 */
import type { Cleaner } from '../../capture/cleaner.ts';
import type { CapturedEvent } from '../../capture/draft.ts';
import type { FollowedSession, Follower } from '../../capture/follower.ts';
import type { Intake } from '../../capture/intake.ts';
import type { AppOrigin } from '../../capture/record-input.ts';
import { type SpoolPlace, spoolEntry } from '../../capture/spool.ts';
import type { CaptureTally } from '../../capture/tally.ts';
import { CarryoverError } from '../../memory/error.ts';
import { type AppId, isOutsideId, type SessionId, type SpaceId } from '../../memory/ids.ts';
import { type Fields, isObject, text } from '../../memory/unknown.ts';
import type { Clock } from '../../platform/clock.ts';
import { CLIENT, isClientMadePrompt, isHookPayload, readHookEvent } from './hook-event.ts';
import { askInTime, asksForNothing, LATE, type PromptRequest, type ToolRequest } from './recall-request.ts';
import { roughCutPayload } from './rough-cut.ts';

/** The agent waits; a journal that is slower than this is in trouble, and the spool is not. */
const STORE_DEADLINE_MS = 1_000;
const LAST_WORDS_MS = 2_000;
/** D-082 allows 50 ms from the arrival of an event to its answer; the rest is for sending it. */
const RECALL_MS = 45;

export interface HookHandlerOptions {
  readonly cleaner: Cleaner;
  readonly intake: Pick<Intake, 'event'>;
  readonly follower: Pick<Follower, 'turnStarted' | 'turnEnded' | 'compacting' | 'sessionEnded' | 'saw'>;
  readonly tally: CaptureTally;
  readonly clock: Clock;
  readonly redactionKey: string;
  readonly spool: SpoolPlace;
  /** Moves the transcript's cursor to its end, so that nothing before it is read. */
  passOver(sessionId: SessionId, transcriptPath: string): Promise<void>;
  /** What to give at session start, part by part; undefined for nothing. */
  boot(request: BootRequest): Promise<string | undefined>;
  /** What to give with a prompt, and before a tool call; undefined for nothing. */
  prompt(request: PromptRequest): Promise<string | undefined>;
  beforeTool(request: ToolRequest): Promise<string | undefined>;
  /** How long those two may take, from the arrival of the event. */
  readonly recallMs?: number;
}

export interface BootRequest {
  readonly sessionId: SessionId;
  /** The session's; null when it is not known here, because a further part was asked for and maybe first. */
  readonly workspace: SpaceId | null;
  readonly cwd: string;
  /** `startup`, `clear`, `compact`, `resume` … */
  readonly source: string;
  /** Which part of the block, from 1. */
  readonly part: number;
  /** `carryover run` has given its agent the operational memory itself. */
  readonly isRun?: boolean;
  /** Whose session it is, when it is an app's. */
  readonly app?: AppId;
}

export class ClaudeCodeHooks {
  readonly #options: HookHandlerOptions;

  constructor(options: HookHandlerOptions) {
    this.#options = options;
  }

  /** A payload as the client sent it. */
  async receive(payload: unknown, app?: AppOrigin): Promise<object> {
    const { cleaner, tally, clock, redactionKey } = this.#options;
    const at = clock.now();
    const arrivedMs = clock.elapsed();
    if (isPartRequest(payload)) return this.#furtherPart(payload, app);
    tally.received(at);
    if (!isHookPayload(payload))
      return this.#refuse('not a hook payload of Claude Code: session_id and hook_event_name are needed');
    const cleaned = await cleaner.clean(roughCutPayload(payload, redactionKey));
    tally.cleaned(cleaned);
    return this.#take(cleaned.value, at, app, arrivedMs);
  }

  /** An event of a session that is not to be captured: what its transcript holds so far is never read. */
  async skip(payload: unknown): Promise<void> {
    if (!isHookPayload(payload)) return;
    const { session_id: id, transcript_path: path } = payload;
    const { passOver } = this.#options;
    await passOver(text(id) as SessionId, text(path));
    // The client writes the last words a moment after it told of them.
    setTimeout(() => void passOver(text(id) as SessionId, text(path)), LAST_WORDS_MS).unref();
  }

  /** A spooled payload: redacted at the hook, older than now. Redacting again changes nothing. */
  async replay(payload: unknown, at: number, app?: AppOrigin): Promise<void> {
    this.#options.tally.received(at);
    const cleaned = await this.#options.cleaner.clean(payload);
    await this.#take(cleaned.value, at, app);
  }

  /** A session known only by name and transcript: its events could not be redacted in time at the hook. */
  async repairOnly(identity: Readonly<Record<string, string>>, at: number, app?: AppOrigin): Promise<void> {
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

  /** `arrivedMs` is set when somebody waits for the answer. */
  async #take(payload: unknown, at: number, app: AppOrigin | undefined, arrivedMs?: number): Promise<object> {
    if (!isObject(payload) || !isOutsideId(text(payload.session_id)))
      return this.#refuse('the session_id is not usable');
    const event = readHookEvent(payload, at, app);
    if (event === undefined) return {};
    const isAwaited = arrivedMs !== undefined;
    const stored = isAwaited ? await this.#storeOrSpool(event, payload) : await this.#options.intake.event(event);
    this.#followUp(event);
    if (!isAwaited || stored === undefined) return {};
    if (event.signal.kind === 'session-started') return this.#bootAnswer(event, event.signal.source, stored.workspace);
    // Told a second time, by another hook: the first one has its answer.
    if (stored.inserted.length === 0) return {};
    return this.#recallAnswer(payload, event, stored.workspace, arrivedMs);
  }

  async #recallAnswer(
    payload: Fields,
    event: CapturedEvent,
    workspace: SpaceId | null,
    arrivedMs: number,
  ): Promise<object> {
    const { clock, tally, recallMs = RECALL_MS } = this.#options;
    const { sessionId, cwd, at, drafts, app } = event;
    const turnId = drafts[0]?.turnId ?? null;
    const ask = this.#questionOf(payload, { sessionId, cwd, at, workspace, turnId, ...asApp(app) });
    if (ask === undefined) return {};
    const block = await askInTime(ask, recallMs - (clock.elapsed() - arrivedMs));
    const hookEventName = text(payload.hook_event_name);
    // Before a tool call hardly anybody is given anything, so nothing is missed there.
    if (block === LATE && hookEventName === 'UserPromptSubmit') tally.counts.late += 1;
    return typeof block === 'string' ? contextAnswer(hookEventName, block) : {};
  }

  #questionOf(
    payload: Fields,
    about: Omit<PromptRequest, 'prompt' | 'signal'>,
  ): ((signal: AbortSignal) => Promise<string | undefined>) | undefined {
    const { prompt: forPrompt, beforeTool } = this.#options;
    // A subagent has a context of its own, which ends with its task.
    if (text(payload.agent_id) !== '') return undefined;
    if (payload.hook_event_name === 'PreToolUse') {
      // What is found for a call is the space's; an app has a memory of its own.
      if (about.app !== undefined) return undefined;
      const tool = { tool: text(payload.tool_name), input: payload.tool_input };
      return (signal) => beforeTool({ ...about, ...tool, signal });
    }
    const prompt = text(payload.prompt);
    if (payload.hook_event_name !== 'UserPromptSubmit' || asksForNothing(prompt) || isClientMadePrompt(prompt))
      return undefined;
    return (signal) => forPrompt({ ...about, prompt, signal });
  }

  async #storeOrSpool(event: CapturedEvent, payload: unknown): Promise<Stored | undefined> {
    const { intake, spool, tally } = this.#options;
    const stored = intake.event(event).catch((error: unknown) => ({ error }));
    const result = await Promise.race([stored, deadline(STORE_DEADLINE_MS)]);
    if (result !== undefined && 'workspace' in result) return result;
    const cause = result?.error;
    try {
      const { at, app } = event;
      spoolEntry(spool, { version: 1, client: CLIENT, at, ...(app === undefined ? {} : { app }), payload });
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

  #followUp(event: CapturedEvent): void {
    const { follower } = this.#options;
    const session = followedOf(event);
    const { signal } = event;
    if (signal.kind === 'turn-started') follower.turnStarted(session, signal.turnId, event.at);
    if (signal.kind === 'turn-ended') follower.turnEnded(session, signal);
    if (signal.kind === 'compacting') follower.compacting(session);
    if (signal.kind === 'session-ended') follower.sessionEnded(session);
    follower.saw(session);
  }

  async #bootAnswer(event: CapturedEvent, source: string, workspace: SpaceId | null): Promise<object> {
    if (workspace === null || event.cwd === null) return {};
    const { sessionId, cwd, run, app } = event;
    return this.#give({ sessionId, workspace, cwd, source, part: 1, isRun: run !== undefined, ...asApp(app) });
  }

  /** Nothing is captured: the event comes by itself, from the hook of the first part. */
  async #furtherPart(
    { carryover_part: part, session_id: id, cwd, source, carryover_run: run }: PartRequest,
    app: AppOrigin | undefined,
  ): Promise<object> {
    // The folder is told apart by its redacted name, as it is when the event is taken.
    const { value } = await this.#options.cleaner.clean({ id, cwd, source });
    if (!isObject(value) || !isOutsideId(text(value.id)) || text(value.cwd) === '') return {};
    const sessionId = text(value.id) as SessionId;
    return this.#give({
      sessionId,
      workspace: null,
      cwd: text(value.cwd),
      source: text(value.source) || 'startup',
      part,
      isRun: text(run) !== '',
      ...asApp(app),
    });
  }

  async #give(request: BootRequest): Promise<object> {
    const block = await this.#options.boot(request);
    return block === undefined ? {} : contextAnswer('SessionStart', block);
  }

  #refuse(message: string): never {
    this.#options.tally.counts.dropped += 1;
    throw new CarryoverError(message, { code: 'invalid-input', hint: 'see docs/clients.md for what a hook sends' });
  }
}

function asApp(origin: AppOrigin | undefined): { readonly app?: AppId } {
  return origin === undefined ? {} : { app: origin.app };
}

type Stored = Awaited<ReturnType<Intake['event']>>;

/** The client takes it for nothing unless the event is named as it asked. */
function contextAnswer(hookEventName: string, additionalContext: string): object {
  return { hookSpecificOutput: { hookEventName, additionalContext } };
}

type PartRequest = Readonly<Record<string, unknown>> & { readonly carryover_part: number };

/** A hook that is there for a further part of the boot block; see clients/hook. */
function isPartRequest(payload: unknown): payload is PartRequest {
  return isHookPayload(payload) && typeof payload.carryover_part === 'number' && payload.carryover_part > 1;
}

function followedOf(event: CapturedEvent): FollowedSession {
  return { id: event.sessionId, cwd: event.cwd, transcriptPath: event.transcriptPath };
}

function deadline(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
}
