/**
 * Keeps the index up to date with the journal: records after the mark come in, erased ones go out, batch by batch. What it
 * reads and how far it got are in the file, so it may die at any moment; `catchUp` goes on from there. Records that
 * retention has emptied are not found at all; they go when somebody asks, in large batches, because a sweep empties many
 * and every removal is a walk over all words.
 *
 * A journal that is behind the mark, or that has another record at the place of the witness, is another one (a backup was
 * restored): the index begins anew. The witness is the newest indexed record that has not been erased.
 *
 * A record that cannot be cut into words is left out and counted; the others do not wait for it.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { Learning } from '../../memory/learning.ts';
import { isEmptied, type StoredRecord } from '../../memory/record.ts';
import { factEntry, factText, recordEntry } from './entries.ts';
import { factMeaning } from './fact-meanings.ts';
import { fingerprint } from './fingerprint.ts';
import type { IndexEntry, IndexWriter } from './index-writer.ts';
import { factSpace, recordSpace } from './space-names.ts';

export const RECORDS_MARK = 'records';
const ERASURES_MARK = 'erasures';
const EMPTIED_MARK = 'emptied';
const FACTS_MARK = 'facts';
/** What the change at that place said. */
const LAST_FACT_MARK = 'last-fact';
/** Facts are being handed in from the beginning, and the end has not come yet. */
const ANEW_MARK = 'facts-anew';
/** The place of a record, and whose it is. */
const WITNESS_MARK = 'witness';
const WITNESS_ID_MARK = 'witness-id';
/** Records that were left out. */
export const LEFT_OUT_MARK = 'left-out';

/** Small enough that a search for what was just said waits little, large enough that a million records take minutes. */
const BATCH = 1_000;
const ERASURES = 10_000;
const EMPTIED = 100_000;

/** How far learnings have come in. */
export interface FactsMark {
  readonly through: number;
  /** Of the change at that place. */
  readonly fingerprint: number;
  /** False when they must be handed in from the beginning, and all others go. */
  readonly isWhole: boolean;
}

export class Indexer {
  readonly #journal: RecordReader;
  readonly #writer: IndexWriter;
  readonly #onLeftOut: (seq: number, cause: unknown) => void;

  constructor(
    journal: RecordReader,
    writer: IndexWriter,
    onLeftOut: (seq: number, cause: unknown) => void = () => undefined,
  ) {
    this.#journal = journal;
    this.#writer = writer;
    this.#onLeftOut = onLeftOut;
    if (this.#isOtherJournal()) writer.clear();
  }

  /** Records that are in the index. */
  get through(): number {
    return this.#writer.mark(RECORDS_MARK);
  }

  get facts(): FactsMark {
    const [through, fingerprint] = [this.#writer.mark(FACTS_MARK), this.#writer.mark(LAST_FACT_MARK)];
    return this.#writer.mark(ANEW_MARK) === 0
      ? { through, fingerprint, isWhole: true }
      : { through: 0, fingerprint: 0, isWhole: false };
  }

  close(): void {
    this.#journal.close();
    this.#writer.close();
  }

  /** One batch; false when there was nothing to do. */
  step(): boolean {
    const erased = this.forgetErased();
    const added = this.#addRecords();
    return erased || added;
  }

  /** Learnings as they are from now on, oldest change first; `through` is the place of the last change among them. */
  takeFacts(learnings: readonly Learning[], through: number): void {
    if (learnings.length === 0) return;
    const newest = new Map(learnings.map((learning) => [learning.id, learning]));
    this.#writer.transaction(() => {
      for (const learning of newest.values()) this.#takeFact(learning);
      this.#writer.setMark(FACTS_MARK, through);
      this.#writer.setMark(LAST_FACT_MARK, fingerprint(JSON.stringify(learnings.at(-1))));
    });
  }

  /** They will be handed in again from the beginning. */
  factsAnew(): void {
    this.#writer.transaction(() => {
      this.#writer.setMark(FACTS_MARK, 0);
      this.#writer.setMark(ANEW_MARK, 1);
    });
  }

  /** What is not said any more goes: knowledge was made anew. */
  keepOnlyFacts(ids: ReadonlySet<string>): void {
    this.#writer.transaction(() => {
      this.#writer.keepOnlyFacts(ids);
      this.#writer.setMark(ANEW_MARK, 0);
    });
  }

  purge(): boolean {
    return this.#writer.purge();
  }

  /** When there is nothing else to do. */
  compact(): boolean {
    return this.#writer.compact(this.through);
  }

  #takeFact(learning: Learning): void {
    const writer = this.#writer;
    const text = JSON.stringify(learning);
    const known = writer.fact(learning.id);
    if (known !== undefined) {
      const before = JSON.parse(known.learning) as Learning;
      if (factText(before) === factText(learning) && before.workspace === learning.workspace) {
        writer.updateFact(learning.id, text);
        return;
      }
      writer.removeFrom(known.space, known.doc);
    }
    const num = known?.num ?? writer.nextFactNum();
    const space = factSpace(learning.workspace);
    const [doc = 0] = writer.add(space, [factEntry(num, learning)]);
    writer.putFact(learning.id, { num, space, doc, learning: text, meaning: factMeaning(learning) });
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
    let leftOut = 0;
    for (const record of records) {
      if (isEmptied(record)) continue;
      const entry = this.#entryOf(record);
      if (entry === undefined) {
        leftOut += 1;
        continue;
      }
      const space = recordSpace(record.workspace);
      const entries = bySpace.get(space) ?? [];
      entries.push(entry);
      bySpace.set(space, entries);
    }
    this.#writer.transaction(() => {
      for (const [space, entries] of bySpace) this.#writer.add(space, entries);
      this.#writer.setMark(RECORDS_MARK, last.seq);
      this.#setWitness(last);
      if (leftOut > 0) this.#writer.setMark(LEFT_OUT_MARK, this.#writer.mark(LEFT_OUT_MARK) + leftOut);
    });
    return true;
  }

  #entryOf(record: StoredRecord): IndexEntry | undefined {
    try {
      return recordEntry(record);
    } catch (cause) {
      this.#onLeftOut(record.seq, cause);
      return undefined;
    }
  }

  /** False when nothing was erased. */
  forgetErased(): boolean {
    const erased = this.#journal.erasedAfter(this.#writer.mark(ERASURES_MARK), ERASURES);
    const last = erased.at(-1);
    if (last === undefined) return false;
    const seqs = new Set(erased.flatMap(({ recordSeq }) => recordSeq ?? []));
    this.#writer.transaction(() => {
      this.#writer.removeRecords(seqs);
      this.#writer.setMark(ERASURES_MARK, last.seq);
      if (seqs.has(this.#writer.mark(WITNESS_MARK)))
        this.#setWitness(this.#newestBefore(this.#writer.mark(WITNESS_MARK)));
    });
    return true;
  }

  /** False when retention has emptied nothing more. */
  forgetEmptied(): boolean {
    const emptied = this.#journal.emptiedAfter(this.#writer.mark(EMPTIED_MARK), EMPTIED);
    const last = emptied.at(-1);
    if (last === undefined) return false;
    this.#writer.transaction(() => {
      this.#writer.removeRecords(new Set(emptied.flatMap(({ recordSeq }) => recordSeq ?? [])));
      this.#writer.setMark(EMPTIED_MARK, last.seq);
    });
    return true;
  }

  #isOtherJournal(): boolean {
    const [journal, writer] = [this.#journal, this.#writer];
    const erasures = writer.mark(ERASURES_MARK);
    if (writer.mark(RECORDS_MARK) > journal.lastSeq() || erasures > journal.lastErasure()) return true;
    if (writer.mark(EMPTIED_MARK) > journal.lastEmptied()) return true;
    const witness = writer.mark(WITNESS_MARK);
    if (witness === 0) return false;
    const record = journal.at(witness);
    if (record !== undefined) return fingerprint(record.id) !== writer.mark(WITNESS_ID_MARK);
    // Erased since then, or never there.
    return !journal.erasedAfter(erasures, Number.MAX_SAFE_INTEGER).some(({ recordSeq }) => recordSeq === witness);
  }

  #newestBefore(place: number): StoredRecord | undefined {
    for (let seq = place - 1; seq > 0; seq -= 1) {
      const record = this.#journal.at(seq);
      if (record !== undefined) return record;
    }
    return undefined;
  }

  #setWitness(record: StoredRecord | undefined): void {
    this.#writer.setMark(WITNESS_MARK, record?.seq ?? 0);
    this.#writer.setMark(WITNESS_ID_MARK, record === undefined ? 0 : fingerprint(record.id));
  }
}
