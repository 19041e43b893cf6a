/** The best of many by score: a heap of fixed size whose root is the worst that is kept. Equal scores: the newer one wins. */
export class Top {
  readonly #size: number;
  readonly #scores: Float64Array;
  readonly #items: Uint32Array;
  count = 0;

  constructor(size: number) {
    this.#size = size;
    this.#scores = new Float64Array(size);
    this.#items = new Uint32Array(size);
  }

  /** What scores less is not kept. */
  get least(): number {
    return this.count < this.#size ? Number.NEGATIVE_INFINITY : (this.#scores[0] ?? Number.POSITIVE_INFINITY);
  }

  offer(item: number, score: number): void {
    if (this.count < this.#size) {
      this.#place(this.count, item, score);
      this.count += 1;
      this.#rise(this.count - 1);
    } else if (this.#size > 0 && this.#isWorse(0, item, score)) {
      this.#place(0, item, score);
      this.#sink();
    }
  }

  /** In no order. */
  items(): readonly number[] {
    return Array.from(this.#items.subarray(0, this.count));
  }

  #place(at: number, item: number, score: number): void {
    this.#items[at] = item;
    this.#scores[at] = score;
  }

  #isWorse(at: number, item: number, score: number): boolean {
    const other = this.#scores[at] ?? 0;
    return other < score || (other === score && (this.#items[at] ?? 0) < item);
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(at, this.#items[parent] ?? 0, this.#scores[parent] ?? 0)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < this.count && this.#isWorse(child, this.#items[worst] ?? 0, this.#scores[worst] ?? 0))
          worst = child;
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }

  #swap(a: number, b: number): void {
    const item = this.#items[a] ?? 0;
    const score = this.#scores[a] ?? 0;
    this.#place(a, this.#items[b] ?? 0, this.#scores[b] ?? 0);
    this.#place(b, item, score);
  }
}
