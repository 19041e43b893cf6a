/**
 * Better rules for old rows (RED-12): everything the journal holds is run past today's redaction. Where a secret is found
 * it is overwritten in place, knowledge and files are made anew from the cleaned journal, and whatever was copied from the
 * old (index, vectors, rendered blocks, backups) goes. What was written down meanwhile from what was not clean yet is
 * found by the next round: it ends with one that finds nothing. A scan changes nothing.
 *
 * By itself it sweeps when the rules are newer than those of the last sweep, slowly, and goes on where a kill cut it off;
 * what a person adds to the rules is applied to old rows when they ask for it. A text that cannot be redacted stays.
 *
 * Limits: a secret is found where a rule finds it; a row that repeats it without what gives it away is found only by the
 * search of the home that follows, and told.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../../journal/journal.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Redacted } from '../../redaction/finding.ts';
import type { Needles } from '../traces/needles.ts';
import { Findings } from './findings.ts';
import { readRedactionNote, type UnderWay, writeRedactionNote } from './redaction-note.ts';

export interface RetroRedactionOptions {
  readonly journal: Pick<Journal, 'rewriteTexts' | 'settleDisk' | 'counts' | 'actCounts'>;
  readonly clock: Clock;
  readonly noteFile: string;
  /** The version of the rules there are. */
  readonly rules: string;
  redact(text: string, field?: string): Redacted;
  /** Knowledge, files and everything copied, made anew from the journal. */
  afterChange(): Promise<void>;
  /** Where in the home any of these is still written. */
  traces(needles: Needles): Promise<readonly string[]>;
  onSwept(report: RetroRedactionReport): void;
  onError(error: unknown): void;
}

export interface RetroRedactionReport {
  readonly rows: number;
  /** Rows with a secret, by table. */
  readonly found: Readonly<Record<string, number>>;
  /** Secrets, by kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Some of the rows: table and id. */
  readonly places: readonly string[];
  readonly fixed: boolean;
  /** Where one of the secrets is still written, after a fix. */
  readonly tracesIn: readonly string[];
}

export interface SweepState {
  readonly rows: number;
  readonly total: number;
}

export type RetroRedactionProgress = (rows: number, total: number) => void;

/** Rows at a time; a long one takes milliseconds by itself. */
const PAGE = 20;
/** Of the time on this thread, when a person waits for it and when nobody does; the rest is for captures. */
const PAUSE_SHARE = { asked: 1, background: 9 };
const FIRST_LOOK_MS = 30_000;
const NOTE_EVERY_MS = 2_000;
const STOP_PATIENCE_MS = 2_000;
/** Of what is written down meanwhile there is little, and after it less. */
const MOST_ROUNDS = 4;

export class RetroRedaction {
  readonly #options: RetroRedactionOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #state: SweepState | undefined;
  #stopped = false;

  constructor(options: RetroRedactionOptions) {
    this.#options = options;
  }

  /** How far a sweep is; undefined when there is none. */
  get state(): SweepState | undefined {
    return this.#state;
  }

  start(): void {
    this.#timer = setTimeout(() => void this.sweepIfNewer(), FIRST_LOOK_MS).unref();
  }

  /** What is cut off is gone on with after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.race([this.#running.catch(() => undefined), sleep(STOP_PATIENCE_MS, undefined, { ref: false })]);
  }

  /** When the rules are newer than those of the last sweep, or one was cut off. */
  async sweepIfNewer(): Promise<void> {
    const { noteFile, rules, journal, onSwept, onError } = this.#options;
    try {
      const note = readRedactionNote(noteFile);
      const isNew = note === undefined && (await journal.counts()).sessions + (await journal.actCounts()).total === 0;
      if (isNew) writeRedactionNote(noteFile, { rules });
      else if (note?.underWay !== undefined || Number(note?.rules ?? 0) < Number(rules))
        onSwept(await this.#inTurn(() => this.#fix(PAUSE_SHARE.background, () => undefined)));
    } catch (error) {
      if (!this.#stopped) onError(error);
    }
  }

  /** Counts and changes nothing. */
  scan(onProgress: RetroRedactionProgress): Promise<RetroRedactionReport> {
    return this.#inTurn(async () => {
      const findings = new Findings();
      let from: string | undefined;
      do from = await this.#scanPage(from, findings, PAUSE_SHARE.asked, onProgress);
      while (from !== undefined);
      return reportOf(findings, false, []);
    });
  }

  fix(onProgress: RetroRedactionProgress): Promise<RetroRedactionReport> {
    return this.#inTurn(() => this.#fix(PAUSE_SHARE.asked, onProgress));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = this.#running.catch(() => undefined).then(work);
    this.#running = run.finally(() => {
      this.#state = undefined;
    });
    return run;
  }

  async #fix(pauseShare: number, onProgress: RetroRedactionProgress): Promise<RetroRedactionReport> {
    const { journal, rules, noteFile } = this.#options;
    const findings = new Findings();
    let isFixed = false;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      if (!(await this.#round(findings, pauseShare, onProgress))) break;
      isFixed = true;
      await journal.settleDisk();
      await this.#options.afterChange();
      await journal.settleDisk();
      this.#note({ isChanging: false });
    }
    const needles = findings.needles();
    const tracesIn = needles.texts.length === 0 ? [] : await this.#options.traces(needles);
    writeRedactionNote(noteFile, { rules });
    return reportOf(findings, isFixed, tracesIn);
  }

  /** Every row once, from where an earlier one was cut off. Resolves to whether anything was overwritten. */
  async #round(findings: Findings, pauseShare: number, onProgress: RetroRedactionProgress): Promise<boolean> {
    const { journal, clock, noteFile, rules } = this.#options;
    const before = readRedactionNote(noteFile)?.underWay;
    let from = before?.rules === rules ? before.from : undefined;
    let isChanging = before?.isChanging === true;
    let notedAt = clock.elapsed();
    do {
      const hits = findings.places.length + Object.values(findings.tables).reduce((sum, count) => sum + count, 0);
      const next = await this.#scanPage(from, findings, pauseShare, onProgress);
      const found = Object.values(findings.tables).reduce((sum, count) => sum + count, findings.places.length) - hits;
      if (found > 0) {
        // First the note: a kill after the rows are overwritten must not leave what was made from them.
        isChanging = true;
        this.#note({ ...at(from), isChanging });
        await journal.rewriteTexts({
          ...at(from),
          limit: PAGE,
          dryRun: false,
          change: (text, field) => this.#redacted(text, field).text,
        });
      }
      from = next;
      if (clock.elapsed() - notedAt > NOTE_EVERY_MS) {
        this.#note({ ...at(from), isChanging });
        notedAt = clock.elapsed();
      }
    } while (from !== undefined);
    return isChanging;
  }

  async #scanPage(
    from: string | undefined,
    findings: Findings,
    pauseShare: number,
    onProgress: RetroRedactionProgress,
  ): Promise<string | undefined> {
    const { journal, clock } = this.#options;
    if (this.#stopped)
      throw new CarryoverError('the daemon is stopping', { code: 'stopped', hint: 'it goes on after the next start' });
    const began = clock.elapsed();
    const page = await journal.rewriteTexts({
      ...at(from),
      limit: PAGE,
      dryRun: true,
      change: (text, field) => findings.count(text, this.#redacted(text, field)),
    });
    findings.add(page);
    const { records } = await journal.counts();
    this.#state = { rows: findings.rows, total: Math.max(records, findings.rows) };
    onProgress(this.#state.rows, this.#state.total);
    await sleep(pauseShare * (clock.elapsed() - began));
    return page.next;
  }

  #redacted(text: string, field: string | undefined): Redacted {
    try {
      return this.#options.redact(text, field);
    } catch {
      // On the way in it would be dropped; this may be all there is of it.
      return { text, findings: [] };
    }
  }

  #note(underWay: Omit<UnderWay, 'rules'>): void {
    const { noteFile, rules } = this.#options;
    const done = readRedactionNote(noteFile)?.rules ?? '';
    writeRedactionNote(noteFile, { rules: done, underWay: { rules, ...underWay } });
  }
}

function at(from: string | undefined): { readonly from?: string } {
  return from === undefined ? {} : { from };
}

function reportOf(findings: Findings, fixed: boolean, tracesIn: readonly string[]): RetroRedactionReport {
  const { rows, tables: found, kinds, places } = findings;
  return { rows, found, kinds, places, fixed, tracesIn };
}
