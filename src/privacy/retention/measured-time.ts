/**
 * How much time has really passed, for whoever destroys by age. The wall clock is set by people, by networks and by empty
 * batteries; so time is added only where it was measured: while a process runs by its monotonic clock, and while the
 * machine sleeps or nobody runs by how long the machine is on. What it is switched off for is believed up to four days at a
 * time. Marks of it are kept in the journal, so a kill loses at most the minutes since the last.
 *
 * It also tells how far off the wall clock was when a record was taken, because a record bears the time of that clock.
 *
 * Promises: `ranMs` counts nothing but the monotonic clock; no setting of the wall clock alone makes `now` go ahead while
 * the machine is on. Limits: time that nobody measured (a machine in a paused virtual one, weeks switched off) is missing
 * until a person vouches for the clock; a clock that is wrong by less than four days when the machine starts is believed.
 */
import { randomUUID } from 'node:crypto';
import type { RetentionJournal } from '../../journal/journal.ts';
import type { RunningStretch } from '../../journal/sqlite/running-times.ts';
import type { StoredRecord } from '../../memory/record.ts';
import type { Clock, SinceBoot } from '../../platform/clock.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Clocks are set right by a little now and then. */
const DRIFT_MS = 5 * 60_000;
const MARK_EVERY_MS = 5 * 60_000;
const SWITCHED_OFF_MS = 4 * DAY_MS;
/** So long behind measured time, and it was the earlier clock that was wrong. */
const BEHIND_MS = DAY_MS;
/** So long at another distance, and at least it does not jump about. */
const STEADY_MS = HOUR_MS;

type MeasuringJournal = Pick<RetentionJournal, 'runningTimes' | 'keepRunningTime' | 'sweepRecord' | 'lastTimeUntil'>;

export class MeasuredTime {
  readonly #journal: MeasuringJournal;
  readonly #clock: Clock;
  readonly #process = randomUUID();
  /** Of stretches that ended. */
  #ended: readonly RunningStretch[] = [];
  #current: RunningStretch | undefined;
  /** How far off the wall clock is in the present one. */
  #distance = 0;
  #lastElapsed = 0;
  #lastBoot: SinceBoot | undefined;
  #markedAt = Number.NEGATIVE_INFINITY;
  /** Where the wall clock was off; made when it is asked for. */
  #askew: readonly AskewRange[] | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(journal: MeasuringJournal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** Looks at the clocks; a mark is kept when it is time, or the wall clock went its own way. Before anything else here. */
  look(): Promise<void> {
    return this.#inTurn(() => this.#look());
  }

  /** Something was stored: looks when the wall clock went its own way, so that a record tells by which clock it was taken. */
  async notice(): Promise<void> {
    if (this.#current === undefined) return this.look();
    const ran = this.#clock.elapsed() - this.#lastElapsed;
    const passed = Math.max(ran, bootDifference(this.#lastBoot, this.#clock.sinceBoot?.()) ?? 0);
    const ahead = this.#clock.now() - this.#current.measured - passed;
    if (Math.abs(ahead - this.#distance) > DRIFT_MS) await this.look();
  }

  /** The last mark of this process: no record since the one before it is left without a clock. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#current === undefined) return;
      await this.#look();
      await this.#mark();
    });
  }

  /** A person says that the wall clock is right: what was not measured has passed all the same. */
  believe(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#look();
      const { measured, wall } = this.#stretch;
      if (wall > measured) await this.#begin({ measured: wall, believedMs: wall - measured });
    });
  }

  /** Milliseconds that processes on this journal have run, in all. */
  get ranMs(): number {
    return this.#ended.reduce((sum, { ranMs }) => sum + ranMs, this.#stretch.ranMs);
  }

  /** Milliseconds since the epoch, as far as they were measured. */
  get now(): number {
    return this.#stretch.measured;
  }

  /** By how much the wall clock is ahead of measured time; below zero when it is behind. Small distances are none. */
  get ahead(): number {
    const { wall, measured } = this.#stretch;
    return Math.abs(wall - measured) <= DRIFT_MS ? 0 : wall - measured;
  }

  /** Whether the wall clock agrees, or is ahead and has at least been going on as it should for an hour. */
  get isSteady(): boolean {
    return this.ahead === 0 || (this.ahead > 0 && this.#stretch.ranMs >= STEADY_MS);
  }

  /** When a record happened, in measured time, whatever clock its own time was taken from. */
  happened(record: TakenRecord): number {
    const { ahead, takenAt } = this.#askewAt(record);
    return Math.max(record.ts - ahead, takenAt);
  }

  /** The same by a wall clock that is right now: only one that was behind is made up for. */
  happenedByWall(record: TakenRecord): number {
    const { ahead, takenAt } = this.#askewAt(record);
    return Math.max(record.ts - Math.min(0, ahead), takenAt);
  }

  #askewAt({ seq }: TakenRecord): Pick<AskewRange, 'ahead' | 'takenAt'> {
    this.#askew ??= askewRanges([...this.#ended, this.#stretch]);
    return this.#askew.find(({ after, through }) => seq > after && seq <= through) ?? NOT_ASKEW;
  }

  get #stretch(): RunningStretch {
    if (this.#current === undefined) throw new Error('nobody looked at the clocks yet');
    return this.#current;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #look(): Promise<void> {
    if (this.#current === undefined) return this.#open();
    const [elapsed, boot] = [this.#clock.elapsed(), this.#clock.sinceBoot?.()];
    const ran = Math.max(0, elapsed - this.#lastElapsed);
    const passed = Math.max(ran, bootDifference(this.#lastBoot, boot) ?? 0);
    [this.#lastElapsed, this.#lastBoot] = [elapsed, boot];
    const wall = this.#clock.now();
    const before = this.#current;
    const next = { ...before, ranMs: before.ranMs + ran, measured: before.measured + passed };
    const ahead = wall - next.measured;
    if (Math.abs(ahead - this.#distance) > DRIFT_MS) {
      // The time counts where it was measured; the clock as it was before it went its own way.
      this.#current = { ...next, wall: before.wall + passed, ...bootOf(boot) };
      return this.#begin({ measured: next.measured, believedMs: 0 });
    }
    this.#current = { ...next, wall, ...bootOf(boot) };
    if (ahead < -DRIFT_MS && this.#current.ranMs >= BEHIND_MS) return this.#begin({ measured: wall, believedMs: 0 });
    if (elapsed - this.#markedAt >= MARK_EVERY_MS) await this.#mark();
  }

  /** The first look of this process. */
  async #open(): Promise<void> {
    this.#ended = await this.#journal.runningTimes();
    const { lastRecord } = await this.#journal.sweepRecord();
    const [elapsed, boot, wall] = [this.#clock.elapsed(), this.#clock.sinceBoot?.(), this.#clock.now()];
    const measured = await this.#measuredAtStart(wall, boot);
    [this.#lastElapsed, this.#lastBoot] = [elapsed, boot];
    this.#distance = wall - measured;
    this.#current = {
      ...{ process: this.#process, stretch: 0, ranMs: 0, measured, wall, believedMs: 0 },
      ...{ afterRecord: lastRecord, throughRecord: lastRecord },
      ...bootOf(boot),
    };
    await this.#mark();
  }

  async #measuredAtStart(wall: number, boot: SinceBoot | undefined): Promise<number> {
    const last = this.#ended.at(-1);
    if (last === undefined) {
      // A home from before there were marks: its newest record is the last that is known of the time.
      const newest = await this.#journal.lastTimeUntil(wall);
      return newest === null ? wall : newest + offTime(wall - newest);
    }
    const measured = bootDifference(last.boot, boot);
    if (measured !== undefined) return last.measured + measured;
    // The clock may have been wrong then and be right now: the smallest step that can be believed is.
    const steps = [wall - last.wall, wall - last.measured].map(offTime).filter((step) => step > 0);
    return last.measured + (steps.length === 0 ? 0 : Math.min(...steps));
  }

  /** Another stretch, at the same moment. */
  async #begin({ measured, believedMs }: Pick<RunningStretch, 'measured' | 'believedMs'>): Promise<void> {
    const before = this.#stretch;
    const { lastRecord } = await this.#journal.sweepRecord();
    const wall = this.#clock.now();
    await this.#journal.keepRunningTime(before);
    this.#ended = [...this.#ended, before];
    this.#distance = wall - measured;
    this.#current = {
      ...before,
      ...{ stretch: before.stretch + 1, ranMs: 0, measured, wall, believedMs },
      ...{ afterRecord: lastRecord, throughRecord: lastRecord },
    };
    await this.#mark();
  }

  async #mark(): Promise<void> {
    const { lastRecord } = await this.#journal.sweepRecord();
    const kept = { ...this.#stretch, throughRecord: lastRecord };
    await this.#journal.keepRunningTime(kept);
    this.#current = kept;
    this.#askew = undefined;
    this.#markedAt = this.#lastElapsed;
  }
}

type TakenRecord = Pick<StoredRecord, 'seq' | 'ts'>;

interface AskewRange {
  readonly after: number;
  readonly through: number;
  /** By how much the wall clock was ahead of measured time; below zero when it was behind. */
  readonly ahead: number;
  /** No record of it happened before: its time may be from any clock. */
  readonly takenAt: number;
}

const NOT_ASKEW = { ahead: 0, takenAt: Number.NEGATIVE_INFINITY };

/**
 * Records of stretches with a wall clock that was off; and those between two marks with a clock that changed there: it may
 * have been anywhere, so they happened when they were taken.
 */
function askewRanges(stretches: readonly RunningStretch[]): readonly AskewRange[] {
  const ranges: AskewRange[] = [];
  let vouched = 0;
  let later: { readonly after: number; readonly ahead: number } | undefined;
  for (const { afterRecord, throughRecord, wall, measured, believedMs } of stretches.toReversed()) {
    const ahead = wall - measured;
    // What a person vouched for later was right then as well.
    const kept = Math.abs(ahead) <= DRIFT_MS ? 0 : ahead < 0 ? ahead : Math.max(0, ahead - vouched);
    const through = later === undefined ? Number.POSITIVE_INFINITY : throughRecord;
    ranges.push({ after: afterRecord, through, ...NOT_ASKEW, ahead: kept });
    if (later !== undefined) {
      const gap = { after: throughRecord, through: later.after, ahead: Math.min(kept, later.ahead) };
      ranges.push(
        kept === later.ahead ? { ...gap, takenAt: NOT_ASKEW.takenAt } : { ...gap, takenAt: measured + vouched },
      );
    }
    later = { after: afterRecord, ahead: kept };
    vouched += believedMs;
  }
  const isAskew = ({ ahead, takenAt }: AskewRange) => ahead !== 0 || takenAt !== NOT_ASKEW.takenAt;
  return ranges.filter((range) => range.through > range.after && isAskew(range));
}

/** Undefined where the two cannot be compared. */
function bootDifference(before: SinceBoot | undefined, now: SinceBoot | undefined): number | undefined {
  if (before === undefined || now === undefined || before.id !== now.id) return undefined;
  return Math.max(0, now.ms - before.ms);
}

/** What is believed of the time that nobody measured. */
function offTime(gap: number): number {
  return gap >= 0 && gap <= SWITCHED_OFF_MS ? gap : 0;
}

function bootOf(boot: SinceBoot | undefined): Pick<RunningStretch, 'boot'> {
  return boot === undefined ? {} : { boot };
}
