/** Whether a candidate says nothing that another does not say as well: then one of them is noise. Pure. */
import type { Candidate } from './candidate.ts';
import { sayingOf } from './prompt-words.ts';

/** By the weight of its words. */
const SAME_SHARE = 0.8;

export function repeats(candidate: Pick<Candidate, 'tokens'>, other: Pick<Candidate, 'tokens'>): boolean {
  let all = 0;
  let shared = 0;
  for (const token of candidate.tokens.values()) {
    const weight = sayingOf(token);
    all += weight;
    if (other.tokens.has(token.term)) shared += weight;
  }
  return all > 0 && shared >= SAME_SHARE * all;
}
