/**
 * The first candidates that may be shown: what may not is passed over, however much of it there is. Reading one costs more
 * than finding it, so it ends as soon as none that is left could still be among those that are shown.
 */
import type { Found } from './hits.ts';
import type { Candidate } from './second-pass.ts';

export interface Reach {
  /** How many are shown, at most. */
  readonly shown: number;
  /** So many of the first are all read alike: among them it is no matter which place one has. */
  readonly sure: number;
  /** The most that reading it can make of its score. */
  most(candidate: Candidate): number;
}

/** `candidates` best first, `limit` of them at most; without a reach all of those. */
export function firstFound(
  candidates: readonly Candidate[],
  limit: number,
  find: (candidate: Candidate, at: number, mayBeShown: boolean) => Found | undefined,
  reach?: Reach,
): readonly Found[] {
  const found: Found[] = [];
  const best = reach === undefined ? undefined : new BestScores(reach.shown);
  const reachable = reach === undefined ? undefined : bestFrom(candidates, reach);
  /** Could not be shown, and were passed over unread. */
  const passed: Candidate[] = [];
  const read = (candidate: Candidate, mayBeShown: boolean) => {
    const each = find(candidate, found.length, mayBeShown);
    if (each === undefined) return;
    found.push(each);
    best?.add(each.score);
  };
  for (const [at, candidate] of candidates.entries()) {
    // The same score may still win by being newer.
    if (found.length >= limit || (best !== undefined && (reachable?.[at] ?? 0) < best.least)) break;
    if (reach !== undefined && best !== undefined && reach.most(candidate) < best.least) {
      passed.push(candidate);
      continue;
    }
    // From here on it matters how many of those before it are found.
    if (reach !== undefined && found.length + passed.length >= reach.sure)
      for (const other of passed.splice(0)) if (found.length < limit) read(other, false);
    if (found.length < limit) read(candidate, true);
  }
  return found;
}

/** From each place on, the most that any candidate can come to. */
function bestFrom(candidates: readonly Candidate[], { most }: Reach): Float64Array {
  const reachable = new Float64Array(candidates.length);
  let best = Number.NEGATIVE_INFINITY;
  for (let at = candidates.length - 1; at >= 0; at -= 1) {
    const candidate = candidates[at];
    if (candidate !== undefined) best = Math.max(best, most(candidate));
    reachable[at] = best;
  }
  return reachable;
}

class BestScores {
  readonly #size: number;
  /** Highest first. */
  readonly #scores: number[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** What one must reach to be among them. */
  get least(): number {
    return this.#scores.length < this.#size ? Number.NEGATIVE_INFINITY : (this.#scores.at(-1) ?? 0);
  }

  add(score: number): void {
    let at = this.#scores.length;
    while (at > 0 && (this.#scores[at - 1] ?? 0) < score) at -= 1;
    this.#scores.splice(at, 0, score);
    if (this.#scores.length > this.#size) this.#scores.pop();
  }
}
