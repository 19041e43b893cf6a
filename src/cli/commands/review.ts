/**
 * `carryover review list|accept|both|reject`: what was held back until a person looks at it, and why; which of two statements
 * holds, side by side; and proposals (`p7`). Questions and proposals are decided one by one, never with `--all`.
 */
import { CarryoverError } from '../../memory/error.ts';
import { systemClock } from '../../platform/clock.ts';
import type { ReviewAnswer } from '../answers.ts';
import { abandoned, agreed } from '../ask.ts';
import { acceptProposal, isProposal, rejectProposal, waitingProposals } from '../decide-proposal.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, workspaceOf } from '../options.ts';
import { proposalLines } from '../proposal-lines.ts';
import { shortIds } from '../short-ids.ts';
import { spaceNames } from '../space-names.ts';
import { ago, paint, paintDiff, safe, say, sayJson } from '../terminal.ts';

type AskedReview = ReviewAnswer & { readonly kind: 'learning'; readonly question: true };
type Decision = 'accepted' | 'both' | 'rejected';

const NOTHING_WAITS = 'Nothing is held back.';
/** As many as the daemon takes in one request. */
const MOST_AT_ONCE = 100;

export async function listReviews({ json }: Options): Promise<number> {
  const client = await daemonClient(currentHome());
  const answer = (await client.request('GET', '/review', { query: { status: 'waiting' } })) as {
    readonly reviews: readonly ReviewAnswer[];
  };
  const proposals = await waitingProposals(client);
  if (json === true) sayJson({ ...answer, proposals });
  else {
    const now = systemClock.now();
    for (const line of proposalLines(proposals, now)) say(line);
    if (proposals.length === 0 || answer.reviews.length > 0)
      for (const line of reviewLines(answer.reviews, now, await spaceNames(client))) say(line);
  }
  return 0;
}

export function acceptReview(options: Options, args: readonly string[]): Promise<number> {
  const isMany = options.all === true || options.batch !== undefined;
  if (isMany === args.length > 0) {
    throw new CarryoverError(isMany ? 'an id and many at once do not go together' : 'which one?', {
      code: 'invalid-input',
      hint: 'give an id, --batch ACT or --all; `carryover review` shows what waits',
    });
  }
  if (isMany) return acceptMany(options);
  return isProposal(args) ? acceptProposal(options, args) : decide('accepted', options, args);
}

/**
 * Shows what would be taken in before it asks: they become what agents are told. Changes of files on disk are not among them:
 * nobody vouches for lines by the dozen; nor are where something holds and which of two does.
 */
async function acceptMany({ all, batch, yes, json }: Options): Promise<number> {
  const client = await daemonClient(currentHome());
  const answer = (await client.request('GET', '/review', { query: { status: 'waiting' } })) as {
    readonly reviews: readonly ReviewAnswer[];
  };
  const { reviews } = answer;
  const wanted = reviews.filter(
    (review) =>
      !(review.kind === 'file' ? review.on_disk : review.moves_to !== undefined || review.question) &&
      (all === true || review.act_id.startsWith(String(batch))),
  );
  if (wanted.length === 0 && all === true) {
    if (json === true) sayJson({ reviews: [] });
    else say(NOTHING_WAITS);
    return 0;
  }
  if (wanted.length === 0) {
    throw new CarryoverError('nothing of it waits', { code: 'not-found', hint: '`carryover review` shows what does' });
  }
  if (json !== true) for (const review of wanted) say(`  ${titleOf(review)}`);
  if (!(await agreed(yes, `Take in all of these (${wanted.length})?`))) return abandoned();
  const accepted: ReviewAnswer[] = [];
  for (let from = 0; from < wanted.length; from += MOST_AT_ONCE) {
    const ids = wanted.slice(from, from + MOST_AT_ONCE).map(({ id }) => id);
    const body = { ids, decision: 'accepted' };
    const { reviews: decided } = (await client.request('POST', '/review/bulk', { body })) as typeof answer;
    accepted.push(...decided);
  }
  if (json === true) sayJson({ reviews: accepted });
  else say(`${paint('green', '✓')} accepted: ${accepted.length}`);
  return 0;
}

export function rejectReview(options: Options, args: readonly string[]): Promise<number> {
  return isProposal(args) ? rejectProposal(options, args) : decide('rejected', options, args);
}

/** Of two statements. */
export function keepBoth(options: Options, args: readonly string[]): Promise<number> {
  return decide('both', options, args);
}

async function decide(decision: Decision, { space, json }: Options, [id = '']: readonly string[]): Promise<number> {
  const workspace = workspaceOf(space);
  const client = await daemonClient(currentHome());
  const review = (await client.request('POST', `/review/${encodeURIComponent(id)}`, {
    body: { decision, ...(workspace === undefined ? {} : { workspace }) },
  })) as ReviewAnswer;
  if (json === true) sayJson(review);
  else say(`${paint('green', '✓')} ${decidedWords(review, decision)}`);
  return 0;
}

function decidedWords(review: ReviewAnswer, decision: Decision): string {
  if (isQuestion(review)) return answeredWords(review, decision);
  if (review.kind === 'file' || review.moves_to === undefined) return `${decision}: ${titleOf(review)}`;
  return `${decision === 'accepted' ? 'moved to its project' : 'kept everywhere'}: ${titleOf(review)}`;
}

function answeredWords({ learning, replaced }: AskedReview, decision: Decision): string {
  if (decision === 'both') return 'both hold';
  return `from now on: ${safe((decision === 'accepted' ? learning : (replaced ?? learning)).content)}`;
}

export function reviewLines(
  reviews: readonly ReviewAnswer[],
  now: number,
  projects: ReadonlyMap<string, string> = new Map(),
): readonly string[] {
  if (reviews.length === 0) return [NOTHING_WAITS];
  const ids = shortIds(reviews.map(({ id }) => id));
  return [
    ...reviews.flatMap((review) => [
      `${paint('cyan', ids.get(review.id) ?? review.id)}  ${titleOf(review)}  ${paint('dim', ago(review.created_at, now))}`,
      ...(isQuestion(review) ? sideBySide(review) : [`  why: ${safe(review.reason)}`, detailOf(review, projects)]),
      '',
    ]),
    ...(reviews.every(isQuestion)
      ? []
      : ['`carryover review accept ID` takes it in (`--all` all of them), `carryover review reject ID` drops it.']),
    ...(reviews.some(isQuestion)
      ? [
          'Which of two holds: `carryover review accept ID` the newer, `carryover review both ID` both, `carryover review reject ID` the older.',
        ]
      : []),
  ];
}

function isQuestion(review: ReviewAnswer): review is AskedReview {
  return review.kind === 'learning' && review.question;
}

function sideBySide({ learning, replaced, proposed }: AskedReview): readonly string[] {
  return [
    `  newer: ${safe(learning.content)}`,
    `  older: ${replaced === null ? 'it is gone' : safe(replaced.content)}`,
    proposed
      ? '  Only a model says that one replaces the other: until you say, agents are given both.'
      : '  Until you say, agents are given the newer one, marked, and not the older.',
  ];
}

function titleOf(review: ReviewAnswer): string {
  if (isQuestion(review) && review.status === 'waiting') return 'Which of these holds?';
  return review.kind === 'file'
    ? `a ${review.on_disk ? 'change on disk' : 'rewrite'} of ${review.file}`
    : `${review.learning.type}: ${safe(review.learning.content)}`;
}

function detailOf(review: ReviewAnswer, projects: ReadonlyMap<string, string>): string {
  if (review.kind === 'file') return paintDiff(review.diff);
  if (review.moves_to !== undefined) return placeLine(review.moves_to, projects);
  const { trust, confidence } = review.learning;
  const found = review.evidence.map(({ source, content }) => `${source}: "${safe(content)}"`).join('\n    ');
  return `  from ${trust}, confidence ${confidence.toFixed(2)}${found === '' ? '' : `\n    ${found}`}`;
}

function placeLine(movesTo: string | null, projects: ReadonlyMap<string, string>): string {
  const where =
    movesTo === null
      ? 'accept it with `--space FOLDER`'
      : `accept moves it to ${safe(projects.get(movesTo) ?? movesTo)}`;
  return `  ${where}; reject keeps it everywhere`;
}
