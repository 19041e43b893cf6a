/**
 * Forgetting: preview, and the deed. What goes is known by lineage and by its words; what may stay of the touched scopes
 * is kept as a checkpoint before anything is erased, so that nothing else is lost, and a rebuild starts there.
 *
 * Promise: when the receipt names no trace, no file of the home holds a string or a rare word of it. It may be cut off at
 * any moment: every step can be done again, and the next start, or whoever asks for the same, goes on.
 *
 * Limits: see `cleanse.ts`; copies outside the home are listed, not touched; a program that keeps a database of ours open
 * can delay the last step; of very much text not every word is looked for (`needles.ts`).
 */
import { CarryoverError } from '../../memory/error.ts';
import type { ForgetPreview, ForgetReceipt, Selection } from '../../memory/forgetting.ts';
import { type ActId, newId } from '../../memory/ids.ts';
import { Breather } from '../../platform/breathe.ts';
import { faultPoint } from '../../platform/fault-point.ts';
import { gatherNeedles } from '../traces/needles.ts';
import { teller } from '../traces/seeker.ts';
import { cleanse } from './cleanse.ts';
import { eraseAll, reachOf } from './erase-all.ts';
import { type ForgetOptions, type ForgetProgress, NOTHING_GONE } from './forget-options.ts';
import { endedWith, type Gathered, gather, transcriptsOf } from './gather.ts';
import { type Job, JobKeeper, type JobNotes, notesOf } from './job.ts';
import { actsReading, forgottenOf } from './lineage.ts';
import { rareNeedles } from './rare-needles.ts';
import { keepReserve, releaseReserve } from './reserve.ts';
import { verify } from './verify.ts';

const EXAMPLE_CHARS = 120;

export class Forget {
  readonly #options: ForgetOptions;
  readonly #jobs: JobKeeper;
  #running = false;

  constructor(options: ForgetOptions) {
    this.#options = options;
    this.#jobs = new JobKeeper(options.journal, options.jobKey);
  }

  get isRunning(): boolean {
    return this.#running;
  }

  /** The same search and the same rules as the deed, and nothing is changed. */
  async preview(selection: Selection): Promise<ForgetPreview> {
    const { journal, knowledge, clock } = this.#options;
    const now = clock.now();
    const gathered = await this.#found(selection, now);
    const noted = await this.#notesOf(gathered);
    const needles = await rareNeedles(noted.needles, { selection }, noted, this.#options);
    const notes = await reachOf({ ...noted, needles }, this.#options);
    const { reading, inScopes } = await actsReading(notes, notes.scopes, journal);
    const breather = new Breather(clock);
    const forgotten = forgottenOf(notes, selection, reading, await teller(needles, breather), journal);
    const state = await knowledge.scopeState(notes.scopes);
    const { counts, gone } = await cleanse(state, forgotten, { actId: newId<ActId>(now), ts: now }, breather);
    const ended = endedWith(selection, gathered.sessions);
    const held = await journal.injectionsHolding([...notes.records, ...notes.turns, ...gone.map(({ id }) => id)]);
    return {
      selection,
      counts: {
        ...NOTHING_GONE,
        ...counts,
        records: notes.records.length,
        turns: notes.turns.length,
        sessions: ended.length,
        injections: new Set([...notes.injections, ...held]).size,
        acts: inScopes,
      },
      examples: gathered.examples.map(exampleOf),
      spaces: gathered.spaces,
      copiesOutside: notes.copiesOutside,
    };
  }

  /** Resolves when it is gone and has been looked for. */
  run(selection: Selection, onProgress: ForgetProgress): Promise<ForgetReceipt> {
    return this.#alone(async () => {
      const earlier = await this.#goOn(onProgress);
      if (earlier !== undefined && JSON.stringify(earlier.selection) === JSON.stringify(selection))
        return earlier.receipt;
      const now = this.#options.clock.now();
      const { through } = await this.#found(selection, now);
      // Before anything is written: a disk that is full has room from here on.
      releaseReserve(this.#options.reserve);
      const job: Job = { id: newId<ActId>(now), askedAt: now, askedThrough: through, selection, step: 'asked' };
      await this.#jobs.keep(job);
      return this.#go(job, onProgress);
    });
  }

  /** Goes on with one that was cut off; undefined when there is none. */
  resume(): Promise<ForgetReceipt | undefined> {
    return this.#alone(async () => {
      const earlier = await this.#goOn(() => undefined);
      if (earlier === undefined) {
        this.#jobs.removeKey();
        keepReserve(this.#options.reserve);
      }
      return earlier?.receipt;
    });
  }

  async #goOn(
    onProgress: ForgetProgress,
  ): Promise<{ readonly selection?: Selection; readonly receipt: ForgetReceipt } | undefined> {
    const job = await this.#jobs.unfinished();
    if (job === undefined) return undefined;
    if ('lost' in job) return { receipt: await this.#giveUp(job.lost) };
    return { selection: job.selection, receipt: await this.#go(job, onProgress) };
  }

  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running) {
      throw new CarryoverError('something is being forgotten already', {
        code: 'busy',
        hint: 'wait until it is done; `carryover status` tells',
        retryable: true,
      });
    }
    this.#running = true;
    try {
      return await work();
    } finally {
      this.#running = false;
    }
  }

  async #go(asked: Job, onProgress: ForgetProgress): Promise<ForgetReceipt> {
    const options = this.#options;
    releaseReserve(options.reserve);
    let job = asked;
    if (job.step === 'asked') job = await this.#gather(job, onProgress);
    faultPoint('after-forget-gathered');
    if (job.step === 'gathered') job = await this.#findRare(job, onProgress);
    if (job.step === 'rare') job = await options.quietly(() => eraseAll(job, options, this.#jobs, onProgress));
    await options.after(job.selection);
    faultPoint('after-forget-copies');
    const receipt = await verify(job, options, onProgress);
    faultPoint('after-forget-verified');
    return this.#end(receipt);
  }

  async #end(receipt: ForgetReceipt): Promise<ForgetReceipt> {
    try {
      await this.#options.journal.endForgetting(receipt);
    } finally {
      // Its row may be gone and still lie on the disk: without the key nobody reads it.
      if ((await this.#options.journal.forgetting()) === undefined) this.#jobs.removeKey();
    }
    keepReserve(this.#options.reserve);
    return receipt;
  }

  /** What it was about is not known any more: the receipt says that it has to be asked for again. */
  #giveUp(id: ActId): Promise<ForgetReceipt> {
    const now = this.#options.clock.now();
    return this.#end({
      id,
      askedAt: now,
      finishedAt: now,
      selection: 'record',
      counts: NOTHING_GONE,
      copiesOutside: [],
      verification: { needles: 0, files: 0, bytes: 0, tracesIn: ['its note cannot be read: ask for it again'] },
    });
  }

  async #gather(job: Job, onProgress: ForgetProgress): Promise<Job> {
    const { journal } = this.#options;
    onProgress('gather', 0, 1);
    const first = await gather(job.selection, job, this.#options);
    const copiesOutside = await transcriptsOf(first.sessions, journal);
    const ended = endedWith(job.selection, first.sessions);
    const goOn = first.sessions.filter((id) => !ended.includes(id));
    if (ended.length > 0) await this.#options.before(ended, true);
    if (ended.length === 0 || goOn.length > 0) await this.#options.before(goOn, false);
    // From here on nothing of it comes in again, by repair or from the spool.
    for (const id of ended) await journal.eraseSession(id, job.askedAt);
    const gathered = await gather(job.selection, job, this.#options);
    const sessions = [...new Set([...first.sessions, ...gathered.sessions])];
    const notes = { ...(await this.#notesOf({ ...gathered, sessions })), copiesOutside };
    return this.#jobs.keep({ ...job, step: 'gathered', notes });
  }

  async #notesOf({ texts, spaces, examples: _, through: __, ...gathered }: Gathered): Promise<JobNotes> {
    const { journal, clock } = this.#options;
    return {
      ...gathered,
      scopes: spaces,
      injections: [],
      copiesOutside: await transcriptsOf(gathered.sessions, journal),
      needles: await gatherNeedles(texts, (word) => this.#options.termsOf(word), new Breather(clock)),
      gone: [],
      goneHashes: [],
      counts: NOTHING_GONE,
    };
  }

  async #findRare(job: Job, onProgress: ForgetProgress): Promise<Job> {
    const notes = notesOf(job);
    const tell = (done: number, total: number): void => onProgress('search', done, total);
    const needles = await rareNeedles(notes.needles, job, notes, this.#options, tell);
    return this.#jobs.keep({ ...job, step: 'rare', notes: { ...notes, needles } });
  }

  /** One of which nothing was recorded, or not yet, may have files and learnings all the same. */
  async #isKnown(selection: Selection): Promise<boolean> {
    const { journal } = this.#options;
    if (selection.kind === 'space') return (await journal.space(selection.id)) !== undefined;
    return selection.kind === 'session' && (await journal.session(selection.id)) !== undefined;
  }

  async #found(selection: Selection, now: number): Promise<Gathered> {
    const asked = { askedAt: now, askedThrough: Number.MAX_SAFE_INTEGER };
    const gathered = await gather(selection, asked, this.#options);
    if (gathered.records.length > 0 || gathered.learnings.length > 0 || (await this.#isKnown(selection)))
      return gathered;
    throw new CarryoverError('there is nothing here that this names', {
      code: 'not-found',
      hint: 'ids come from a search; a source is a URL, a tool or a file as it was called then',
    });
  }
}

function exampleOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length <= EXAMPLE_CHARS ? line : `${line.slice(0, EXAMPLE_CHARS)}…`;
}
