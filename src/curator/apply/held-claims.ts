/**
 * What waits for a person, or was turned down by one, and that it is not learned on another way meanwhile: in another batch,
 * by a marker, under another category, in other words. Only what the person says or accepts themselves ends that.
 *
 * Two statements are one claim when they say the same, or name the same telling things (addresses, names, numbers) beside
 * words in common. Limit: of each kind the newest two hundred are looked through.
 */
import type { Learning } from '../../memory/learning.ts';
import { coverage, relationOf, statementOf, termsOf } from '../../memory/likeness.ts';
import { originTokens } from '../../memory/origin-tokens.ts';
import type { Review } from '../../memory/review.ts';
import { tierOf } from '../../memory/trust.ts';
import type { Draft } from './draft.ts';

const MOST_REVIEWS = 200;
/** Of the smaller one's words, what the other must have beside the same telling things; and without any. */
const BESIDE_NAMES = 0.3;
const ALL_BUT_ONE = 0.75;
const FEWEST_TERMS = 3;

/** Reviews that hold this claim, in this space or for all of them. */
export async function reviewsHolding(
  draft: Draft,
  content: string,
  statuses: readonly ('waiting' | 'rejected')[],
): Promise<readonly Review[]> {
  const known = await draft.knowledge.reviews({ statuses, limit: MOST_REVIEWS });
  const fresh = draft.change().reviews.filter(({ status }) => statuses.some((wanted) => wanted === status));
  const isHere = ({ workspace }: Review) => workspace === null || workspace === draft.act.workspace;
  return [...known, ...fresh].filter(
    (review) => isHere(review) && review.held.kind === 'learning' && isOneClaim(review.held.learning.content, content),
  );
}

/** Whether a person is still to decide about it. What the user says needs no decision. */
export async function isWaiting(draft: Draft, said: Pick<Learning, 'content' | 'trust'>): Promise<boolean> {
  return tierOf(said.trust) !== 'user' && (await reviewsHolding(draft, said.content, ['waiting'])).length > 0;
}

function isOneClaim(a: string, b: string): boolean {
  const [one, other] = [statementOf(a), statementOf(b)];
  if (relationOf(one, other) === 'same') return true;
  if (one.negated !== other.negated) return false;
  const [small, large] = bySize(termsOf(a), termsOf(b));
  const shared = coverage(small, large);
  const [few, many] = bySize(tellingIn(a), tellingIn(b));
  if (many.size > 0) return few.size > 0 && [...few].every((name) => many.has(name)) && shared >= BESIDE_NAMES;
  return small.size >= FEWEST_TERMS && shared >= ALL_BUT_ONE;
}

type Words = ReadonlySet<string>;

function bySize(a: Words, b: Words): readonly [Words, Words] {
  return a.size <= b.size ? [a, b] : [b, a];
}

function tellingIn(text: string): ReadonlySet<string> {
  return new Set(
    originTokens(text)
      .filter((token) => token.isTelling || /^\d/.test(token.text))
      .map((token) => token.text),
  );
}
