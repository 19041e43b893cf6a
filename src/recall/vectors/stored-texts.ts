/**
 * The texts that get vectors: what people and agents said, errors, and facts that hold, cut into the passages of the index.
 * What tools printed gets none: it is most of the text and found by its words. Nor do sensitive facts, because a model
 * may be somebody else's.
 *
 * A journal behind the mark or with another record there, and learnings with another history, are others (a backup was
 * restored, knowledge was made anew): their vectors go and are made again.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { ChangedLearning } from '../../knowledge/read-learnings.ts';
import type { Learning } from '../../memory/learning.ts';
import type { RecordType, StoredRecord } from '../../memory/record.ts';
import { fingerprint } from '../index/fingerprint.ts';
import { countText } from '../text/passages.ts';
import { FACT, factKey, RECORD, recordKey, vectorSpace } from './vector-keys.ts';
import type { VectorFeed, VectorItem, VectorSource } from './vector-source.ts';

const EMBEDDED: readonly RecordType[] = ['prompt', 'assistant', 'error'];
/** Records read at once; most of them are of tools. */
const BATCH = 200;
/** Then others get their turn, whether or not there was anything among them. */
const MOST_BATCHES = 5;
/** Longer only where a passage has no spaces; more than most models take. */
const PASSAGE_CHARS = 2_000;

interface Mark {
  /** The place of the last record, and its id. */
  readonly records: number;
  readonly record: string;
  /** The place of the last change of a learning, and its fingerprint. */
  readonly facts: number;
  readonly fact: number;
}

const BEGINNING: Mark = { records: 0, record: '', facts: 0, fact: 0 };

export class StoredTexts implements VectorSource {
  readonly #journal: RecordReader;
  readonly #changedLearnings: (after: number, limit: number) => Promise<readonly ChangedLearning[]>;

  constructor(journal: RecordReader, changed: (after: number, limit: number) => Promise<readonly ChangedLearning[]>) {
    this.#journal = journal;
    this.#changedLearnings = changed;
  }

  async after(text: string, limit: number): Promise<VectorFeed> {
    const mark = text === '' ? BEGINNING : (JSON.parse(text) as Mark);
    const outdated = [
      ...(this.#hasOtherRecords(mark) ? [RECORD] : []),
      ...((await this.#hasOtherFacts(mark)) ? [FACT] : []),
    ];
    if (outdated.length > 0) {
      const { records, record } = outdated.includes(RECORD) ? BEGINNING : mark;
      const { facts, fact } = outdated.includes(FACT) ? BEGINNING : mark;
      const next = { records, record, facts, fact } satisfies Mark;
      return { mark: JSON.stringify(next), items: [], outdated, waiting: 0 };
    }
    const changes = await this.#changedLearnings(mark.facts, limit);
    const last = changes.at(-1);
    const newest = new Map(changes.map(({ learning }) => [learning.id, learning]));
    const { items, last: record } = this.#records(mark.records, limit - newest.size);
    const next = {
      records: record?.seq ?? mark.records,
      record: record?.id ?? mark.record,
      facts: last?.seq ?? mark.facts,
      fact: last === undefined ? mark.fact : fingerprintOf(last),
    } satisfies Mark;
    return {
      mark: JSON.stringify(next),
      items: [...[...newest.values()].map(factItem), ...items],
      outdated,
      waiting: this.#journal.lastSeq() - next.records,
    };
  }

  #records(
    after: number,
    limit: number,
  ): { readonly items: readonly VectorItem[]; readonly last: StoredRecord | undefined } {
    const items: VectorItem[] = [];
    let last: StoredRecord | undefined;
    for (let batches = 0; batches < MOST_BATCHES; batches += 1) {
      const batch = this.#journal.after(last?.seq ?? after, BATCH);
      for (const record of batch) {
        if (items.length >= limit) return { items, last };
        // A model may be somebody else's: what is past its time is not shown to it.
        if (EMBEDDED.includes(record.type) && record.hidden === undefined) items.push(recordItem(record));
        last = record;
      }
      if (batch.length === 0) break;
    }
    return { items, last };
  }

  /** One that was erased tells nothing. */
  #hasOtherRecords({ records, record }: Mark): boolean {
    return records > this.#journal.lastSeq() || (this.#journal.at(records)?.id ?? record) !== record;
  }

  async #hasOtherFacts({ facts, fact }: Mark): Promise<boolean> {
    if (facts === 0) return false;
    const [change] = await this.#changedLearnings(facts - 1, 1);
    return change?.seq !== facts || fingerprintOf(change) !== fact;
  }
}

function fingerprintOf({ learning }: ChangedLearning): number {
  return fingerprint(JSON.stringify(learning));
}

function recordItem({ seq, workspace, content }: StoredRecord): VectorItem {
  return { key: recordKey(seq), space: vectorSpace(RECORD, workspace), passages: passagesOf(content) };
}

function factItem({ id, workspace, content, validTo, sensitive }: Learning): VectorItem {
  const passages = validTo !== null || sensitive ? [] : passagesOf(content);
  return { key: factKey(id), space: vectorSpace(FACT, workspace), passages };
}

function passagesOf(text: string): readonly string[] {
  const { passages } = countText(text, [], 0);
  return passages
    .map(({ start }, at) => text.slice(start, Math.min(passages[at + 1]?.start ?? text.length, start + PASSAGE_CHARS)))
    .filter((passage) => passage.trim() !== '');
}
