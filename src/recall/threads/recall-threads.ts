/**
 * Recall on threads of its own: one fills the index, others answer. Nothing here computes; the daemon's thread hands
 * questions over and passes learnings on, because knowledge may be replaced under a reader and the journal may not.
 */
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { CarryoverError } from '../../memory/error.ts';
import { isObject } from '../../memory/json-guards.ts';
import type { StatusProblem } from '../../memory/status.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Choice } from '../gate/choice.ts';
import type { GateRequest } from '../gate/gate.ts';
import { Nearness, type NearnessOptions } from '../meaning/nearness.ts';
import type { Recall, RecallAnswer, RecallHit, RecallQuery, RecallState } from '../recall.ts';
import type { CandidateText, Cosines } from '../search/rerank.ts';
import { IndexWorker } from './index-worker.ts';
import { LearningSync } from './learning-sync.ts';
import type { Marks, SearchInput, ThreadPaths } from './messages.ts';
import { ReaderPool } from './reader-pool.ts';

/** News within this time are looked at together. */
const GATHER_MS = 50;
const LOOK_AGAIN_MS = 5;
/** Whoever is this far behind is being filled, and nobody waits for that. */
const WORTH_WAITING_RECORDS = 4_000;
/** How long a search waits for a model: an answer by words alone is better than none. */
const MEANING_MS = 1_500;
const PROGRESS_MS = 100;

export interface RecallThreadsOptions extends ThreadPaths {
  /** The bundled workers. */
  readonly indexThread: string;
  readonly searchThread: string;
  /** Without it nothing is put in order by meaning. */
  readonly meaning?: NearnessOptions;
  readonly knowledge: Pick<Knowledge, 'changedLearnings' | 'sensitiveRecords'>;
  readonly clock: Clock;
  /** No question is asked before the first; for tests that say what the first one meets. */
  readonly isCold?: boolean;
  onError(operation: string, error: unknown): void;
}

export class RecallThreads implements Recall {
  readonly #options: RecallThreadsOptions;
  readonly #filler: IndexWorker;
  readonly #readers: ReaderPool;
  readonly #facts: LearningSync;
  readonly #nearness: Nearness | undefined;
  #isRebuilding = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RecallThreadsOptions) {
    this.#options = options;
    const { journal, index } = options;
    this.#readers = new ReaderPool(options.searchThread, { journal, index });
    this.#nearness = options.meaning === undefined ? undefined : new Nearness(options.meaning);
    this.#facts = new LearningSync(options.knowledge, (message) => this.#filler.tell(message));
    this.#filler = new IndexWorker({
      ...options,
      onReady: (facts, isRested) => {
        this.#facts.beginAt(facts);
        // The same file: whoever reads it reads on.
        if (!isRested) this.#readers.renew();
        if (!isRested && options.isCold !== true) void this.#warmUp();
        return this.#feed();
      },
      onFilled: () => {
        if (options.isCold !== true) void this.#warmUp(() => this.#readers.replace('warmUp'));
      },
    });
  }

  start(): void {
    this.#filler.start();
  }

  /** The journal has something new. */
  look(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#filler.tell({ kind: 'look' });
    }, GATHER_MS).unref();
  }

  /** Knowledge has something new. */
  lookAtFacts(): void {
    void this.#feed();
  }

  /** Resolves when what was erased is out of the files; what waits to be indexed goes on waiting. Rejects as `settle` does. */
  async forget(): Promise<void> {
    this.#nearness?.forget();
    await this.#filler.ready;
    await this.#filler.settle('forget');
  }

  /**
   * Resolves when all that was stored or erased before is in the index, or out of its file. Rejects
   * when that does not work now; it is done as soon as it does.
   */
  async settle(): Promise<void> {
    this.#nearness?.forget();
    await this.#filler.ready;
    await this.#feed();
    await this.#filler.settle();
  }

  async search(query: RecallQuery, onPart?: (hits: readonly RecallHit[]) => void): Promise<RecallAnswer> {
    const take = onPart === undefined ? undefined : (part: unknown) => onPart(part as readonly RecallHit[]);
    if (this.#nearness?.isAsked !== true || !(query.limit > 0)) {
      return (await this.#askFresh('search', { query }, { onPart: take })) as RecallAnswer;
    }
    const sensitive = await this.#options.knowledge.sensitiveRecords();
    const candidates = (await this.#askFresh('candidates', { query, sensitive })) as readonly CandidateText[];
    const cosines = await this.#cosines(query, candidates);
    const input = { query, cosines, onlyFresh: false } satisfies SearchInput;
    return (await this.#ask('search', input, { onPart: take })) as RecallAnswer;
  }

  /** What goes with a prompt. Goes before searches: an agent waits for it, until the signal; then it is nothing. */
  async choose(request: GateRequest, signal?: AbortSignal): Promise<readonly Choice[]> {
    return this.#choose('choose', request, signal);
  }

  async state(): Promise<RecallState> {
    const { index } = this.#options;
    const state = (await this.#ask('state', undefined, { urgent: true })) as {
      records: number;
      lastRecord: number;
      facts: number;
      leftOut: number;
    };
    const waitingRecords = Math.max(0, state.lastRecord - state.records);
    const problem = this.#filler.problem(waitingRecords === 0) ?? leftOutProblem(state.leftOut);
    const semantic = this.#nearness?.state();
    return {
      indexedRecords: state.records,
      waitingRecords,
      indexedFacts: state.facts,
      bytes: statSync(index, { throwIfNoEntry: false })?.size ?? 0,
      ...(semantic === undefined ? {} : { semantic }),
      ...(problem === undefined ? {} : { problem }),
    };
  }

  async rebuildIndex(onProgress: (done: number, total: number) => void): Promise<RecallState> {
    if (this.#isRebuilding) {
      throw new CarryoverError('the index is being made anew', { code: 'busy', hint: 'wait until it has finished' });
    }
    this.#isRebuilding = true;
    try {
      await this.#filler.beginAnew();
      const settled = this.settle().then(() => true);
      while (!(await Promise.race([settled, sleep(PROGRESS_MS, false)]))) {
        if (this.#filler.failure !== undefined) throw this.#filler.failure;
        const { indexedRecords, waitingRecords } = await this.state();
        onProgress(indexedRecords, indexedRecords + waitingRecords);
      }
      return await this.state();
    } finally {
      this.#isRebuilding = false;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#nearness?.close();
    await this.#readers.close();
    await this.#filler.close();
  }

  /** Undefined when no model answered in time. */
  async #cosines(query: RecallQuery, candidates: readonly CandidateText[]): Promise<Cosines | undefined> {
    const texts = candidates.map(({ text }) => text);
    const cosines = await this.#nearness?.cosines(query.text, texts, MEANING_MS);
    return cosines?.map((cosine, at) => [candidates[at]?.key ?? '', cosine]);
  }

  /** Where the index is behind, it is waited for as long as the question allows. */
  async #askFresh(
    method: string,
    input: Omit<SearchInput, 'onlyFresh'>,
    how?: Parameters<ReaderPool['ask']>[2],
  ): Promise<unknown> {
    const { patienceMs } = input.query;
    const ask = (onlyFresh: boolean) => this.#ask(method, { ...input, onlyFresh } satisfies SearchInput, how);
    const answer = await ask(patienceMs > 0);
    if (!isObject(answer) || !('behind' in answer)) return answer;
    await this.#freshen(answer.behind as Marks, patienceMs);
    return ask(false);
  }

  /** What was stored before the question shall be found by it: the index is told to hurry, and waited for a little. */
  async #freshen({ last, through }: Marks, patienceMs: number): Promise<void> {
    const { clock } = this.#options;
    const until = clock.elapsed() + patienceMs;
    if (last - through > WORTH_WAITING_RECORDS) return;
    this.#filler.tell({ kind: 'look' });
    // Not for what is stored after the question: while agents work, something always is.
    for (let reached = through; reached < last && clock.elapsed() < until; reached = (await this.#marks()).through)
      await sleep(LOOK_AGAIN_MS);
  }

  async #choose(method: string, input: unknown, signal: AbortSignal | undefined): Promise<readonly Choice[]> {
    try {
      return (await this.#ask(method, input, { urgent: true, signal })) as readonly Choice[];
    } catch (error) {
      if (signal?.aborted === true) return [];
      throw error;
    }
  }

  async #marks(): Promise<Marks> {
    return (await this.#ask('marks', undefined)) as Marks;
  }

  async #ask(...question: Parameters<ReaderPool['ask']>): Promise<unknown> {
    await this.#filler.ready;
    const { generation } = this.#filler;
    try {
      return await this.#readers.ask(...question);
    } catch (error) {
      throw this.#filler.explain(error, generation);
    }
  }

  async #warmUp(warm = () => this.#ask('warmUp', undefined)): Promise<void> {
    try {
      await warm();
    } catch (error) {
      // What is closed needs no warmth, and a damaged index has been told of and is filled again.
      const isTold = error instanceof CarryoverError && ['closed', 'index-damaged'].includes(error.code);
      if (!isTold) this.#options.onError('warm up', error);
    }
  }

  async #feed(): Promise<void> {
    try {
      await this.#filler.ready;
      await this.#facts.feed();
    } catch (error) {
      this.#options.onError('index what was learned', error);
    }
  }
}

function leftOutProblem(records: number): StatusProblem | undefined {
  if (records === 0) return undefined;
  return {
    code: 'records-not-indexed',
    message: `${records} records could not be indexed and are not found by a search`,
    hint: 'they are stored; `carryover daemon logs` says which, and `carryover rebuild --index` tries them again',
  };
}
