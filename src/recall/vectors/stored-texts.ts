/**
 * The texts that get vectors: what people and agents said, errors, and facts that hold, cut into the passages of the index.
 * What tools printed gets none: it is most of the text and found by its words. Nor do sensitive facts, because a model
 * may be somebody else's.
 *
 * A journal behind the mark, or learnings with another history, are others (a backup was restored, knowledge was made anew):
 * their vectors go and are made again.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { ChangedLearning } from '../../knowledge/knowledge.ts';
import type { Learning } from '../../memory/learning.ts';
import type { RecordType, StoredRecord } from '../../memory/record.ts';
import { countText } from '../text/passages.ts';
import { FACT, factKey, RECORD, recordKey, vectorSpace } from './vector-keys.ts';
import type { VectorFeed, VectorItem, VectorSource } from './vector-source.ts';

const EMBEDDED: readonly RecordType[] = ['prompt', 'assistant', 'error'];
/** Records read at once; most of them are of tools. */
const BATCH = 200;
/** Longer only where a passage has no spaces; more than most models take. */
const PASSAGE_CHARS = 2_000;

interface Mark {
  readonly records: number;
  /** The place of the last change of a learning, and whose it was. */
  readonly facts: number;
  readonly factId: string;
}

const BEGINNING: Mark = { records: 0, facts: 0, factId: '' };

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
      ...(mark.records > this.#journal.lastSeq() ? [RECORD] : []),
      ...((await this.#hasOtherFacts(mark)) ? [FACT] : []),
    ];
    if (outdated.length > 0) {
      const records = outdated.includes(RECORD) ? 0 : mark.records;
      const facts = outdated.includes(FACT) ? BEGINNING : mark;
      return { mark: JSON.stringify({ ...facts, records }), items: [], outdated, waiting: 0 };
    }
    const changes = await this.#changedLearnings(mark.facts, limit);
    const last = changes.at(-1);
    const newest = new Map(changes.map(({ learning }) => [learning.id, learning]));
    const said = this.#records(mark.records, limit - newest.size);
    const next = {
      records: said.through,
      facts: last?.seq ?? mark.facts,
      factId: last?.learning.id ?? mark.factId,
    } satisfies Mark;
    return {
      mark: JSON.stringify(next),
      items: [...[...newest.values()].map(factItem), ...said.items],
      outdated,
      waiting: this.#journal.lastSeq() - said.through,
    };
  }

  #records(after: number, limit: number): { readonly items: readonly VectorItem[]; readonly through: number } {
    const items: VectorItem[] = [];
    let through = after;
    for (;;) {
      const batch = this.#journal.after(through, BATCH);
      for (const record of batch) {
        if (items.length >= limit) return { items, through };
        if (EMBEDDED.includes(record.type)) items.push(recordItem(record));
        through = record.seq;
      }
      if (batch.length === 0) return { items, through };
    }
  }

  async #hasOtherFacts({ facts, factId }: Mark): Promise<boolean> {
    if (facts === 0) return false;
    const [change] = await this.#changedLearnings(facts - 1, 1);
    return change?.seq !== facts || change.learning.id !== factId;
  }
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
