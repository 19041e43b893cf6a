/** `carryover review list|accept|reject`: what was held back until a person looks at it, and why. */
import { systemClock } from '../../platform/clock.ts';
import type { ReviewAnswer } from '../answers.ts';
import { currentHome, daemonClient } from '../home.ts';
import type { Options } from '../options.ts';
import { shortIds } from '../short-ids.ts';
import { ago, paint, paintDiff, safe, say, sayJson } from '../terminal.ts';

export async function listReviews({ json }: Options): Promise<number> {
  const client = await daemonClient(currentHome());
  const answer = (await client.request('GET', '/review', { query: { status: 'waiting' } })) as {
    readonly reviews: readonly ReviewAnswer[];
  };
  if (json === true) sayJson(answer);
  else for (const line of reviewLines(answer.reviews, systemClock.now())) say(line);
  return 0;
}

export function acceptReview(options: Options, args: readonly string[]): Promise<number> {
  return decide('accepted', options, args);
}

export function rejectReview(options: Options, args: readonly string[]): Promise<number> {
  return decide('rejected', options, args);
}

async function decide(
  decision: 'accepted' | 'rejected',
  { json }: Options,
  [id = '']: readonly string[],
): Promise<number> {
  const client = await daemonClient(currentHome());
  const review = (await client.request('POST', `/review/${encodeURIComponent(id)}`, {
    body: { decision },
  })) as ReviewAnswer;
  if (json === true) sayJson(review);
  else say(`${paint('green', '✓')} ${decision}: ${titleOf(review)}`);
  return 0;
}

export function reviewLines(reviews: readonly ReviewAnswer[], now: number): readonly string[] {
  if (reviews.length === 0) return ['Nothing is held back.'];
  const ids = shortIds(reviews.map(({ id }) => id));
  return [
    ...reviews.flatMap((review) => [
      `${paint('cyan', ids.get(review.id) ?? review.id)}  ${titleOf(review)}  ${paint('dim', ago(review.created_at, now))}`,
      `  why: ${safe(review.reason)}`,
      detailOf(review),
      '',
    ]),
    '`carryover review accept ID` takes it in, `carryover review reject ID` drops it.',
  ];
}

function titleOf(review: ReviewAnswer): string {
  return review.kind === 'file'
    ? `a rewrite of ${review.file}`
    : `${review.learning.type}: ${safe(review.learning.content)}`;
}

function detailOf(review: ReviewAnswer): string {
  if (review.kind === 'file') return paintDiff(review.diff);
  const { trust, confidence } = review.learning;
  const found = review.evidence.map(({ source, content }) => `${source}: "${safe(content)}"`).join('\n    ');
  return `  from ${trust}, confidence ${confidence.toFixed(2)}${found === '' ? '' : `\n    ${found}`}`;
}
