/**
 * Keeps the index up to date with the journal: records after the mark come in, erased ones go out, batch by batch. What it
 * reads and how far it got are in the file, so it may die at any moment; `catchUp` goes on from there.
 *
 * A journal that is behind the mark is another one (a backup was restored): the index begins anew.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { Learning } from '../../memory/learning.ts';
import { factEntry, factText, recordEntry } from './entries.ts';
import type { IndexEntry, IndexWriter } from './index-writer.ts';
import { factSpace, recordSpace } from './space-names.ts';

export const RECORDS_MARK = 'records';
const ERASURES_MARK = 'erasures';
const FACTS_MARK = 'facts';

/** Small enough that a search for what was just said waits little, large enough that a million records take minutes. */
const BATCH = 2_000;
const ERASURES = 10_000;

export class Indexer {
  readonly #journal: RecordReader;
  readonly #writer: IndexWriter;

  constructor(journal: RecordReader, writer: IndexWriter) {
    this.#journal = journal;
    this.#writer = writer;
    const isOther = writer.mark(RECORDS_MARK) > journal.lastSeq() || writer.mark(ERASURES_MARK) > journal.lastErasure();
    if (isOther) writer.clear();
  }

  /** Records that are in the index. */
  get through(): number {
    return this.#writer.mark(RECORDS_MARK);
  }

  get factsThrough(): number {
    return this.#writer.mark(FACTS_MARK);
  }

  /** One batch; false when there was nothing to do. */
  step(): boolean {
    const erased = this.#forgetErased();
    const added = this.#addRecords();
    return erased || added;
  }

  /** Learnings as they are from now on, oldest change first; `through` is the place of the last change among them. */
  takeFacts(learnings: readonly Learning[], through: number): void {
    const newest = new Map(learnings.map((learning) => [learning.id, learning]));
    this.#writer.transaction(() => {
      for (const learning of newest.values()) this.#takeFact(learning);
      this.#writer.setMark(FACTS_MARK, through);
    });
  }

  /** They will be handed in again from the beginning. */
  factsAnew(): void {
    this.#writer.transaction(() => this.#writer.setMark(FACTS_MARK, 0));
  }

  /** What is not said any more goes: knowledge was made anew. */
  keepOnlyFacts(ids: ReadonlySet<string>): void {
    this.#writer.transaction(() => this.#writer.keepOnlyFacts(ids));
  }

  purge(): boolean {
    return this.#writer.purge();
  }

  #takeFact(learning: Learning): void {
    const writer = this.#writer;
    const text = JSON.stringify(learning);
    const known = writer.fact(learning.id);
    if (known !== undefined) {
      const before = JSON.parse(known.learning) as Learning;
      if (factText(before) === factText(learning) && before.workspace === learning.workspace) {
        writer.updateFact(learning.id, known, text);
        return;
      }
      writer.removeFrom(known.space, known.doc);
    }
    const num = known?.num ?? writer.nextFactNum();
    const space = factSpace(learning.workspace);
    const [doc = 0] = writer.add(space, [factEntry(num, learning)]);
    writer.putFact(learning.id, { num, space, doc, learning: text });
  }

  #addRecords(): boolean {
    const mark = this.#writer.mark(RECORDS_MARK);
    const lastSeq = this.#journal.lastSeq();
    const records = this.#journal.after(mark, BATCH);
    const last = records.at(-1);
    if (last === undefined) {
      // The newest were erased before they came here: nobody shall wait for them.
      if (lastSeq > mark) this.#writer.transaction(() => this.#writer.setMark(RECORDS_MARK, lastSeq));
      return false;
    }
    const bySpace = new Map<string, IndexEntry[]>();
    for (const record of records) {
      const space = recordSpace(record.workspace);
      const entries = bySpace.get(space) ?? [];
      entries.push(recordEntry(record));
      bySpace.set(space, entries);
    }
    this.#writer.transaction(() => {
      for (const [space, entries] of bySpace) this.#writer.add(space, entries);
      this.#writer.setMark(RECORDS_MARK, last.seq);
    });
    return true;
  }

  #forgetErased(): boolean {
    const erased = this.#journal.erasedAfter(this.#writer.mark(ERASURES_MARK), ERASURES);
    const last = erased.at(-1);
    if (last === undefined) return false;
    const seqs = new Set(erased.flatMap(({ recordSeq }) => recordSeq ?? []));
    this.#writer.transaction(() => {
      this.#writer.removeRecords(seqs);
      this.#writer.setMark(ERASURES_MARK, last.seq);
    });
    return true;
  }
}
