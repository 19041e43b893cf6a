/**
 * What the journal keeps so that retention destroys nothing by a wrong clock: which records are hidden before their text
 * goes, how much was hidden at once, how long processes really ran; and the steps in which text goes. Part of every
 * journal, with its guarantees.
 */
import type { RecordId, SpaceId, TurnId } from '../memory/ids.ts';
import type { StoredRecord } from '../memory/record.ts';

export interface AgedFilter {
  /** `null` for records of no space. */
  readonly workspace: SpaceId | null;
  readonly before: number;
  /** The last one of the page before. */
  readonly after?: Pick<StoredRecord, 'ts' | 'seq'>;
  readonly limit: number;
}

/** What is needed of a record to tell whether it is past its time: nothing of what it says. */
export interface AgedRecord extends Pick<StoredRecord, 'seq' | 'id' | 'ts' | 'turnId' | 'workspace'> {
  /** Hidden already, or there is nothing to empty. */
  readonly isPassedOver?: true;
}

export interface HidingRecords {
  readonly records: readonly Pick<AgedRecord, 'seq' | 'workspace'>[];
  /** By the wall clock, for people. */
  readonly at: number;
  /** How long processes have run in all. */
  readonly ranMs: number;
}

export interface HiddenRecord extends Omit<AgedRecord, 'isPassedOver'> {
  /** In the order of hiding. */
  readonly place: number;
  /** Its text is gone, and what its turn says may not be yet. */
  readonly isEmptied: boolean;
  /** How long processes had run in all when it was hidden; null when the note of it is damaged. */
  readonly ranMs: number | null;
}

/** What was hidden at once. */
export interface RetentionSweep {
  readonly at: number;
  readonly ranMs: number;
  readonly records: number;
  /** By their age alone, or because a person said so. */
  readonly askedBy: 'age' | 'person';
}

export interface SweepRecord {
  /** The place of the newest record. */
  readonly lastRecord: number;
  /** Records that were not emptied. */
  readonly withText: number;
  /** The most that were hidden at once; 0 when none ever were. */
  readonly largest: number;
}

/**
 * A stretch of a process's life in which the wall clock kept its distance from measured time. Only what a monotonic clock has
 * counted is in `ranMs`; the others are as they were at its end.
 */
export interface RunningStretch {
  /** Unique for each process. */
  readonly process: string;
  readonly stretch: number;
  readonly ranMs: number;
  /** Milliseconds since the epoch, as far as they were measured. */
  readonly measured: number;
  readonly wall: number;
  /** Which start of the machine it was in, and how long after it. */
  readonly boot?: { readonly id: string; readonly ms: number };
  /** Records behind this place, through the other, were taken in it. */
  readonly afterRecord: number;
  readonly throughRecord: number;
  /** Time that nobody measured and a person vouched for at its beginning. */
  readonly believedMs: number;
}

export interface EmptiedRecord {
  readonly id: RecordId;
  readonly contentHash: string;
  /** What stays of its text; empty for most. */
  readonly snippet: string;
}

export interface RetentionJournal {
  /** Records that happened before a moment and were not emptied yet, oldest first. */
  agedRecords(filter: AgedFilter): Promise<readonly AgedRecord[]>;
  /** From here on no agent and no search gets them; what they say stays. One transaction; what is hidden stays as it is. */
  hideRecords(hiding: HidingRecords): Promise<void>;
  /** As if they had never been hidden. */
  showRecords(seqs: readonly number[]): Promise<void>;
  /** In the order they were hidden, after a place in it. */
  hiddenRecords(after: number, limit: number): Promise<readonly HiddenRecord[]>;
  /** How many of each space are. */
  hiddenCounts(): Promise<ReadonlyMap<SpaceId | null, number>>;
  keepSweep(sweep: RetentionSweep): Promise<void>;
  /** Costs the same however much there is. */
  sweepRecord(): Promise<SweepRecord>;
  /** When the newest record happened, of those that happened until then; null when there is none. */
  lastTimeUntil(moment: number): Promise<number | null>;
  /** In their order; those whose rows are damaged are left out. */
  runningTimes(): Promise<readonly RunningStretch[]>;
  /** Adds a stretch, or replaces what was kept of the same one. */
  keepRunningTime(stretch: RunningStretch): Promise<void>;
  /**
   * As `Journal.emptyRecords` without the turns, for many records of one: those that are hidden stay so until `remakeTurn` has made every
   * revision say no more than its records do. One transaction each.
   */
  emptyBeforeTurns(records: readonly EmptiedRecord[]): Promise<void>;
  remakeTurn(id: TurnId): Promise<void>;
}
