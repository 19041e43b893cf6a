/**
 * How many of something there were on each of the last days, cheap to ask again and again. Days that are over are counted
 * once: while as many lie before today as did then, none was added to them or taken out, by an import, say, or a forget.
 * Limit: as many taken out as were put in between two looks are not seen until there is one more, or midnight.
 */
export class DayCounts {
  readonly #count: (moments: readonly number[]) => Promise<readonly number[]>;
  #past: { readonly since: number | undefined; readonly total: number; readonly counts: readonly number[] } | undefined;

  /** `count` tells how many there were between each two of the moments. */
  constructor(count: (moments: readonly number[]) => Promise<readonly number[]>) {
    this.#count = count;
  }

  /** The last day is today; `total` is how many there are at all. */
  async between(midnights: readonly number[], total: number): Promise<readonly number[]> {
    const [today = 0] = await this.#count(midnights.slice(-2));
    const [since, before] = [midnights[0], total - today];
    if (this.#past?.since !== since || this.#past?.total !== before)
      this.#past = { since, total: before, counts: await this.#count(midnights.slice(0, -1)) };
    return [...this.#past.counts, today];
  }
}
