/**
 * One claimed batch of turns, from reading to files on disk. What is answered is journalled before it is applied, so a
 * crash after the answer costs nothing twice; a crash before it costs one call, which the ledger has counted.
 *
 * What fails for the provider's sake waits; what fails for its own sake is bisected, and the one turn that breaks every
 * call is parked for a person. The rest is curated.
 */
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Claim, ClaimedTurn } from '../knowledge/queue.ts';
import type { Curation, CurationSettings, TurnRef } from '../memory/act.ts';
import { appOf } from '../memory/app.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { type ActId, type AppId, newId, type SpaceId } from '../memory/ids.ts';
import type { Clock } from '../platform/clock.ts';
import { faultPoint } from '../platform/fault-point.ts';
import { type Answered, answerByModel, answerByRules, type Model, RULES } from './answering.ts';
import { batchInput } from './batch-input.ts';
import { bisect } from './bisect.ts';
import type { FileSync } from './file-sync.ts';
import type { FolderLooks } from './folder-scans.ts';
import { ProviderError } from './llm/provider.ts';
import type { Projector } from './projector.ts';
import { filesShownWhole } from './prompt/curator-prompt.ts';
import { rootOf, trackedHandles } from './tracked-handles.ts';

export interface BatchOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly projector: Projector;
  readonly keeper: FileSync;
  readonly folders: Pick<FolderLooks, 'look'>;
  readonly clock: Clock;
  /** Asked for each batch, like the model. */
  settings(): Omit<CurationSettings, 'root'>;
  /** Undefined for the rules; throws when a model was chosen and cannot be used. */
  model(): Model | undefined;
  clean(text: string): string;
  /** Rules answered in place of the model. */
  onFallback(reason: CarryoverError): void;
}

export interface BatchOutcome {
  readonly curated: number;
  readonly parked: number;
  /** Why the rest waits, when some do. */
  readonly failure: CarryoverError | undefined;
  readonly waiting: readonly TurnRef[];
}

type Attempt = 'done' | 'unusable';

/** While a long queue is read, files are written now and then: each costs two syncs that captures would wait for. */
const WRITE_EVERY_MS = 3_000;
/** What a small question has room for beside its own words. */
const PART_TOKENS = 1_400;

export class BatchRunner {
  readonly #options: BatchOptions;
  readonly #unwritten = new Set<SpaceId | null>();
  #writtenAt = 0;

  constructor(options: BatchOptions) {
    this.#options = options;
  }

  async run(claim: Claim, signal: AbortSignal): Promise<BatchOutcome> {
    const done = new Set<TurnRef>();
    const parked: TurnRef[] = [];
    const attempt = async (turns: readonly TurnRef[]): Promise<boolean> => {
      if ((await this.#attempt(turns, claim.workspace, signal)) === 'unusable') return false;
      for (const turn of turns) done.add(turn);
      return true;
    };
    let failure: CarryoverError | undefined;
    try {
      if (!(await attempt(claim.turns))) {
        const { bad, failed } = await bisect(claim.turns, attempt);
        if (bad !== undefined) parked.push(bad);
        if (failed.length > 0) failure = noUsableAnswer();
      }
    } catch (error) {
      failure = error instanceof CarryoverError ? error : unexpected(error);
    }
    if (parked.length > 0) await this.#park(parked);
    const waiting = claim.turns.filter((turn) => !done.has(turn) && !parked.includes(turn));
    return { curated: done.size, parked: parked.length, failure: waiting.length > 0 ? failure : undefined, waiting };
  }

  /**
   * One session by itself, a few turns at a time, each within `timeoutMs` where a model reads. What is not answered by then,
   * or not so that it can be used, waits: a batch has more time, and finds the turn that nobody can read.
   */
  async extract(claim: Claim, timeoutMs: number, signal: AbortSignal): Promise<BatchOutcome> {
    const done = new Set<TurnRef>();
    let failure: CarryoverError | undefined;
    try {
      for (const part of smallParts(claim.turns)) {
        await this.#curate(part, claim.workspace, signal, timeoutMs);
        for (const turn of part) done.add(turn);
      }
    } catch (error) {
      failure = error instanceof CarryoverError ? error : unexpected(error);
    }
    return { curated: done.size, parked: 0, failure, waiting: claim.turns.filter((turn) => !done.has(turn)) };
  }

  async #attempt(turns: readonly TurnRef[], workspace: SpaceId | null, signal: AbortSignal): Promise<Attempt> {
    try {
      await this.#curate(turns, workspace, signal);
      return 'done';
    } catch (error) {
      if (error instanceof ProviderError && error.problem === 'unusable') return 'unusable';
      throw error;
    }
  }

  async #curate(
    claimed: readonly TurnRef[],
    workspace: SpaceId | null,
    signal: AbortSignal,
    extractMs?: number,
  ): Promise<void> {
    const { projector } = this.#options;
    // What was answered before and could not be applied then is not asked for, and paid for, once more.
    await projector.catchUp();
    const turns = await this.#notCurated(claimed);
    for (const [app, own] of await this.#byApp(turns))
      await this.#curateOwn(own, app, { workspace, signal, extractMs });
  }

  /** What an app's turns become has other bounds than what a session's do, so no curator reads them together. */
  async #byApp(turns: readonly TurnRef[]): Promise<ReadonlyMap<AppId | undefined, readonly TurnRef[]>> {
    const { journal } = this.#options;
    const groups = new Map<AppId | undefined, TurnRef[]>();
    for (const turn of turns) {
      const prompt = await journal.promptOfTurn(turn.id);
      const record = prompt ?? (await journal.recordsOfTurn(turn.id, Number.MAX_SAFE_INTEGER))[0];
      const app = record === undefined ? undefined : appOf(record);
      groups.set(app, [...(groups.get(app) ?? []), turn]);
    }
    return groups;
  }

  async #curateOwn(
    turns: readonly TurnRef[],
    app: AppId | undefined,
    {
      workspace,
      signal,
      extractMs,
    }: {
      readonly workspace: SpaceId | null;
      readonly signal: AbortSignal;
      readonly extractMs: number | undefined;
    },
  ): Promise<void> {
    const { projector, keeper, clock } = this.#options;
    const settings = this.#options.settings();
    // What a person changed comes first: the curator must see it, and so must a replay.
    await keeper.takeOverEdits(workspace);
    const root = await rootOf(this.#options.journal, workspace);
    if (extractMs === undefined) await this.#options.folders.look(workspace);
    const input = await batchInput(this.#options, { workspace, turns, preset: settings.preset, app, root });
    const answered = await this.#answer(input, signal, extractMs);
    const isExtraction = extractMs !== undefined && answered.curator !== RULES;
    faultPoint('after-answer');
    const answers = answered.answers.map((answer) => this.#options.clean(answer));
    const tracked = await trackedHandles(root, workspace, answers);
    const whole = filesShownWhole(input.files);
    const now = clock.now();
    const curation: Curation = {
      kind: 'curation',
      id: newId<ActId>(now),
      ts: now,
      workspace,
      turns: turns.map(({ id, rev }) => ({ id, rev })),
      files: input.files.map(({ name, workspace: of, version }) => {
        const shown = { name, workspace: of, version };
        return whole.includes(name) && !isExtraction ? shown : { ...shown, whole: false };
      }),
      settings: { ...settings, root, scope: 'by-statement', ...tracked, ...(isExtraction ? { extraction: true } : {}) },
      ...answered,
      answers,
    };
    await projector.record(curation);
    this.#unwritten.add(workspace);
    if (clock.elapsed() - this.#writtenAt >= WRITE_EVERY_MS) await this.finish();
  }

  /** Writes the files of what was curated; until then they are safe as versions. */
  async finish(): Promise<void> {
    this.#writtenAt = this.#options.clock.elapsed();
    for (const workspace of this.#unwritten) {
      this.#unwritten.delete(workspace);
      await this.#options.keeper.settle(workspace);
    }
  }

  async #notCurated(turns: readonly TurnRef[]): Promise<readonly TurnRef[]> {
    const open: TurnRef[] = [];
    for (const turn of turns)
      if (((await this.#options.knowledge.curatedRevision(turn.id)) ?? 0) < turn.rev) open.push(turn);
    return open;
  }

  async #answer(
    input: Awaited<ReturnType<typeof batchInput>>,
    signal: AbortSignal,
    extractMs: number | undefined,
  ): Promise<Answered> {
    const model = this.#options.model();
    if (model === undefined || input.turns.length === 0) return answerByRules(input);
    return answerByModel(input, model, signal, this.#options.onFallback, extractMs);
  }

  async #park(turns: readonly TurnRef[]): Promise<void> {
    const { knowledge, clock } = this.#options;
    await knowledge.queue.park(turns, { now: clock.now(), reason: 'no curator call that holds this turn is answered' });
  }
}

/** Together no more than one small question holds, or one turn. */
function smallParts(turns: readonly ClaimedTurn[]): readonly (readonly ClaimedTurn[])[] {
  const parts: ClaimedTurn[][] = [];
  let tokens = 0;
  for (const turn of turns) {
    const part = parts.at(-1);
    tokens += turn.tokens;
    if (part !== undefined && tokens <= PART_TOKENS) part.push(turn);
    else {
      parts.push([turn]);
      tokens = turn.tokens;
    }
  }
  return parts;
}

function noUsableAnswer(): ProviderError {
  return new ProviderError('the model gives no usable answer', {
    code: 'no-usable-answer',
    problem: 'unusable',
    hint: 'another model may do: `carryover config set curator.model NAME`',
  });
}

function unexpected(error: unknown): CarryoverError {
  return new CarryoverError(`curation failed: ${messageOf(error)}`, {
    code: 'curation-failed',
    retryable: true,
    cause: error,
  });
}
