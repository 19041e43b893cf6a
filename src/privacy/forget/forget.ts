/**
 * Forgetting: preview, and the deed. What goes is known by lineage and by its words; what may stay of the touched scopes
 * is kept as a checkpoint before anything is erased, so that nothing else is lost, and a rebuild starts there.
 *
 * Promise: when the receipt says `verified`, no file of the home holds a string or a rare word of it. It may be cut off at
 * any moment: every step can be done again, and the next start, or whoever asks for the same, goes on. One that cannot be
 * finished is told (`problems`), keeps what it is about from agents and searches (`withheld-items.ts`), is tried again later and later, and
 * keeps no other from being forgotten.
 *
 * Limits: see `cleanse.ts`; copies outside the home are listed, not touched; a program that keeps a database of ours open
 * can delay the last step; of very much text not every word is looked for (`needles.ts`).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { OneAtATime } from '../../curator/mutex.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { ForgetPreview, ForgetReceipt, Selection } from '../../memory/forgetting.ts';
import { type ActId, newId } from '../../memory/ids.ts';
import type { StatusProblem } from '../../memory/status.ts';
import { faultPoint } from '../../platform/fault-point.ts';
import { eraseAll } from './erase-all.ts';
import { type ForgetOptions, type ForgetProgress, NOTHING_GONE } from './forget-options.ts';
import { endedWith, isAnything } from './gather.ts';
import { type ErasedJob, isErased, type Job, JobKeeper } from './job.ts';
import { writePlan } from './plan.ts';
import { keepReserve, releaseReserve } from './reserve.ts';
import { receiptOf, verify } from './verify.ts';
import { WaitingForgets } from './waiting-forgets.ts';

/** From the question on: an answer that is ready by then waits for the proof, which a home of some megabytes has soon. */
const PROOF_WITHIN_MS = 1_500;

interface Going {
  readonly selection: string;
  /** Gone from the stores; the receipt is not proven yet. */
  readonly erased: Promise<ForgetReceipt>;
  /** The last word. */
  readonly proven: Promise<ForgetReceipt>;
}

export class Forget {
  readonly #options: ForgetOptions;
  readonly #jobs: JobKeeper;
  readonly #asking = new OneAtATime();
  readonly #erasing = new OneAtATime();
  readonly #proofs = new OneAtATime();
  readonly #going = new Map<ActId, Going>();
  readonly #waiting: WaitingForgets;
  /** Erased, and being looked for. */
  readonly #unproven = new Map<ActId, ForgetReceipt>();

  constructor(options: ForgetOptions) {
    this.#options = options;
    this.#jobs = new JobKeeper(options.journal, options.jobKey);
    this.#waiting = new WaitingForgets(options.clock);
  }

  /** What could not be finished, and why. */
  get problems(): readonly StatusProblem[] {
    return this.#waiting.problems;
  }

  /** Receipts, newest first, also of what is gone and not proven to be. */
  async receipts(limit: number): Promise<readonly ForgetReceipt[]> {
    const ended = await this.#options.journal.forgetReceipts(limit);
    const unproven = [...this.#unproven.values()].filter(({ id }) => ended.every((receipt) => receipt.id !== id));
    return [...unproven.toReversed(), ...ended].slice(0, limit);
  }

  /** The same search and the same rules as the deed, and nothing is changed. */
  async preview(selection: Selection): Promise<ForgetPreview> {
    await this.#requireAnything(selection);
    return this.#options.search.preview({ selection, asked: await this.#now() });
  }

  /**
   * Resolves when it is gone and has been looked for; with `answer: 'erased'` when it is gone, if looking for it takes
   * longer than a moment. Of one that is gone and could not be looked for yet the receipt says so.
   */
  async run(
    selection: Selection,
    onProgress: ForgetProgress,
    answer: 'proven' | 'erased' = 'proven',
  ): Promise<ForgetReceipt> {
    const { clock } = this.#options;
    const askedMs = clock.elapsed();
    const { erased, proven } = await this.#begin(selection, onProgress);
    const receipt = await erased;
    const last = proven.catch(() => receipt);
    if (answer === 'proven') return last;
    const leftMs = Math.max(0, PROOF_WITHIN_MS - (clock.elapsed() - askedMs));
    return Promise.race([last, sleep(leftMs, receipt, { ref: false })]);
  }

  /** What a daemon before this one was cut off in: until `resume` goes on with it, it is given to nobody either. */
  async withholdUnfinished(): Promise<void> {
    const { withheld } = this.#options;
    const jobs = (await this.#jobs.unfinished()).flatMap((job) => ('lost' in job ? [] : job));
    for (const job of jobs) {
      withheld.add(job);
      void withheld.addAll(job).catch(() => undefined);
    }
  }

  /** Goes on with those that were cut off or failed, when it is time for them; resolves to the receipts of those that ended. */
  async resume(): Promise<readonly ForgetReceipt[]> {
    const receipts: ForgetReceipt[] = [];
    const unfinished = await this.#jobs.unfinished();
    for (const job of unfinished) {
      const id = 'lost' in job ? job.lost : job.id;
      if (this.#going.has(id) || !this.#waiting.isDue(id)) continue;
      try {
        receipts.push('lost' in job ? await this.#giveUp(id) : await this.#go(job, () => undefined).proven);
      } catch {
        // It is told by `problems`, and tried again; the next one is not kept from it.
      }
    }
    if (unfinished.length === 0) {
      await this.#jobs.tidy();
      keepReserve(this.#options.reserve);
    }
    return receipts;
  }

  #begin(selection: Selection, onProgress: ForgetProgress): Promise<Going> {
    return this.#asking.run(() => this.#beginOrJoin(selection, onProgress));
  }

  async #beginOrJoin(selection: Selection, onProgress: ForgetProgress): Promise<Going> {
    const wanted = JSON.stringify(selection);
    const same = [...this.#going.values()].find((going) => going.selection === wanted);
    if (same !== undefined) return same;
    const unfinished = (await this.#jobs.unfinished()).flatMap((job) => ('lost' in job ? [] : job));
    const earlier = unfinished.find((job) => JSON.stringify(job.selection) === wanted);
    if (earlier !== undefined) return this.#going.get(earlier.id) ?? this.#go(earlier, onProgress);
    await this.#requireAnything(selection);
    const asked = await this.#now();
    // Before anything is written: a disk that is full has room from here on.
    releaseReserve(this.#options.reserve);
    const job = await this.#jobs.keep({ id: newId<ActId>(asked.askedAt), ...asked, selection, step: 'asked' });
    return this.#go(job, onProgress);
  }

  #go(job: Job, onProgress: ForgetProgress): Going {
    const options = this.#options;
    releaseReserve(options.reserve);
    options.withheld.add(job);
    options.onWithheld();
    this.#withholdAll(job);
    const erasing = this.#erasing.run(async (): Promise<ErasedJob> => {
      const gone = isErased(job) ? job : await this.#erase(await this.#planned(job, onProgress), onProgress);
      await options.after(gone.selection);
      faultPoint('after-forget-copies');
      await options.knowledge.settleDisk();
      await options.journal.settleDisk();
      return gone;
    });
    const erased = erasing.then((gone) => {
      const receipt = receiptOf(gone, options.clock.now());
      this.#unproven.set(job.id, receipt);
      return receipt;
    });
    const proven = erased.then(async () => {
      const gone = await erasing;
      return this.#proofs.run(async () => {
        await options.index();
        // Until then a search could still find what was learned from it.
        options.withheld.remove(job.id);
        const receipt = await verify(gone, this.#jobs.planOf(gone), options, onProgress);
        faultPoint('after-forget-verified');
        return this.#end(receipt);
      });
    });
    const going = { selection: JSON.stringify(job.selection), erased, proven };
    this.#going.set(job.id, going);
    void proven
      .then(
        () => this.#waiting.remove(job.id),
        (error: unknown) => {
          this.#waiting.add(job, error, this.#unproven.has(job.id));
          this.#withholdAll(job);
        },
      )
      .finally(() => this.#going.delete(job.id));
    return going;
  }

  /** What belongs to it is looked up beside: what cannot be read now is not given by anybody either. */
  #withholdAll(job: Job): void {
    const { withheld, onWithheld } = this.#options;
    void withheld.addAll(job).then(
      () => onWithheld(),
      () => undefined,
    );
  }

  async #end(receipt: ForgetReceipt): Promise<ForgetReceipt> {
    const { journal, reserve } = this.#options;
    try {
      await journal.endForgetting(receipt);
    } finally {
      // Its row may be gone and still lie on the disk: without the key nobody reads it.
      await this.#jobs.tidy();
    }
    this.#unproven.delete(receipt.id);
    keepReserve(reserve);
    return receipt;
  }

  /** What it was about is not known any more: the receipt says that it has to be asked for again. */
  async #giveUp(id: ActId): Promise<ForgetReceipt> {
    const now = this.#options.clock.now();
    const tracesIn = ['its note cannot be read: ask for it again'];
    return this.#end({
      ...{ id, askedAt: now, finishedAt: now, selection: 'record', counts: NOTHING_GONE, copiesOutside: [] },
      verification: { state: 'traces', needles: 0, files: 0, bytes: 0, tracesIn },
    });
  }

  async #planned(job: Job, onProgress: ForgetProgress): Promise<Job> {
    const { journal, search, before } = this.#options;
    const { notes, ...rest } = job;
    const sealed = this.#jobs.planOf(job);
    if (job.step === 'planned' && notes !== undefined)
      writePlan(sealed, { ...notes, recordHashes: [], said: [], keptEdits: [] });
    if (job.step === 'planned') return this.#jobs.keep(rest);
    onProgress('gather', 0, 1);
    const { selection } = job;
    const wish = { selection, asked: job };
    const touched = await search.touched(wish);
    const ended = endedWith(selection, touched.sessions);
    const goOn = touched.sessions.filter((id) => !ended.includes(id));
    if (ended.length > 0) await before(ended, true);
    if (ended.length === 0 || goOn.length > 0) await before(goOn, false);
    // From here on nothing of it comes in again, by repair or from the spool.
    for (const id of ended) await journal.eraseSession(id, job.askedAt);
    await search.plan({ ...wish, ...touched, sealed }, (done, total) => onProgress('search', done, total));
    const planned = await this.#jobs.keep({ ...rest, step: 'planned' });
    faultPoint('after-forget-gathered');
    return planned;
  }

  async #erase(job: Job, onProgress: ForgetProgress): Promise<ErasedJob> {
    const sealed = this.#jobs.planOf(job);
    const { counts, copiesOutside, gone } = await this.#options.quietly(() =>
      eraseAll(job, sealed, this.#options, onProgress),
    );
    this.#options.withheld.addLearnings(job.id, gone);
    const erased = { ...job, step: 'erased', counts, copiesOutside } as const;
    await this.#jobs.keep(erased);
    return erased;
  }

  async #now(): Promise<Pick<Job, 'askedAt' | 'askedThrough'>> {
    const { journal, clock } = this.#options;
    return { askedAt: clock.now(), askedThrough: await journal.lastRecordSeq() };
  }

  async #requireAnything(selection: Selection): Promise<void> {
    if (await isAnything(selection, this.#options)) return;
    throw new CarryoverError('there is nothing here that this names', {
      code: 'not-found',
      hint: 'ids come from a search; a source is a URL, a tool or a file as it was called then',
    });
  }
}
