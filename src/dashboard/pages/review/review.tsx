/** Review: what was held back until a person looks at it, and what they decided. */
import { rewriteShown } from '../../../curator/decisions.ts';
import type { App } from '../../../http/app.ts';
import { CarryoverError } from '../../../memory/error.ts';
import type { ReviewId } from '../../../memory/ids.ts';
import type { WaitingProposal } from '../../../memory/proposal.ts';
import { isAboutPlace, isFoundEdit, isQuestion, type Review, type ReviewStatus } from '../../../memory/review.ts';
import { withQuery } from '../../addresses.ts';
import { Choice, Empty, ListFilters, OwnList, PageHead } from '../../elements.tsx';
import { counted } from '../../format.ts';
import type { Fragment, PageServer, Visit } from '../../page-server.tsx';
import { fromOf, PageTurner, turned } from '../../page-turner.tsx';
import { type NamedSpace, namedSpaces } from '../../spaces.ts';
import { Toast } from '../../toast.tsx';
import { Held, type HeldReview, REVIEWED, reviewPath } from './held.tsx';
import { Proposals, proposalDecisions } from './proposals.tsx';
import { AcceptAll, EditReview } from './sheets.tsx';

const PATH = '/review';
const LIST = 'review-list';
const PAGE_ROWS = 20;
/** Enough to judge by. */
const MOST_EVIDENCE = 3;
const STATUSES = ['waiting', 'accepted', 'rejected', 'all'] as const;
const DECIDED: Readonly<Record<ReviewStatus, string>> = {
  accepted: 'Accepted.',
  rejected: 'Rejected.',
  waiting: 'Taken back: it waits again.',
};

interface Reviews {
  readonly now: number;
  readonly status: (typeof STATUSES)[number];
  readonly from: number;
  readonly next: number | undefined;
  readonly reviews: readonly HeldReview[];
  readonly spaces: readonly NamedSpace[];
  /** Only beside what waits. */
  readonly proposals: readonly WaitingProposal[];
}

interface Decided {
  readonly id: string;
  readonly status: ReviewStatus;
}

export function reviewPages(app: App, pages: PageServer): void {
  proposalDecisions(app, pages);
  pages.page(app, PATH, async (visit) => {
    const reviews = await look(pages.dependencies, visit);
    if (visit.wants(LIST)) return { fragment: <List {...reviews} /> };
    return { title: 'Review', current: PATH, body: <ReviewBody {...reviews} /> };
  });
  pages.page(app, `${PATH}/bulk`, async (visit) => {
    const { reviews } = await look(pages.dependencies, visit);
    return { fragment: <AcceptAll reviews={reviews.filter(isTakenWithOthers)} /> };
  });
  pages.page(app, `${PATH}/:id/edit`, async (visit) => {
    const review = await pages.dependencies.knowledge.review(visit.context.req.param('id') as ReviewId);
    if (review === undefined)
      throw new CarryoverError('there is no such review', { code: 'not-found', hint: 'look at the list again' });
    return { fragment: <EditReview review={review} /> };
  });

  const decided = async (
    status: ReviewStatus,
    undo: { readonly post: string; readonly values: object },
    text = DECIDED[status],
  ): Promise<Fragment> => ({
    fragment: (
      <>
        <Toast
          text={text}
          {...(status === 'waiting'
            ? {}
            : { undo: { post: undo.post, values: { ...undo.values, decision: 'waiting' } } })}
        />
        {await pages.countsAgain()}
      </>
    ),
    headers: { 'HX-Trigger': `${REVIEWED}, done` },
  });
  pages.after<Decided>(app, 'post', `${PATH}/:id`, async (_, review) =>
    decided(review.status, { post: reviewPath(review as Pick<Review, 'id' | 'status'>), values: {} }),
  );
  pages.after<{ readonly reviews: readonly Decided[] }>(app, 'post', `${PATH}/bulk`, async (_, { reviews }) => {
    const status = reviews[0]?.status ?? 'waiting';
    const undo = { post: `${PATH}/bulk`, values: { ids: reviews.map(({ id }) => id) } };
    return decided(status, undo, `${counted(reviews.length, 'thing')}: ${DECIDED[status].toLowerCase()}`);
  });
}

async function look({ knowledge, journal, proposals }: PageServer['dependencies'], visit: Visit): Promise<Reviews> {
  const status = STATUSES.find((each) => each === visit.query('status')) ?? 'waiting';
  const from = fromOf(visit);
  const found = await knowledge.reviews({
    ...(status === 'all' ? {} : { statuses: [status] }),
    skip: from,
    limit: PAGE_ROWS + 1,
  });
  const { shown, next } = turned(found, from, PAGE_ROWS);
  const held = async (review: Review): Promise<HeldReview> => {
    const { held } = review;
    if (held.kind === 'file')
      return { review, evidence: [], replaced: undefined, rewrite: await rewriteShown(knowledge, held, review) };
    const records = await Promise.all(held.learning.evidence.slice(0, MOST_EVIDENCE).map((id) => journal.record(id)));
    const evidence = records.filter((record) => record !== undefined);
    const replaced = held.replaces === null ? undefined : await knowledge.learning(held.replaces);
    return { review, evidence, replaced, rewrite: undefined };
  };
  return {
    now: visit.now,
    status,
    from,
    next,
    reviews: await Promise.all(shown.map(held)),
    spaces: await namedSpaces(journal),
    proposals: status === 'waiting' && from === 0 ? await proposals.list() : [],
  };
}

/** Whose a change of a file on disk is, where something holds and which of two does can only be said of each. */
function isTakenWithOthers({ review }: HeldReview): boolean {
  return review.status === 'waiting' && !isFoundEdit(review) && !isAboutPlace(review) && !isQuestion(review);
}

function ReviewBody(reviews: Reviews) {
  const { status } = reviews;
  return (
    <>
      <PageHead
        title="Review"
        lead="What was not believed just like that: it came from pages, tools or an agent, and no agent is told of it until you say yes. And what you said that may replace something you said before."
      />
      <ListFilters path={PATH} list={LIST}>
        <Choice
          label="Status"
          name="status"
          value={status}
          options={[
            ['waiting', 'Waiting'],
            ['accepted', 'Accepted'],
            ['rejected', 'Rejected'],
            ['all', 'All'],
          ]}
        />
      </ListFilters>
      <List {...reviews} />
    </>
  );
}

function List(reviews: Reviews) {
  const address = withQuery(PATH, { status: reviews.status, from: reviews.from || undefined });
  return (
    <OwnList id={LIST} address={address} changed={REVIEWED}>
      <Proposals {...reviews} />
      {reviews.reviews.length > 0 ? <Some {...reviews} /> : reviews.proposals.length > 0 ? null : <None {...reviews} />}
    </OwnList>
  );
}

function Some({ reviews, status, from, next, spaces, now }: Reviews) {
  const waiting = reviews.filter(isTakenWithOthers).length;
  return (
    <>
      {waiting < 2 ? null : (
        <div class="filters">
          <button
            type="button"
            hx-get={withQuery(`${PATH}/bulk`, { status, from: from || undefined })}
            hx-target="#sheet"
          >
            Accept all on this page…
          </button>
        </div>
      )}
      <ul class="list">
        {reviews.map((held) => (
          <Held {...held} spaces={spaces} now={now} />
        ))}
      </ul>
      <PageTurner path={PATH} query={{ status }} from={from} next={next} />
    </>
  );
}

function None({ status, from }: Reviews) {
  if (status !== 'waiting' || from > 0) {
    return (
      <Empty title="None of these">
        <p>Nothing was decided like that so far.</p>
      </Empty>
    );
  }
  return (
    <Empty title="Nothing waits for you">
      <p>
        A wish that only a web page or a tool voiced, a rewrite that would lose too much of a file, a change of one
        while an agent was at work: such things are held back here, with what they rest on, until you decide.
      </p>
    </Empty>
  );
}
