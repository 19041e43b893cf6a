/** Says why a hit stands where it stands: which words it holds itself, and everything else that moved it. */
import { PostingList } from '../index/postings.ts';
import type { SpaceView } from '../index/space-view.ts';
import type { ScoreExplanation } from '../recall.ts';
import type { Candidate } from './second-pass.ts';
import type { WeighedTerm } from './weigh-terms.ts';

export class Explainer {
  readonly #terms: readonly WeighedTerm[];
  /** By space, term by term: the passages that hold it. */
  readonly #holding = new Map<SpaceView, readonly ReadonlySet<number>[]>();

  constructor(terms: readonly WeighedTerm[]) {
    this.#terms = terms;
  }

  explain(candidate: Candidate, further: Readonly<Record<string, number>>): { readonly explanation: ScoreExplanation } {
    const { doc } = candidate;
    const holding = this.#of(candidate.space);
    const words = this.#terms.flatMap(({ word, kind, weight }, at) =>
      kind === 'gram' || holding[at]?.has(doc) !== true ? [] : { word, weight },
    );
    return {
      explanation: {
        words: words.toSorted((a, b) => b.weight - a.weight),
        parts: { ...candidate.parts(), ...further },
      },
    };
  }

  #of(space: SpaceView): readonly ReadonlySet<number>[] {
    const known = this.#holding.get(space);
    if (known !== undefined) return known;
    const list = new PostingList();
    const read = this.#terms.map(({ postings }) => {
      list.clear();
      postings.get(space)?.read(list);
      return new Set(list.docs.subarray(0, list.length));
    });
    this.#holding.set(space, read);
    return read;
  }
}
