/**
 * Objects with long lists, sent in parts: whoever takes a hundred thousand ids in one message holds up everybody else for as
 * long as it takes to read it.
 */
const PART = 1_000;

export interface ListPart {
  readonly list: string;
  readonly items: readonly unknown[];
}

/** The lists of it, a part at a time; what is no list is left to `withoutLists`. */
export function* listParts(whole: object): Iterable<ListPart> {
  for (const [list, value] of Object.entries(whole)) {
    if (!Array.isArray(value)) continue;
    for (let at = 0; at < Math.max(1, value.length); at += PART) yield { list, items: value.slice(at, at + PART) };
  }
}

export function withoutLists(whole: object): object {
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => !Array.isArray(value)));
}

/** Puts it together again. */
export class ListParts {
  readonly #lists: Record<string, unknown[]> = {};

  take({ list, items }: ListPart): void {
    const all = this.#lists[list] ?? [];
    for (const item of items) all.push(item);
    this.#lists[list] = all;
  }

  whole<Whole>(rest: object): Whole {
    return { ...rest, ...this.#lists } as Whole;
  }
}
