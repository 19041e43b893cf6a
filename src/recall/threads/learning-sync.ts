/**
 * Hands learnings on to the index in the order they changed, from where it stopped. Knowledge that was made anew has another
 * history, which a fingerprint of the last change tells, also after a restart: then all of it is handed on from the
 * beginning, and what is not in it any more goes. An index that began again in the middle of that is begun with again.
 */
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { Breather } from '../../platform/breathe.ts';
import { systemClock } from '../../platform/clock.ts';
import { fingerprint } from '../index/fingerprint.ts';
import type { FactsMark } from '../index/indexer.ts';
import type { ToIndex } from './messages.ts';

/** About a millisecond. */
const PAGE = 50;
const NOTHING: FactsMark = { through: 0, fingerprint: 0, isWhole: true };

export class LearningSync {
  readonly #knowledge: Pick<Knowledge, 'changedLearnings'>;
  readonly #tell: (message: ToIndex) => void;
  /** What the index holds when it has taken all that it was told. */
  #mark = NOTHING;
  #feeding: Promise<void> | undefined;
  #again = false;

  constructor(knowledge: Pick<Knowledge, 'changedLearnings'>, tell: (message: ToIndex) => void) {
    this.#knowledge = knowledge;
    this.#tell = tell;
  }

  /** The index has just been opened, and holds this; what it was told before may not have reached it. */
  beginAt(mark: FactsMark): void {
    this.#mark = mark;
    this.#again = true;
  }

  /** Resolves when all that has changed is handed on. */
  feed(): Promise<void> {
    this.#again = true;
    this.#feeding ??= this.#feedAll();
    return this.#feeding;
  }

  async #feedAll(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        if (await this.#isOtherHistory()) await this.#feedAnew();
        else await this.#feedOn(() => undefined);
      }
    } finally {
      // Here and not when the promise has settled: whoever comes in between would wait for nobody.
      this.#feeding = undefined;
    }
  }

  async #isOtherHistory(): Promise<boolean> {
    const { through, fingerprint: last, isWhole } = this.#mark;
    if (!isWhole) return true;
    if (through === 0) return false;
    const [change] = await this.#knowledge.changedLearnings(through - 1, 1);
    return change?.seq !== through || fingerprint(JSON.stringify(change.learning)) !== last;
  }

  async #feedAnew(): Promise<void> {
    this.#tell({ kind: 'facts-anew' });
    this.#mark = { ...NOTHING, isWhole: false };
    const ids = new Set<string>();
    if (!(await this.#feedOn((id) => ids.add(id)))) return;
    this.#tell({ kind: 'only-facts', ids: [...ids] });
    this.#mark = { ...this.#mark, isWhole: true };
  }

  /** False when the index began at another place meanwhile. */
  async #feedOn(onFed: (id: string) => void): Promise<boolean> {
    const breather = new Breather(systemClock);
    for (;;) {
      await breather.breathe();
      const from = this.#mark;
      const changes = await this.#knowledge.changedLearnings(from.through, PAGE);
      if (this.#mark !== from) return false;
      const last = changes.at(-1);
      if (last === undefined) return true;
      const learnings = changes.map(({ learning }) => learning);
      this.#tell({ kind: 'facts', learnings, through: last.seq });
      for (const { id } of learnings) onFed(id);
      this.#mark = { ...from, through: last.seq, fingerprint: fingerprint(JSON.stringify(last.learning)) };
    }
  }
}
