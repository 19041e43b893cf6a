/**
 * Better rules for old rows (RED-12): everything the journal holds is run past today's redaction. Where a secret is found
 * it is overwritten in place, knowledge and files are made anew from the cleaned journal, and whatever was copied from the
 * old (index, rendered blocks, backups) goes. What was written down meanwhile from what was not clean yet is
 * found by the next round: it ends with one that finds nothing. A scan changes nothing.
 *
 * By itself it sweeps when the rules are newer than those of the last sweep, slowly, and goes on where a kill or a failure
 * cut it off; what a person adds to the rules is applied to old rows when they ask for it, and then to all of them. A text
 * that cannot be redacted stays.
 *
 * Limits: a secret is found where a rule finds it; a row that repeats it without what gives it away is found only by the
 * search of the home that follows, and told.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../../journal/journal.ts';
import type { RewrittenPage } from '../../journal/sqlite/rewrite-texts.ts';
import { CarryoverError } from '../../memory/error.ts';
import { Breather } from '../../platform/breathe.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Redacted } from '../../redaction/finding.ts';
import type { Needles } from '../traces/search-terms.ts';
import { Findings, type RetroRedactionReport } from './findings.ts';
import { readRedactionNote, type UnderWay, writeRedactionNote } from './redaction-note.ts';

export interface RetroRedactionOptions {
  readonly journal: Pick<Journal, 'rewriteTexts' | 'settleDisk' | 'counts' | 'actCounts'>;
  readonly clock: Clock;
  readonly noteFile: string;
  /** The version of the rules there are. */
  readonly rules: string;
  redact(text: string, field?: string): Redacted | Promise<Redacted>;
  /** Knowledge, files and everything copied, made anew from the journal. */
  afterChange(): Promise<void>;
  /** Where in the home any of these is still written. */
  traces(needles: Needles): Promise<readonly string[]>;
  onSwept(report: RetroRedactionReport): void;
  onError(error: unknown): void;
}

export interface SweepState {
  readonly rows: number;
  readonly total: number;
}

export type RetroRedactionProgress = (rows: number, total: number) => void;

type Pace = keyof typeof PAUSE_SHARE;

interface Sweep {
  readonly findings: Findings;
  readonly pace: Pace;
  readonly onProgress: RetroRedactionProgress;
  readonly records: number;
}

interface LookedAt {
  readonly page: RewrittenPage;
  /** What became of a text of the page. */
  redacted(text: string, field?: string): Redacted;
}

/** Rows at a time; a long one takes milliseconds by itself. */
const PAGE = 20;
/** Of the time on this thread, when a person waits for it and when nobody does; the rest is for captures. */
const PAUSE_SHARE = { asked: 1, background: 9 };
const FIRST_LOOK_MS = 30_000;
/** One that failed, of whatever kind, is gone on with. */
const LOOK_AGAIN_MS = 5 * 60_000;
const NOTE_EVERY_MS = 2_000;
const STOP_PATIENCE_MS = 2_000;
/** Of what is written down meanwhile there is little, and after it less. */
const MOST_ROUNDS = 4;

export class RetroRedaction {
  readonly #options: RetroRedactionOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #waiting = 0;
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
    const look = (delayMs: number) => {
      this.#timer = setTimeout(
        () => void this.sweepIfNewer().finally(() => this.#stopped || look(LOOK_AGAIN_MS)),
        delayMs,
      ).unref();
    };
    look(FIRST_LOOK_MS);
  }

  /** What is cut off is gone on with after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.race([this.#running, sleep(STOP_PATIENCE_MS, undefined, { ref: false })]);
  }

  /** When the rules are newer than those of the last sweep, or one was cut off; not while one is under way. */
  async sweepIfNewer(): Promise<void> {
    const { noteFile, rules, journal, onSwept, onError } = this.#options;
    if (this.#waiting > 0) return;
    try {
      const note = readRedactionNote(noteFile);
      const { sessions, records } = await journal.counts();
      const isNew = note === undefined && sessions + records + (await journal.actCounts()).total === 0;
      if (isNew) writeRedactionNote(noteFile, { rules });
      else if (note?.underWay !== undefined || Number(note?.rules ?? 0) < Number(rules))
        onSwept(await this.#inTurn(() => this.#fix('background', () => undefined)));
    } catch (error) {
      if (!this.#stopped) onError(error);
    }
  }

  /** Counts and changes nothing. */
  scan(onProgress: RetroRedactionProgress): Promise<RetroRedactionReport> {
    return this.#inTurn(async () => {
      const sweep = await this.#begin('asked', onProgress);
      let from: string | undefined;
      do from = (await this.#look(sweep, from)).page.next;
      while (from !== undefined);
      return sweep.findings.report({ fixed: false, tracesIn: [] });
    });
  }

  fix(onProgress: RetroRedactionProgress): Promise<RetroRedactionReport> {
    return this.#inTurn(() => this.#fix('asked', onProgress));
  }

  /** One at a time: a second waits for the first. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    const run = this.#running.then(work).finally(() => {
      this.#waiting -= 1;
      this.#state = undefined;
    });
    this.#running = run.catch(() => undefined);
    return run;
  }

  async #begin(pace: Pace, onProgress: RetroRedactionProgress): Promise<Sweep> {
    return {
      findings: new Findings(),
      pace,
      onProgress,
      records: (await this.#options.journal.counts()).records,
    };
  }

  async #fix(pace: Pace, onProgress: RetroRedactionProgress): Promise<RetroRedactionReport> {
    const { journal, rules, noteFile } = this.#options;
    const sweep = await this.#begin(pace, onProgress);
    // Rows before the place of an earlier one were not looked at with what a person has added since.
    if (pace === 'asked') this.#note({ isChanging: readRedactionNote(noteFile)?.underWay?.isChanging === true });
    let fixed = false;
    for (let round = 0; round < MOST_ROUNDS && (await this.#round(sweep)); round += 1) {
      fixed = true;
      await journal.settleDisk();
      await this.#options.afterChange();
      await journal.settleDisk();
      this.#note({ isChanging: false });
    }
    const needles = sweep.findings.needles();
    const tracesIn = needles.texts.length === 0 ? [] : await this.#options.traces(needles);
    writeRedactionNote(noteFile, { rules });
    return sweep.findings.report({ fixed, tracesIn });
  }

  /** Every row once, from where an earlier one was cut off. Resolves to whether anything was overwritten. */
  async #round(sweep: Sweep): Promise<boolean> {
    const { journal, clock, noteFile, rules } = this.#options;
    const before = readRedactionNote(noteFile)?.underWay;
    let from = before?.rules === rules ? before.from : undefined;
    let isChanging = before?.isChanging === true;
    let notedAt = clock.elapsed();
    do {
      const { page, redacted } = await this.#look(sweep, from);
      if (page.places.length > 0) {
        // First the note: a kill after the rows are overwritten must not leave what was made from them.
        isChanging = true;
        this.#note({ ...at(from), isChanging });
        const change = (text: string, field?: string) => redacted(text, field).text;
        await journal.rewriteTexts({ ...at(from), limit: PAGE, dryRun: false, change });
      }
      from = page.next;
      if (clock.elapsed() - notedAt > NOTE_EVERY_MS) {
        this.#note({ ...at(from), isChanging });
        notedAt = clock.elapsed();
      }
    } while (from !== undefined);
    return isChanging;
  }

  async #look({ findings, pace, ...sweep }: Sweep, from: string | undefined): Promise<LookedAt> {
    const { journal, clock } = this.#options;
    if (this.#stopped)
      throw new CarryoverError('the daemon is stopping', { code: 'stopped', hint: 'it goes on after the next start' });
    const began = clock.elapsed();
    const redacted = await this.#redactPage(from);
    const change = (text: string, field?: string) => findings.count(text, redacted(text, field));
    const page = await journal.rewriteTexts({ ...at(from), limit: PAGE, dryRun: true, change });
    findings.add(page);
    this.#state = { rows: findings.rows, total: Math.max(sweep.records, findings.rows) };
    sweep.onProgress(this.#state.rows, this.#state.total);
    await sleep(PAUSE_SHARE[pace] * (clock.elapsed() - began));
    return { page, redacted };
  }

  /** Its texts one by one, between which others have their turn; one that comes in meanwhile is of the next round. */
  async #redactPage(from: string | undefined): Promise<LookedAt['redacted']> {
    const { journal, clock } = this.#options;
    const wanted = new Map<string, readonly [text: string, field: string | undefined]>();
    const keyOf = (text: string, field: string | undefined) => `${field === undefined ? '' : `.${field}`}\0${text}`;
    const change = (text: string, field?: string) => {
      wanted.set(keyOf(text, field), [text, field]);
      return text;
    };
    await journal.rewriteTexts({ ...at(from), limit: PAGE, dryRun: true, change });
    const breather = new Breather(clock);
    const done = new Map<string, Redacted>();
    for (const [key, [text, field]] of wanted) {
      done.set(key, await this.#redacted(text, field));
      await breather.breathe();
    }
    return (text, field) => done.get(keyOf(text, field)) ?? { text, findings: [] };
  }

  async #redacted(text: string, field: string | undefined): Promise<Redacted> {
    try {
      return await this.#options.redact(text, field);
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
