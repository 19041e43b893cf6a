/** What was held, as a person would rather have it: the decision then holds their choice, so a replay gives the same. */
import { normalText } from '../files/file-text.ts';
import type { InsteadOfHeld } from '../http/curation-api.ts';
import { CarryoverError } from '../memory/error.ts';
import { isAboutPlace, type Review } from '../memory/review.ts';
import { isSensitive } from '../memory/sensitivity.ts';
import { writtenMemory } from './written-line.ts';

export async function reviewInstead(
  review: Review,
  { content, placed }: InsteadOfHeld,
  clean: (text: string) => string,
): Promise<Review> {
  const { held } = review;
  if (held.kind === 'learning' && isAboutPlace(review)) {
    if (content !== undefined) throw invalid('only its place is asked about', 'change its words in Memories');
    const movesTo = placed === undefined ? (held.movesTo ?? undefined) : await placed();
    if (movesTo === undefined) throw invalid('nothing tells which project it came from', 'say which: `--space FOLDER`');
    return { ...review, held: { ...held, movesTo } };
  }
  if (placed !== undefined) throw invalid('it has its place', 'leave `workspace` out, or move it afterwards');
  if (content === undefined) return review;
  if (held.kind === 'file') return { ...review, held: { ...held, content: normalText(clean(content)) } };
  const line = writtenMemory(content, clean);
  const sensitive = held.learning.sensitive || isSensitive(line);
  return { ...review, held: { ...held, learning: { ...held.learning, content: line, sensitive } } };
}

function invalid(message: string, hint: string): CarryoverError {
  return new CarryoverError(message, { code: 'invalid-input', hint });
}
