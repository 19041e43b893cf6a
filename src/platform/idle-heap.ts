/**
 * Gives back what a burst of work left in this thread's heap. V8 collects when memory is asked for, so a thread that has
 * nothing to do keeps what its last work needed until there is some more; one full collection when it comes to rest returns
 * it to the system. It takes some tens of milliseconds of the thread that calls it: for threads that nobody waits for just then.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'major'; readonly execution: 'sync' }) => void;

export class IdleHeap {
  readonly #idleMs: number;
  #timer: NodeJS.Timeout | undefined;
  #collect: Collect | undefined;

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  /** There was something to do: what it left is given back when nothing follows. */
  worked(): void {
    if (this.#timer !== undefined) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#giveBack(), this.#idleMs).unref();
  }

  #giveBack(): void {
    this.#timer = undefined;
    this.#collect ??= collector();
    // Favours size over speed: now, and not while somebody waits.
    setFlagsFromString('--optimize-for-size');
    this.#collect({ type: 'major', execution: 'sync' });
    setFlagsFromString('--no-optimize-for-size');
  }
}

/** What Node offers with `--expose-gc`, for this thread alone. */
function collector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
}
