/**
 * Which records are past their time. Never: what is pinned, what a pinned learning rests on, and what bears a time from
 * before there was anything to record. A turn that no curator has read yet gets another month to be read.
 *
 * By the wall clock a record is old enough to be hidden; a clock that was behind when it was taken is made up for. Only when
 * as much time has been measured as well, its text may go.
 */
import type { Journal } from '../../journal/journal.ts';
import type { AgedRecord } from '../../journal/sqlite/hidden-records.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { SpaceId, TurnId } from '../../memory/ids.ts';
import { Breather } from '../../platform/breathe.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MeasuredTime } from './measured-time.ts';
import type { RetentionPolicy } from './policy.ts';

export interface SpaceLook {
  readonly workspace: SpaceId | null;
  readonly days: number | 'off';
  /** Past their time, and not hidden yet. */
  readonly expired: number;
  /** Past their time, and they stay as they are. */
  readonly pinned: number;
  readonly uncurated: number;
}

export interface Judged<Record extends AgedRecord> {
  readonly due: readonly Record[];
  readonly pinned: number;
  readonly uncurated: number;
}

export interface PastTimeOptions {
  readonly journal: Pick<Journal, 'retention' | 'spaceIds'>;
  readonly knowledge: Pick<Knowledge, 'recordMarks' | 'restingOn' | 'curatedRevision'>;
  readonly clock: Clock;
  readonly time: MeasuredTime;
}

/** About a millisecond. */
const PAGE = 100;
const TURNS_KNOWN = 4_000;
/** What waits for a curator stays this much longer, and no more. */
const UNREAD_GRACE_MS = 30 * 24 * 60 * 60_000;
/** No agent wrote anything down before it: a record from then has a broken clock's time. */
const FIRST_POSSIBLE = Date.UTC(2020, 0, 1);

export class PastTime {
  readonly #options: PastTimeOptions;
  readonly #policy: RetentionPolicy;
  readonly #wall: number;
  readonly #curated = new Map<TurnId, boolean>();

  /** As of one moment and one policy. */
  constructor(options: PastTimeOptions, policy: RetentionPolicy) {
    this.#options = options;
    this.#policy = policy;
    this.#wall = options.clock.now();
  }

  /** Those that are not hidden yet, space by space; false from `onPage` ends it. */
  async look(
    onPage: (due: readonly AgedRecord[]) => boolean,
  ): Promise<{ readonly spaces: readonly SpaceLook[]; readonly isWhole: boolean }> {
    const looks: SpaceLook[] = [];
    for (const workspace of [null, ...(await this.#options.journal.spaceIds())]) {
      const look = { workspace, days: this.#policy.daysOf(workspace), expired: 0, pinned: 0, uncurated: 0 };
      for await (const { due, pinned, uncurated } of this.#pages(workspace)) {
        look.expired += due.length;
        look.pinned += pinned;
        look.uncurated += uncurated;
        if (!onPage(due)) return { spaces: [...looks, look], isWhole: false };
      }
      looks.push(look);
    }
    return { spaces: looks, isWhole: true };
  }

  /** Those among them that are past their time by the wall clock. */
  async judge<Record extends AgedRecord>(records: readonly Record[]): Promise<Judged<Record>> {
    const { knowledge, time } = this.#options;
    const old = records.filter((record) => this.#isPast(record, time.happenedByWall(record), this.#wall));
    if (old.length === 0) return { due: [], pinned: 0, uncurated: 0 };
    const ids = old.map(({ id }) => id);
    const marks = await knowledge.recordMarks(ids);
    const { learnings } = await knowledge.restingOn(ids);
    const held = new Set(learnings.filter(({ pinned }) => pinned).flatMap(({ evidence }) => evidence));
    const free = old.filter(({ id }) => !held.has(id) && marks.get(id)?.pinned !== true);
    const due: Record[] = [];
    for (const record of free) {
      const isBeyondGrace = this.#isPast(record, time.happenedByWall(record), this.#wall - UNREAD_GRACE_MS);
      if (isBeyondGrace || (await this.#isRead(record))) due.push(record);
    }
    return { due, pinned: old.length - free.length, uncurated: free.length - due.length };
  }

  /** Whether so much time was measured since it happened, however the clocks were set. */
  isMeasured(record: AgedRecord): boolean {
    const { time } = this.#options;
    return this.#isPast(record, time.happened(record), time.now);
  }

  #isPast({ workspace, ts }: AgedRecord, happened: number, now: number): boolean {
    const before = this.#policy.cutoff(workspace, now);
    return before !== undefined && ts >= FIRST_POSSIBLE && happened < before;
  }

  async *#pages(workspace: SpaceId | null): AsyncGenerator<Judged<AgedRecord>> {
    const before = this.#policy.cutoff(workspace, this.#wall);
    if (before === undefined) return;
    const breather = new Breather(this.#options.clock);
    for (let after: Pick<AgedRecord, 'ts' | 'seq'> = { ts: FIRST_POSSIBLE, seq: 0 }; ; ) {
      await breather.breathe();
      const page = await this.#options.journal.retention.agedRecords({ workspace, before, after, limit: PAGE });
      const last = page.at(-1);
      if (last === undefined) return;
      after = last;
      yield await this.judge(page.filter(({ isPassedOver }) => isPassedOver !== true));
    }
  }

  async #isRead({ turnId }: AgedRecord): Promise<boolean> {
    if (turnId === null) return true;
    const known = this.#curated.get(turnId);
    if (known !== undefined) return known;
    const isRead = (await this.#options.knowledge.curatedRevision(turnId)) !== undefined;
    if (this.#curated.size > TURNS_KNOWN) this.#curated.clear();
    this.#curated.set(turnId, isRead);
    return isRead;
  }
}
