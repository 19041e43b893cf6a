/** What was held, as a person would rather have it: the decision then holds their words, so a replay gives the same. */
import { normalText } from '../files/file-text.ts';
import type { Review } from '../memory/review.ts';
import { isSensitive } from '../memory/sensitivity.ts';
import { writtenMemory } from './written-line.ts';

export function rewordedReview(review: Review, content: string, clean: (text: string) => string): Review {
  const { held } = review;
  if (held.kind === 'file') return { ...review, held: { ...held, content: normalText(clean(content)) } };
  const line = writtenMemory(content, clean);
  const sensitive = held.learning.sensitive || isSensitive(line);
  return { ...review, held: { ...held, learning: { ...held.learning, content: line, sensitive } } };
}
