/**
 * What is to be forgotten and is not gone yet: nobody is given it meanwhile, neither an agent nor a search. What a person names is
 * known at once; what else belongs to it (the records of a source, the learnings that rest on a session) is looked up beside.
 */
import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Selection } from '../../memory/forgetting.ts';
import type { ActId, LearningId, RecordId, SessionId, SpaceId } from '../../memory/ids.ts';
import type { Hidden } from '../../memory/withheld.ts';
import { Breather } from '../../platform/breathe.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Job } from './job.ts';

const PAGE = 200;

interface Items {
  readonly records: Set<RecordId>;
  readonly learnings: Set<LearningId>;
  readonly sessions: readonly SessionId[];
  readonly spaces: readonly SpaceId[];
  /** What the learnings say: lines of files tell it too. */
  readonly texts: Set<string>;
}

interface Stores {
  readonly journal: Pick<Journal, 'selectedRecords'>;
  readonly knowledge: Pick<Knowledge, 'learning' | 'restingOn'>;
  readonly clock: Clock;
}

export class WithheldItems {
  readonly #stores: Stores;
  readonly #items = new Map<ActId, Items>();

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  /** Undefined when nothing is. */
  get hidden(): Hidden | undefined {
    const all = [...this.#items.values()];
    if (all.length === 0) return undefined;
    return {
      records: all.flatMap(({ records }) => [...records]),
      learnings: all.flatMap(({ learnings }) => [...learnings]),
      sessions: all.flatMap(({ sessions }) => sessions),
      spaces: all.flatMap(({ spaces }) => spaces),
      texts: all.flatMap(({ texts }) => [...texts]),
    };
  }

  add({ id, selection }: Pick<Job, 'id' | 'selection'>): void {
    if (!this.#items.has(id)) this.#items.set(id, itemsOf(selection));
  }

  /** Those that are known no more, and that an index may still hold. */
  addLearnings(id: ActId, gone: readonly string[]): void {
    for (const learning of gone) this.#items.get(id)?.learnings.add(learning as LearningId);
  }

  remove(id: ActId): void {
    this.#items.delete(id);
  }

  /** Everything that belongs to it, while it is withheld. */
  async addAll({ id, selection }: Pick<Job, 'id' | 'selection'>): Promise<void> {
    const items = this.#items.get(id);
    if (items === undefined) return;
    const { journal, knowledge, clock } = this.#stores;
    const breather = new Breather(clock);
    for (const learning of [...items.learnings]) {
      const known = await knowledge.learning(learning);
      for (const record of known?.evidence ?? []) items.records.add(record);
    }
    const wanted =
      selection.kind === 'learning' || selection.kind === 'erased'
        ? { kind: 'record' as const, ids: [...items.records] }
        : selection;
    for (let after = 0; ; ) {
      const page = await journal.selectedRecords(wanted, after, PAGE);
      const ids = page.map((record) => record.id);
      for (const { id: learning, content } of (await knowledge.restingOn(ids)).learnings) {
        items.learnings.add(learning);
        items.texts.add(content);
      }
      // Of these the session or the space says it.
      if (selection.kind === 'source') for (const record of ids) items.records.add(record);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.seq;
      await breather.breathe();
    }
  }
}

function itemsOf(selection: Selection): Items {
  const nothing = { records: new Set<RecordId>(), learnings: new Set<LearningId>(), texts: new Set<string>() };
  const whole = { ...nothing, sessions: [], spaces: [] };
  switch (selection.kind) {
    case 'record':
      return { ...whole, records: new Set(selection.ids) };
    case 'learning':
      return { ...whole, learnings: new Set(selection.ids) };
    case 'session':
      return { ...whole, sessions: [selection.id] };
    case 'space':
      return { ...whole, spaces: [selection.id] };
    case 'source':
      return whole;
    case 'erased':
      return { ...whole, records: new Set(selection.records), sessions: selection.sessions, spaces: selection.spaces };
  }
}
