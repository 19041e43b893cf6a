/**
 * What waits for a person, or was turned down by one, and that it is not learned on another way meanwhile: in another batch,
 * by a marker, under another category, in other words. Only what the person says or accepts themselves ends that.
 *
 * Two statements are one claim when they say the same, or name the same telling things (addresses, names, numbers) beside
 * words in common. Limit: of each kind the newest two hundred are looked through.
 */
import type { Learning } from '../../memory/learning.ts';
import { memo } from '../../memory/memo.ts';
import { originTokens } from '../../memory/origin-tokens.ts';
import type { Review } from '../../memory/review.ts';
import { coverage, relationOf, statementOf, termsOf } from '../../memory/similarity.ts';
import { tierOf } from '../../memory/trust.ts';
import type { Draft } from './unit-of-work.ts';

const MOST_REVIEWS = 200;
/** Of the smaller one's words, what the other must have beside the same telling things; and without any. */
const BESIDE_NAMES = 0.3;
const ALL_BUT_ONE = 0.75;
const FEWEST_TERMS = 3;

/** Reviews that hold this claim, in this space or for all of them. */
export async function reviewsHolding(
  draft: Draft,
  content: string,
  status: 'waiting' | 'rejected',
): Promise<readonly Review[]> {
  const held = [...(await reviewsBefore(draft)), ...draft.heldReviews].filter((review) => review.status === status);
  return held.filter((review) => review.held.kind === 'learning' && isOneClaim(review.held.learning.content, content));
}

/** Read once for an act, which may ask for every line of a file. */
const read = new WeakMap<Draft, Promise<readonly Review[]>>();

function reviewsBefore(draft: Draft): Promise<readonly Review[]> {
  const known = read.get(draft) ?? readReviews(draft);
  read.set(draft, known);
  return known;
}

async function readReviews({ knowledge, act }: Draft): Promise<readonly Review[]> {
  const reviews = [
    ...(await knowledge.reviews({ statuses: ['waiting'], limit: MOST_REVIEWS })),
    ...(await knowledge.reviews({ statuses: ['rejected'], limit: MOST_REVIEWS })),
  ];
  return reviews.filter(({ workspace }) => workspace === null || workspace === act.workspace);
}

/** Whether a person is still to decide about it. What the user says needs no decision. */
export async function isWaiting(draft: Draft, said: Pick<Learning, 'content' | 'trust'>): Promise<boolean> {
  return tierOf(said.trust) !== 'user' && (await reviewsHolding(draft, said.content, 'waiting')).length > 0;
}

function isOneClaim(a: string, b: string): boolean {
  const [one, other] = [claimOf(a), claimOf(b)];
  if (relationOf(one.statement, other.statement) === 'same') return true;
  if (one.statement.negated !== other.statement.negated) return false;
  const [small, large] = bySize(one.terms, other.terms);
  const shared = coverage(small, large);
  const [few, many] = bySize(one.telling, other.telling);
  if (many.size > 0) return few.size > 0 && [...few].every((name) => many.has(name)) && shared >= BESIDE_NAMES;
  return small.size >= FEWEST_TERMS && shared >= ALL_BUT_ONE;
}

const claimOf = memo((text: string) => ({
  statement: statementOf(text),
  terms: termsOf(text),
  telling: new Set(
    originTokens(text)
      .filter((token) => token.isTelling || /^\d/.test(token.text))
      .map((token) => token.text),
  ),
}));

type Words = ReadonlySet<string>;

function bySize(a: Words, b: Words): readonly [Words, Words] {
  return a.size <= b.size ? [a, b] : [b, a];
}
