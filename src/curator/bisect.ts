/**
 * Finds the one bad apple: when a batch cannot be curated as a whole, halves of it are tried until one turn is left.
 * One call per halving: the half that was not tried is put aside, and all that was put aside is tried together at the
 * end. So one bad turn among n costs at most log2(n) + 2 calls, the first included, and the rest is curated (F-13).
 *
 * Nobody is blamed for one bad call: the one that is left has failed at least twice, alone or with others that are done.
 */
export interface BisectOutcome<Item> {
  /** Breaks the calls it is in. */
  readonly bad: Item | undefined;
  /** Failed, and whose fault it is cannot be told: there is more than one bad apple, or the whole tree is. */
  readonly failed: readonly Item[];
}

/** `attempt` is true when the items were done. It has been tried with all `items` already, and failed. */
export async function bisect<Item>(
  items: readonly Item[],
  attempt: (items: readonly Item[]) => Promise<boolean>,
): Promise<BisectOutcome<Item>> {
  let suspects = items;
  let isTreeGood = false;
  const aside: Item[] = [];
  while (suspects.length > 1) {
    const middle = Math.ceil(suspects.length / 2);
    const [half, rest] = [suspects.slice(0, middle), suspects.slice(middle)];
    if (await attempt(half)) {
      suspects = rest;
      isTreeGood = true;
    } else {
      aside.unshift(...rest);
      suspects = half;
    }
  }
  // With nothing put aside, only the call with all of them has failed for the last one.
  if (aside.length === 0) return { bad: (await attempt(suspects)) ? undefined : suspects[0], failed: [] };
  if (await attempt(aside)) return { bad: suspects[0], failed: [] };
  return isTreeGood ? { bad: suspects[0], failed: aside } : { bad: undefined, failed: [...suspects, ...aside] };
}
