/** Runs work one piece after another, in the order it came; a failed piece fails alone. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
