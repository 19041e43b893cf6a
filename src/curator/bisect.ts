/**
 * Finds the one bad apple: when a batch cannot be curated as a whole, halves of it are tried until one turn is left.
 * One call per halving: the half that was not tried is put aside, and all that was put aside is tried together at the
 * end. So one bad turn among n costs at most log2(n) + 2 calls, and the rest is curated (F-13).
 */
export interface BisectOutcome<Item> {
  /** Could not be curated by itself. */
  readonly bad: Item | undefined;
  /** Put aside, and failed again when tried together: there is more than one bad apple, or the whole tree is. */
  readonly failed: readonly Item[];
}

/** `attempt` is true when the items were done. It has been tried with all `items` already, and failed. */
export async function bisect<Item>(
  items: readonly Item[],
  attempt: (items: readonly Item[]) => Promise<boolean>,
): Promise<BisectOutcome<Item>> {
  let suspects = items;
  const aside: Item[] = [];
  while (suspects.length > 1) {
    const middle = Math.ceil(suspects.length / 2);
    const [half, rest] = [suspects.slice(0, middle), suspects.slice(middle)];
    if (await attempt(half)) suspects = rest;
    else {
      aside.unshift(...rest);
      suspects = half;
    }
  }
  const failed = aside.length > 0 && !(await attempt(aside)) ? aside : [];
  return { bad: suspects[0], failed };
}
