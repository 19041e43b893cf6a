/**
 * Hands learnings on to the index in the order they changed, from where it stopped. Knowledge that was made anew has another
 * history: then all of it is handed on from the beginning, and what is not in it any more goes.
 */
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { ToIndex } from './messages.ts';

const PAGE = 200;

export class FactFeed {
  readonly #knowledge: Pick<Knowledge, 'changedLearnings'>;
  readonly #tell: (message: ToIndex) => void;
  #through = 0;
  /** What the change at that place said: when it says something else, the history is another one. */
  #last: string | undefined;
  #feeding: Promise<void> | undefined;
  #again = false;

  constructor(knowledge: Pick<Knowledge, 'changedLearnings'>, tell: (message: ToIndex) => void) {
    this.#knowledge = knowledge;
    this.#tell = tell;
  }

  /** The index holds what changed up to here. */
  beginAt(through: number): void {
    this.#through = through;
    this.#last = undefined;
  }

  /** Resolves when all that has changed is handed on. */
  feed(): Promise<void> {
    this.#again = true;
    this.#feeding ??= this.#feedAll().finally(() => {
      this.#feeding = undefined;
    });
    return this.#feeding;
  }

  async #feedAll(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      if (await this.#isOtherHistory()) await this.#feedAnew();
      else await this.#feedOn(() => undefined);
    }
  }

  async #isOtherHistory(): Promise<boolean> {
    if (this.#through === 0) return false;
    const [change] = await this.#knowledge.changedLearnings(this.#through - 1, 1);
    if (change === undefined || change.seq !== this.#through) return true;
    const now = JSON.stringify(change.learning);
    this.#last ??= now;
    return this.#last !== now;
  }

  async #feedAnew(): Promise<void> {
    this.#tell({ kind: 'facts-anew' });
    this.beginAt(0);
    const ids = new Set<string>();
    await this.#feedOn((id) => ids.add(id));
    this.#tell({ kind: 'only-facts', ids: [...ids] });
  }

  async #feedOn(onFed: (id: string) => void): Promise<void> {
    for (;;) {
      const from = this.#through;
      const changes = await this.#knowledge.changedLearnings(from, PAGE);
      // The index began at another place meanwhile.
      if (this.#through !== from) continue;
      const last = changes.at(-1);
      if (last === undefined) return;
      const learnings = changes.map(({ learning }) => learning);
      this.#tell({ kind: 'facts', learnings, through: last.seq });
      for (const { id } of learnings) onFed(id);
      this.#through = last.seq;
      this.#last = JSON.stringify(last.learning);
    }
  }
}
