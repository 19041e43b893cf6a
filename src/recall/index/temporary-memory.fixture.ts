/** A journal and the index that is filled from it, in a folder of their own, for tests. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sampleRecord, sampleSession } from '../../journal/contract/samples.fixture.ts';
import { type Journal, openJournal } from '../../journal/journal.ts';
import { RecordReader } from '../../journal/sqlite/record-reader.ts';
import { journalOptions, temporaryFolder } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { deriveId, type SessionId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { MemoryRecord } from '../../memory/record.ts';
import type { SqliteDatabase } from '../../platform/sqlite.ts';
import { IndexReader } from './index-reader.ts';
import { IndexWriter } from './index-writer.ts';
import { Indexer } from './indexer.ts';
import { openIndexForReading, openIndexForWriting } from './schema.ts';

export class TemporaryMemory {
  readonly folder = temporaryFolder();
  readonly journalPath = journalOptions(this.folder).path;
  readonly indexPath = join(this.folder, 'index', 'recall.db');
  readonly #open: { close(): void }[] = [];
  readonly #sessions = new Set<SessionId>();
  #journal: Journal | undefined;
  #indexer: Indexer | undefined;
  #factsThrough = 0;

  static async open(): Promise<TemporaryMemory> {
    const memory = new TemporaryMemory();
    memory.#journal = await openJournal(journalOptions(memory.folder));
    return memory;
  }

  get journal(): Journal {
    if (this.#journal === undefined) throw new Error('not open');
    return this.#journal;
  }

  get indexer(): Indexer {
    this.#indexer ??= this.openIndexer(this.indexPath);
    return this.#indexer;
  }

  openIndexer(path: string): Indexer {
    return new Indexer(this.records(), new IndexWriter(this.#keep(openIndexForWriting(path))));
  }

  records(): RecordReader {
    return this.#keep(new RecordReader(this.journalPath));
  }

  database(path = this.indexPath): SqliteDatabase {
    return this.#keep(openIndexForReading(path));
  }

  reader(path = this.indexPath): IndexReader {
    return new IndexReader(this.database(path));
  }

  /** Stored, and nothing more. */
  async append(records: readonly Partial<MemoryRecord>[]): Promise<readonly MemoryRecord[]> {
    const whole = records.map((record) => sampleRecord(record));
    const fresh = whole.filter(({ sessionId }) => !this.#sessions.has(sessionId));
    for (const { sessionId } of fresh) this.#sessions.add(sessionId);
    const sessions = fresh.map(({ sessionId: id, workspace }) => sampleSession({ id, workspace }));
    await this.journal.append({ sessions, records: whole });
    return whole;
  }

  /** Stored and indexed. */
  async say(...records: readonly (Partial<MemoryRecord> | string)[]): Promise<readonly MemoryRecord[]> {
    const stored = await this.append(records.map((each) => (typeof each === 'string' ? { content: each } : each)));
    this.catchUp();
    return stored;
  }

  learn(...learnings: readonly Learning[]): void {
    this.#factsThrough += learnings.length;
    this.indexer.takeFacts(learnings, this.#factsThrough);
  }

  catchUp(): void {
    while (this.indexer.step());
  }

  async close(): Promise<void> {
    for (const each of this.#open) each.close();
    await this.#journal?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #keep<Closed extends { close(): unknown }>(opened: Closed): Closed {
    this.#open.push({ close: () => void opened.close() });
    return opened;
  }
}

export function sessionNamed(name: string): SessionId {
  return deriveId<SessionId>('session', name);
}
