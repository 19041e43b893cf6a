/**
 * Retention in two steps. What is past its time by the wall clock is hidden: no agent and no search gets it, the person still
 * reads it in its session, and it comes back by itself when it is pinned, when the policy changes, or when the clock was
 * wrong. After seven days of running time its text is emptied, if by then as much time was measured as the policy says.
 * A sweep that would hide unusually much (`sweep-limit.ts`) waits for a person's word instead.
 *
 * By itself it looks every hour and sweeps once a day, because what follows emptying (a checkpoint, the index) costs the
 * same for one record as for a thousand. What it finds is kept, so that asking for it costs nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgedRecord, HiddenRecord } from '../../journal/sqlite/hidden-records.ts';
import type { StatusProblem } from '../../memory/status.ts';
import { Breather } from '../../platform/breathe.ts';
import { type EraseOptions, eraseHidden } from './erase-hidden.ts';
import { MeasuredTime } from './measured-time.ts';
import { PastTime, type SpaceLook } from './past-time.ts';
import type { RetentionPolicy } from './policy.ts';
import { retentionQuestions } from './retention-questions.ts';
import { sweepLimit } from './sweep-limit.ts';
import { readSweepNote, type SweepNote, writeSweepNote } from './sweep-note.ts';

export interface RetentionOptions extends Omit<EraseOptions, 'copyBefore'> {
  /** Makes a copy of the journal that is protected; resolves to its name, or undefined where none are kept. */
  makeCopy(): Promise<string | undefined>;
  /** Whether it is there, and stays long enough for what goes now. */
  mayCopyServe(name: string): boolean;
  /** Where it is noted how far the last sweep came. */
  readonly noteFile: string;
  policy(): Promise<RetentionPolicy>;
  /** What was rendered of them must not be given any more. */
  onHidden(): void;
  /** Writes the journal's file anew, aside; what is to be stored waits, and hooks spool what waits too long. */
  compact(): Promise<void>;
  onError(error: unknown): void;
}

export interface RetentionPreview {
  readonly spaces: readonly (SpaceLook & { readonly hidden: number })[];
  /** False when these are numbers of an earlier look, because there is too much to look at while somebody waits. */
  readonly isCurrent: boolean;
  readonly questions: readonly StatusProblem[];
}

export type SweepProgress = (hidden: number) => void;

const DAY_MS = 24 * 60 * 60_000;
/** Of running time, between hiding and emptying. */
export const HIDDEN_MS = 7 * DAY_MS;
const LOOK_EVERY_MS = 60 * 60_000;
const FIRST_LOOK_MS = 60_000;
const CLOCK_EVERY_MS = 60_000;
/** A little less, so that it does not come later every day. */
const BETWEEN_SWEEPS_MS = 23.5 * 60 * 60_000;
/** As long as somebody waits for an answer. */
const PREVIEW_MS = 100;
/** Rows of a transaction: about two milliseconds. */
const HIDE_PAGE = 200;
const HIDE_PAUSE_MS = 4;
/** Since the last record: then nobody is at work. */
const QUIET_MS = 10 * 60_000;

export class Retention {
  readonly #options: RetentionOptions;
  readonly #time: MeasuredTime;
  readonly #timers: NodeJS.Timeout[] = [];
  #working: Promise<unknown> = Promise.resolve();
  #previewing: Promise<void> | undefined;
  #stopped = false;

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#time = new MeasuredTime(options.journal.retention, options.clock);
  }

  start(): void {
    if (this.#options.journal.readOnlyReason !== undefined) return;
    const every = (ms: number, work: () => Promise<void>) =>
      this.#timers.push(setInterval(() => void work(), ms).unref());
    every(CLOCK_EVERY_MS, () => this.#reporting(() => this.#time.look()));
    every(LOOK_EVERY_MS, () => this.look());
    this.#timers.push(setTimeout(() => void this.look(), FIRST_LOOK_MS).unref());
    void this.#reporting(() => this.#time.look());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#working.catch(() => undefined);
    // A disk without room must not keep the daemon from stopping: the time since the last mark is lost then.
    await this.#time.close().catch(() => undefined);
  }

  /** What is past its time now, and what waits for a person; within about a tenth of a second. */
  async preview(): Promise<RetentionPreview> {
    const { journal, clock } = this.#options;
    await this.#time.look();
    const until = clock.elapsed() + PREVIEW_MS;
    const looked = await (await this.#pastTime()).look(() => clock.elapsed() < until);
    const hidden = await journal.retention.hiddenCounts();
    const { spaces } = looked.isWhole || this.note.spaces.length === 0 ? looked : this.note;
    if (!looked.isWhole) void this.#lookForPreview();
    return {
      spaces: spaces.map((space) => ({ ...space, hidden: hidden.get(space.workspace) ?? 0 })),
      isCurrent: looked.isWhole,
      questions: this.questions(),
    };
  }

  get note(): SweepNote {
    return readSweepNote(this.#options.noteFile);
  }

  /** What waits for a person's word. */
  questions(): readonly StatusProblem[] {
    return retentionQuestions(this.note, this.#options.clock.now());
  }

  /** In how many days of running time the text of a record that is hidden since then goes. */
  async daysLeft(hidden: number): Promise<number> {
    await this.#time.look();
    return Math.max(0, Math.ceil((hidden + HIDDEN_MS - this.#time.ranMs) / DAY_MS));
  }

  /** A person says that the clock is right, and that what is past its time may go: it is hidden now. Resolves to how many. */
  confirm(onProgress: SweepProgress = () => undefined): Promise<number> {
    return this.#inTurn(async () => {
      await this.#time.believe();
      const hidden = await this.#hide('person', onProgress);
      // What waited for that word alone goes with the next look.
      this.#keep({ uncertain: 0, sweptMeasured: null });
      return hidden;
    });
  }

  /** Records were stored: the clock they bear the time of is looked at. */
  notice(): Promise<void> {
    return this.#reporting(() => this.#time.notice());
  }

  /** What is done every hour. */
  look(): Promise<void> {
    return this.#reporting(() =>
      this.#inTurn(async () => {
        if (this.#stopped) return;
        await this.#time.look();
        if (!this.#time.isSteady) return;
        const isTime = this.#isTime();
        const { erasable, uncertain } = await this.#lookAtHidden();
        this.#keep({ uncertain });
        if (isTime) await this.#sweep(erasable);
        if (!this.#stopped) await this.#compactWhenQuiet();
      }),
    );
  }

  async #sweep(erasable: readonly HiddenRecord[]): Promise<void> {
    const { clock } = this.#options;
    await this.#hide('age', () => undefined);
    if (this.#stopped) return;
    const before = this.note;
    if (erasable.length > 0 || !before.isFinished) {
      const earlier = before.isFinished ? 0 : before.emptied;
      this.#keep({ emptiedAt: clock.now(), emptied: earlier, isFinished: false });
      const copyBefore = (through: number) => this.#copyBefore(through);
      const emptied = await eraseHidden(erasable, { ...this.#options, copyBefore }, () => this.#stopped);
      this.#keep({ emptied: earlier + emptied });
      if (this.#stopped) return;
      this.#keep({ isFinished: true, isCompact: false });
    }
    this.#keep({ sweptAt: clock.now(), sweptMeasured: this.#time.now });
  }

  /** One that has them will do: a copy for every day would fill the disk. */
  async #copyBefore(through: number): Promise<void> {
    const { copy } = this.note;
    if (copy !== null && through <= copy.through && this.#options.mayCopyServe(copy.name)) return;
    const { lastRecord } = await this.#options.journal.retention.sweepRecord();
    const name = await this.#options.makeCopy();
    this.#keep({ copy: name === undefined ? null : { name, through: lastRecord } });
  }

  /** Hides what is past its time, unless it is unusually much and nobody said so. Resolves to how many. */
  async #hide(askedBy: 'age' | 'person', onProgress: SweepProgress): Promise<number> {
    const { journal, clock } = this.#options;
    const record = await journal.retention.sweepRecord();
    const limit = askedBy === 'person' ? Number.POSITIVE_INFINITY : sweepLimit(record, await this.#days());
    const isAsked = this.note.waiting !== null;
    const due: AgedRecord[] = [];
    const { spaces, isWhole } = await (await this.#pastTime()).look((page) => {
      due.push(...page);
      // How much it is was told when the question came up.
      return !this.#stopped && !(isAsked && due.length > limit);
    });
    if (!isWhole) return 0;
    if (due.length > limit) {
      this.#keep({ spaces, waiting: { records: due.length, of: record.withText } });
      return 0;
    }
    const { ranMs } = this.#time;
    for (let at = 0; at < due.length && !this.#stopped; at += HIDE_PAGE) {
      await journal.retention.hideRecords({ records: due.slice(at, at + HIDE_PAGE), at: clock.now(), ranMs });
      onProgress(Math.min(due.length, at + HIDE_PAGE));
      await sleep(HIDE_PAUSE_MS);
    }
    if (due.length > 0) {
      this.#options.onHidden();
      await journal.retention.keepSweep({ at: clock.now(), ranMs, records: due.length, askedBy });
    }
    this.#keep({ spaces: spaces.map((space) => ({ ...space, expired: 0 })), waiting: null });
    return due.length;
  }

  /** Shows again what is not past its time any more; tells what may be emptied, and what could be if the clock is right. */
  async #lookAtHidden(): Promise<{ readonly erasable: readonly HiddenRecord[]; readonly uncertain: number }> {
    const { journal, clock } = this.#options;
    const past = await this.#pastTime();
    const breather = new Breather(clock);
    const erasable: HiddenRecord[] = [];
    let uncertain = 0;
    for (let after = 0; ; ) {
      await breather.breathe();
      const page = await journal.retention.hiddenRecords(after, HIDE_PAGE);
      const last = page.at(-1);
      if (last === undefined || this.#stopped) return { erasable, uncertain };
      after = last.place;
      // What a sweep that was cut off has left to do.
      erasable.push(...page.filter(({ isEmptied }) => isEmptied));
      const { due } = await past.judge(page.filter(({ ranMs, isEmptied }) => ranMs !== null && !isEmptied));
      const dueSeqs = new Set(due.map(({ seq }) => seq));
      const shown = page.filter(({ seq, isEmptied }) => !dueSeqs.has(seq) && !isEmptied);
      if (shown.length > 0) await journal.retention.showRecords(shown.map(({ seq }) => seq));
      for (const record of due) {
        if (this.#time.ranMs - (record.ranMs ?? Number.POSITIVE_INFINITY) < HIDDEN_MS) continue;
        if (past.isMeasured(record)) erasable.push(record);
        else uncertain += 1;
      }
    }
  }

  /** So that who asks again is told all of it. One at a time. */
  #lookForPreview(): Promise<void> {
    this.#previewing ??= this.#reporting(() =>
      this.#inTurn(async () => {
        const { spaces, isWhole } = await (await this.#pastTime()).look(() => !this.#stopped);
        if (isWhole) this.#keep({ spaces });
      }),
    ).finally(() => {
      this.#previewing = undefined;
    });
    return this.#previewing;
  }

  #isTime(): boolean {
    const { sweptMeasured, isFinished, waiting } = this.note;
    if (sweptMeasured === null || !isFinished || waiting !== null) return true;
    return Math.abs(this.#time.now - sweptMeasured) >= BETWEEN_SWEEPS_MS;
  }

  /** A page keeps pieces of rows that were moved in it until the file is written anew: when nobody is at work. */
  async #compactWhenQuiet(): Promise<void> {
    const { journal, clock } = this.#options;
    if (!this.note.isFinished || this.note.isCompact !== false) return;
    const { lastRecordAt } = await journal.counts();
    if (lastRecordAt !== null && Math.abs(clock.now() - lastRecordAt) < QUIET_MS) return;
    await this.#options.compact();
    await journal.settleDisk();
    this.#keep({ isCompact: true });
  }

  async #days(): Promise<number | 'off'> {
    return (await this.#options.policy()).daysOf(null);
  }

  async #pastTime(): Promise<PastTime> {
    const { journal, knowledge, clock } = this.#options;
    return new PastTime({ journal, knowledge, clock, time: this.#time }, await this.#options.policy());
  }

  #keep(changed: Partial<SweepNote>): void {
    writeSweepNote(this.#options.noteFile, { ...this.note, ...changed });
  }

  /** One after the other. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#working.then(work);
    this.#working = done.catch(() => undefined);
    return done;
  }

  async #reporting(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#stopped) this.#options.onError(error);
    }
  }
}
