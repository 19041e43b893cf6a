/** The part of the journal on SQLite that retention needs: the same file, the same connections. */
import type { SpaceId, TurnId } from '../../memory/ids.ts';
import type { OriginKey } from '../../memory/origins.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type {
  AgedFilter,
  AgedRecord,
  EmptiedRecord,
  HiddenRecord,
  HidingRecords,
  RetentionJournal,
  RetentionSweep,
  RunningStretch,
  SweepRecord,
} from '../retention-journal.ts';
import { emptyBeforeTurns, remakeTurn } from './empty-records.ts';
import {
  hideRecords,
  keepSweep,
  readAgedRecords,
  readHiddenCounts,
  readHiddenRecords,
  readSweepRecord,
  showRecords,
} from './hidden-records.ts';
import { keepRunningTime, readLastTimeUntil, readRunningTimes } from './running-times.ts';

export type Read = <Result>(work: (statements: SqliteStatements) => Result) => Result;
export type Write = <Result>(work: (statements: SqliteStatements) => Result) => Promise<Result>;

export class SqliteRetention implements RetentionJournal {
  readonly #read: Read;
  readonly #write: Write;
  readonly #erase: Write;
  readonly #origins: OriginKey;

  /** `erase` is a write after which no export goes on with what it has read. */
  constructor(read: Read, write: Write, erase: Write, origins: OriginKey) {
    this.#origins = origins;
    this.#read = read;
    this.#write = write;
    this.#erase = erase;
  }

  async agedRecords(filter: AgedFilter): Promise<readonly AgedRecord[]> {
    return this.#read((statements) => readAgedRecords(statements, filter));
  }

  async hideRecords(hiding: HidingRecords): Promise<void> {
    return this.#write((statements) => hideRecords(statements, hiding));
  }

  async showRecords(seqs: readonly number[]): Promise<void> {
    return this.#write((statements) => showRecords(statements, seqs));
  }

  async hiddenRecords(after: number, limit: number): Promise<readonly HiddenRecord[]> {
    return this.#read((statements) => readHiddenRecords(statements, after, limit));
  }

  async hiddenCounts(): Promise<ReadonlyMap<SpaceId | null, number>> {
    return this.#read(readHiddenCounts);
  }

  async keepSweep(sweep: RetentionSweep): Promise<void> {
    return this.#write((statements) => keepSweep(statements, sweep));
  }

  async sweepRecord(): Promise<SweepRecord> {
    return this.#read(readSweepRecord);
  }

  async lastTimeUntil(moment: number): Promise<number | null> {
    return this.#read((statements) => readLastTimeUntil(statements, moment));
  }

  async runningTimes(): Promise<readonly RunningStretch[]> {
    return this.#read(readRunningTimes);
  }

  async keepRunningTime(stretch: RunningStretch): Promise<void> {
    return this.#write((statements) => keepRunningTime(statements, stretch));
  }

  async emptyBeforeTurns(records: readonly EmptiedRecord[]): Promise<void> {
    await this.#erase((statements) => emptyBeforeTurns(statements, records, this.#origins));
  }

  async remakeTurn(id: TurnId): Promise<void> {
    return this.#erase((statements) => remakeTurn(statements, id));
  }
}
