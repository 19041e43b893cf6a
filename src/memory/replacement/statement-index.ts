/**
 * Finds, among many known statements, those that a new one may have something to do with: a word in common (in another form,
 * too), another product of the same family, another value of the same kind. What `replacedAmong` is then asked about. Rare
 * things in common count more than frequent ones. Time to find grows with the statements that share something, to a limit.
 *
 * Limit: among many, two statements that share none of that are not found, and could not be compared surely either.
 */
import { dimensionOf } from './numbers.ts';
import { type Reading, readingOf, type Token } from './reading.ts';

/** Stands in so many statements that it tells nothing of any. */
const MOST_SHARING = 2_000;

export class StatementIndex<Id extends string> {
  readonly #holding = new Map<string, Set<Id>>();
  readonly #keys = new Map<Id, ReadonlySet<string>>();

  put(id: Id, text: string): void {
    this.remove(id);
    const keys = keysOf(readingOf(text));
    this.#keys.set(id, keys);
    for (const key of keys) {
      const holding = this.#holding.get(key);
      if (holding === undefined) this.#holding.set(key, new Set([id]));
      else holding.add(id);
    }
  }

  remove(id: Id): void {
    for (const key of this.#keys.get(id) ?? []) {
      const holding = this.#holding.get(key);
      holding?.delete(id);
      if (holding?.size === 0) this.#holding.delete(key);
    }
    this.#keys.delete(id);
  }

  /** The nearest first; all of them where they are few. In whatever order they were put, the answer is the same. */
  near(text: string, limit: number): readonly Id[] {
    const isFew = this.#keys.size <= limit;
    const worth = new Map<Id, number>(isFew ? [...this.#keys.keys()].map((id) => [id, 0]) : []);
    for (const key of keysOf(readingOf(text))) {
      const holding = this.#holding.get(key);
      if (holding === undefined || holding.size > MOST_SHARING) continue;
      for (const id of holding) worth.set(id, (worth.get(id) ?? 0) + 1 / Math.sqrt(holding.size));
    }
    return [...worth]
      .sort(([one, a], [other, b]) => b - a || (one < other ? 1 : -1))
      .slice(0, limit)
      .map(([id]) => id);
  }
}

function keysOf({ words, members, chosen, measures }: Reading): ReadonlySet<string> {
  return new Set([
    ...words.flatMap(keysOfWord),
    ...members.map(({ family }) => `family ${family}`),
    ...[...chosen.keys()].map((kind) => `kind ${kind}`),
    ...measures.flatMap(({ unit }) => (unit === undefined ? [] : [`in ${dimensionOf(unit)}`])),
  ]);
}

/** Forms of a word begin alike; the last part of a compound is what it is one of. */
function keysOfWord({ text, script }: Token): readonly string[] {
  if (script === 'han') return [text];
  if (script !== 'alphabet') return [text.slice(0, 2)];
  return text.length < 5 ? [text.slice(0, 4)] : [text.slice(0, 4), `-${text.slice(-5)}`];
}
