/**
 * Words of a person that surely replace something known. Who says "the port is 5434 now" says something that lasts because
 * there is something it changes: by itself it could as well be about today. What is known is read when it is first asked about;
 * each words are weighed against the nearest few dozen.
 */
import type { LearningId } from '../../memory/ids.ts';
import { isOperational, type Learning } from '../../memory/learning.ts';
import { replacedAmong } from '../../memory/replacement/replaced-among.ts';
import { StatementIndex } from '../../memory/replacement/statement-index.ts';

const NEAREST = 40;

export class ChangesOfMind {
  readonly #known: ReadonlyMap<LearningId, Learning>;
  #index: StatementIndex<LearningId> | undefined;

  constructor(known: readonly Learning[]) {
    const open = known.filter(({ validTo, type }) => validTo === null && type !== 'ACTION' && !isOperational(type));
    this.#known = new Map(open.map((learning) => [learning.id, learning]));
  }

  /** What the words replace. */
  by(words: string): Learning | undefined {
    this.#index ??= this.#indexed();
    const near = this.#index.near(words, NEAREST).flatMap((id) => this.#known.get(id) ?? []);
    const found = replacedAmong(
      near.map(({ content }) => content),
      words,
    );
    return found?.sure ? near[found.at] : undefined;
  }

  #indexed(): StatementIndex<LearningId> {
    const index = new StatementIndex<LearningId>();
    for (const { id, content } of this.#known.values()) index.put(id, content);
    return index;
  }
}
