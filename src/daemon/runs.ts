/**
 * Runs of `carryover run`: what they start with, what they say, and their end. All that is known of a run is in the journal
 * (its beginning in a session of its own, which lists leave out; its start and end in the session of its agent), so a daemon
 * that starts anew goes on with it.
 *
 * A use of a limited action is checked and counted in one step: of two runs that begin at once, only one gets the last.
 */

import { basename } from 'node:path';
import type { BytesReader } from '../capture/bytes-reader.ts';
import type { RecordDraft } from '../capture/captured-event.ts';
import type { Intake } from '../capture/ingest.ts';
import type { AppOrigin } from '../capture/record-input.ts';
import type { Cleaner } from '../capture/redaction-pool.ts';
import type { SpaceDirectory } from '../capture/space-directory.ts';
import type { Follower } from '../capture/transcript-sync.ts';
import { streamReading } from '../clients/claude-code/stream-reading.ts';
import { giveInjection } from '../curator/receipts.ts';
import type { AppsApi } from '../http/api.ts';
import type { HeardMarker, RunEnd, RunStart, RunSummary, RunsApi, StartedRun } from '../http/runs-api.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { isAppName } from '../memory/app.ts';
import { type CooldownLimit, type CooldownState, waitTold } from '../memory/cooldown.ts';
import { CarryoverError } from '../memory/error.ts';
import {
  type AppId,
  deriveId,
  type InjectionId,
  newId,
  type RecordId,
  type SessionId,
  type SpaceId,
} from '../memory/ids.ts';
import type { Turn, TurnCloseReason } from '../memory/turn.ts';
import { addRunToken, endRunToken, keepRunToken, registerApp } from '../platform/apps.ts';
import type { LiveConfig } from '../platform/live-config.ts';
import { runPrompt } from '../recall/marker-instruction.ts';
import { type OperationalSection, operationalSection } from '../recall/operational-section.ts';
import { type LostRun, lostRuns } from './abandoned-runs.ts';
import { CooldownUses, nameOf, useMetadata } from './cooldown-uses.ts';
import { InjectionSwitch } from './injection-switch.ts';
import { readableOperational } from './operational-memories.ts';
import {
  durationOf,
  endDraft,
  eventDraft,
  lostDraft,
  type Run,
  sessionEndDraft,
  startMetadata,
  startText,
  useId,
} from './run-events.ts';
import { RunStream, type RunStreamOptions } from './run-stream.ts';
import { type OnItsWayOut, withholding } from './sensitive-filter.ts';

export interface RunsServiceOptions extends Omit<RunStreamOptions, 'journal' | 'intake' | 'cooldowns'> {
  readonly reader: Pick<BytesReader, 'read'>;
  readonly cleaner: Pick<Cleaner, 'clean'>;
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly intake: Intake;
  readonly spaces: SpaceDirectory;
  readonly config: LiveConfig;
  readonly apps: Pick<AppsApi, 'list'>;
  /** The file of apps. */
  readonly appsPath: string;
  readonly follower: Pick<Follower, 'sessionEnded'>;
  readonly withheld: OnItsWayOut;
  /** A turn has a new revision. */
  onClosed(turn: Turn): void;
}

interface KnownRun {
  readonly run: Run;
  readonly stream: RunStream;
}

interface Over {
  /** The session of its agent; null when none is kept. */
  readonly spoke: SessionId | null;
  readonly ending: RecordDraft;
  /** Of the turn that its stream was kept as. */
  readonly reason: TurnCloseReason;
}

/** The client of a run's own session. */
const CLIENT = 'run';

export class RunsService implements RunsApi {
  readonly #options: RunsServiceOptions;
  readonly #cooldowns: CooldownUses;
  readonly #switch: InjectionSwitch;
  /** Those that are under way. */
  readonly #runs = new Map<string, KnownRun>();
  /** One after the other. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: RunsServiceOptions) {
    this.#options = options;
    this.#cooldowns = new CooldownUses(options.journal, () => options.config.current['operational.cooldowns']);
    this.#switch = new InjectionSwitch(options.config, options.spaces);
  }

  begin(start: RunStart, by?: AppOrigin): Promise<StartedRun> {
    return this.#inOrder(() => this.#begin(by === undefined ? start : { ...start, name: ownName(start, by) }));
  }

  heard(id: string, body: Buffer, by?: AppOrigin): Promise<readonly HeardMarker[]> {
    return this.#inOrder(async () => {
      const { run, stream } = await this.#known(id, by);
      if (run.app !== undefined) keepRunToken(this.#options.appsPath, id, this.#options.clock.now());
      const read = await this.#options.reader.read(streamReading, body, null, { way: 'run', id: () => id });
      // Its client's hooks or its transcript have it too, where there are any.
      const messages = 'unread' in read ? [] : read.result;
      const markers: HeardMarker[] = [];
      for (const message of messages) markers.push(...(await stream.hear(message)));
      return markers;
    });
  }

  end(id: string, end: RunEnd, by?: AppOrigin): Promise<RunSummary> {
    return this.#inOrder(() => this.#end(id, end, by));
  }

  cooldowns(): Promise<readonly CooldownState[]> {
    return this.#cooldowns.states(this.#options.clock.now());
  }

  #inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(work);
    this.#work = result.catch(() => undefined);
    return result;
  }

  async #begin(start: RunStart): Promise<StartedRun> {
    const { name, tier, budgetTokens, command, cwd, environment, cooldowns, pid } = start;
    const { clock, spaces, cleaner, knowledge, journal, appsPath } = this.#options;
    const now = clock.now();
    for (const lost of await lostRuns(journal, now)) await this.#lost(lost);
    const { value } = await cleaner.clean({ cwd, program: basename(command[0] ?? ''), name });
    const { name: cleanName, ...clean } = value as Pick<RunStart, 'cwd' | 'name'> & { readonly program: string };
    if (cleanName !== name) throw secretName();
    const workspace = (await spaces.resolve(clean.cwd)).space.id;
    const app = name === null ? undefined : await this.#appOf(name, workspace);
    const limits = [...new Map(cooldowns.map((limit) => [nameOf(limit), limit])).values()];
    refuseWhenUsedUp(await this.#cooldowns.states(now, limits), limits, now);
    const run: Run = { id: newId<RecordId>(now), startedAt: now, tier, app, ...clean };
    const stream = this.#stream(run);
    await stream.note(
      sessionOf(run.id),
      [
        eventDraft(begunId(run.id), now, startText(run), {
          ...startMetadata(run),
          event: 'run-begun',
          program: run.program,
          ...(pid === undefined ? {} : { pid }),
        }),
        ...limits.map((limit) =>
          eventDraft(useId(run.id, limit), now, `run started: ${nameOf(limit)}`, {
            ...useMetadata(limit),
            run: run.id,
            tier,
          }),
        ),
      ],
      CLIENT,
    );
    this.#runs.set(run.id, { run, stream });
    const sessionId = sessionOf(run.id);
    const mayGive = await this.#switch.allows({ workspace, sessionId });
    const section = mayGive ? await this.#section(workspace, budgetTokens, app?.app) : undefined;
    const states = await this.#cooldowns.states(now, limits);
    if (section !== undefined) {
      const { items, text } = section;
      const id = newId<InjectionId>(now);
      await giveInjection(journal, knowledge, { id, ts: now, sessionId, workspace, kind: 'boot', items, text });
    }
    const { shown, total, tokens } = section ?? { shown: 0, total: 0, tokens: 0 };
    return {
      id: run.id,
      systemPrompt: runPrompt({ environment, section, cooldowns: states, standsFor: new Set(limits.map(nameOf)), now }),
      memories: { shown, total, tokens },
      ...(app === undefined
        ? {}
        : { appToken: addRunToken(appsPath, { name: app.app, space: app.space, run: run.id, createdAt: now }) }),
    };
  }

  /** What is known about running things, as much of it as the run may take. */
  async #section(
    workspace: SpaceId,
    budgetTokens: number,
    app: AppId | undefined,
  ): Promise<OperationalSection | undefined> {
    const { knowledge, config, clock } = this.#options;
    const { givesSensitive = false, hidden } = await withholding(config, knowledge, this.#options.withheld);
    const memories = await readableOperational(knowledge, { workspace, app, now: clock.now(), hidden });
    return operationalSection({ ...memories, budgetTokens, givesSensitive });
  }

  /** Registered when it is new. */
  async #appOf(name: AppId, workspace: SpaceId): Promise<AppOrigin> {
    const { apps, appsPath, clock } = this.#options;
    const known = apps.list().find((app) => app.name === name);
    if (known === undefined) registerApp(appsPath, { name, space: workspace, createdAt: clock.now() });
    if (known === undefined || known.space === workspace) return { app: name, space: workspace };
    throw new CarryoverError(`the app "${name}" belongs to another project`, {
      code: 'invalid-input',
      hint: 'run it there, or choose another name; `carryover app list` shows them',
    });
  }

  async #end(id: string, end: RunEnd, by: AppOrigin | undefined): Promise<RunSummary> {
    const known = await this.#known(id, by);
    const { run, stream } = known;
    const at = stream.now();
    const { exitCode, signal: _, ...seen } = end;
    const spoke = end.sessionId as SessionId | null;
    const capturedBy = (spoke === null ? undefined : await stream.captureOf(spoke)) ?? 'nothing';
    const reason = seen.failed || exitCode !== 0 ? 'failure' : 'stop';
    await this.#over(known, { spoke: capturedBy === 'nothing' ? null : spoke, ending: endDraft(run, end, at), reason });
    return { id, ...seen, durationMs: durationOf(run, at), capturedBy };
  }

  async #lost({ run: id, spoke }: LostRun): Promise<void> {
    const known = await this.#known(id);
    const at = known.stream.now();
    await this.#over(known, { spoke, ending: lostDraft(known.run, at), reason: 'failure' });
  }

  async #over({ run, stream }: KnownRun, { spoke, ending, reason }: Over): Promise<void> {
    const { journal, appsPath, onClosed } = this.#options;
    if (spoke === null) {
      const started = deriveId<RecordId>('run-start', run.id);
      const start = eventDraft(started, run.startedAt, startText(run), startMetadata(run));
      await stream.note(sessionOf(run.id), [start, ending], CLIENT);
    } else {
      await stream.note(spoke, [ending, sessionEndDraft(run.id, ending.ts)]);
      if ((await stream.captureOf(spoke)) === 'stream') {
        const turn = await journal.closeTurn(stream.turnOf(spoke), reason, ending.ts);
        if (turn !== undefined) onClosed(turn);
      }
      await this.#sessionOver(spoke);
    }
    endRunToken(appsPath, run.id);
    this.#runs.delete(run.id);
  }

  /** A client that was killed cannot tell so itself. */
  async #sessionOver(id: SessionId): Promise<void> {
    const session = await this.#options.journal.session(id);
    const path = session?.metadata.transcript_path;
    const transcriptPath = typeof path === 'string' ? path : null;
    this.#options.follower.sessionEnded({ id, cwd: session?.cwd ?? null, transcriptPath });
  }

  /** An app knows its own runs alone. */
  async #known(id: string, by?: AppOrigin): Promise<KnownRun> {
    const known = this.#runs.get(id) ?? (await this.#found(id));
    if (by !== undefined && known.run.app?.app !== by.app) throw noSuchRun();
    this.#runs.set(id, known);
    return known;
  }

  /** Begun under another daemon. */
  async #found(id: string): Promise<KnownRun> {
    const { journal } = this.#options;
    const begun = await journal.record(begunId(id));
    if (begun === undefined) throw noSuchRun();
    const { name, tier, program } = begun.metadata;
    const run: Run = {
      id,
      startedAt: begun.ts,
      cwd: (await journal.session(sessionOf(id)))?.cwd ?? '/',
      tier: typeof tier === 'number' ? tier : 1,
      program: String(program),
      app:
        typeof name === 'string' && isAppName(name) && begun.workspace !== null
          ? { app: name, space: begun.workspace }
          : undefined,
    };
    return { run, stream: this.#stream(run) };
  }

  #stream(run: Run): RunStream {
    return new RunStream(run, { ...this.#options, cooldowns: this.#cooldowns });
  }
}

/** What an app starts is that app, whatever it calls it. */
function ownName({ name }: RunStart, { app }: AppOrigin): AppId {
  if (name === null || name === app) return app;
  throw new CarryoverError('an app starts runs of its own alone', {
    code: 'forbidden',
    hint: `leave --name out: what the app "${app}" starts is that app`,
  });
}

function secretName(): CarryoverError {
  return new CarryoverError('the name looks like a secret', {
    code: 'invalid-input',
    hint: 'choose another: it is kept as it is given',
  });
}

function noSuchRun(): CarryoverError {
  return new CarryoverError('there is no such run', { code: 'not-found', hint: 'POST /runs begins one' });
}

function refuseWhenUsedUp(states: readonly CooldownState[], limits: readonly CooldownLimit[], now: number): void {
  const wanted = new Set(limits.map(nameOf));
  for (const state of states) {
    const { used, uses, freeAt } = state;
    if (freeAt === null || !wanted.has(nameOf(state))) continue;
    const at = new Date(freeAt).toISOString().slice(0, 16).replace('T', ' ');
    throw new CarryoverError(`${nameOf(state)} is cooling down: ${used} of ${uses} used`, {
      code: 'cooling-down',
      hint: `it is free again at ${at} UTC, in ${waitTold(freeAt - now)}; nothing was started`,
    });
  }
}

function sessionOf(run: string): SessionId {
  return `run-${run}` as SessionId;
}

function begunId(run: string): RecordId {
  return deriveId<RecordId>('run', run);
}
