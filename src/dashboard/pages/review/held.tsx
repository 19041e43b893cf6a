/** One thing that was held back: what it is, why, what it rests on, and what it would replace; or two of which one may hold. */
import type { SpaceId } from '../../../memory/ids.ts';
import type { Learning } from '../../../memory/learning.ts';
import { type StoredRecord, textToShow } from '../../../memory/record.ts';
import { isAboutPlace, isQuestion, type Review, type ReviewAnswer } from '../../../memory/review.ts';
import { memoryAddress, turnAddress } from '../../addresses.ts';
import { Diff } from '../../diff.tsx';
import { Badge, Time } from '../../elements.tsx';
import { typeName } from '../../format.ts';
import { SOURCES } from '../../sources.ts';
import { type NamedSpace, spaceName } from '../../spaces.ts';
import { fileAddress } from '../files/list.tsx';

/** Of each text; the turn has the rest. */
const EVIDENCE_CHARS = 600;

export interface HeldReview {
  readonly review: Review;
  readonly evidence: readonly StoredRecord[];
  readonly replaced: Learning | undefined;
  /** What a rewrite does to its file. */
  readonly rewrite: { readonly before: string | null; readonly after: string } | undefined;
}

interface Props extends HeldReview {
  readonly spaces: readonly NamedSpace[];
  readonly now: number;
}

/** Told to the page when one was decided. */
export const REVIEWED = 'reviews-changed';

export function reviewPath({ id }: Pick<Review, 'id'>): string {
  return `/review/${encodeURIComponent(id)}`;
}

export function Held(props: Props) {
  const { review, spaces, now } = props;
  const { held, status, reason, createdAt } = review;
  const asks = isQuestion(review);
  const workspace = held.kind === 'file' ? held.file.workspace : review.workspace;
  return (
    <li class="held stack" data-row="" tabindex={-1}>
      <div class="row small faint">
        <Badge>{held.kind === 'file' ? 'file' : typeName(held.learning.type)}</Badge>
        {status === 'waiting' ? null : (
          <Badge {...(status === 'accepted' ? { tone: 'good' as const } : {})}>{status}</Badge>
        )}
        <span>{spaceName(spaces, workspace)}</span>
        <Time at={createdAt} now={now} />
      </div>
      {held.kind === 'file' ? (
        <h2>
          {held.before === undefined ? 'A rewrite of' : 'Yours? A change on disk of'}{' '}
          <a href={fileAddress(held.file)}>{held.file.name}</a>
        </h2>
      ) : asks ? (
        <h2>Which of these holds?</h2>
      ) : (
        <h2 class="any-text">{held.learning.content}</h2>
      )}
      {asks ? (
        <Pair {...props} />
      ) : (
        <p class="soft">{isAboutPlace(review) ? `${sentence(reason)}.` : `Held back because ${toldReason(reason)}.`}</p>
      )}
      {held.kind === 'file' ? <Rewrite {...props} /> : <Ground {...props} />}
      <Acts {...props} />
    </li>
  );
}

function Pair({ review: { held, status }, replaced }: Props) {
  if (held.kind !== 'learning') return null;
  return (
    <>
      <dl class="facts">
        <dt>Newer</dt>
        <dd class="any-text">
          <a href={memoryAddress(held.learning.id)}>{held.learning.content}</a>
        </dd>
        <dt>Older</dt>
        <dd class="any-text">
          {replaced === undefined ? 'It is gone.' : <a href={memoryAddress(replaced.id)}>{replaced.content}</a>}
        </dd>
      </dl>
      {status === 'waiting' ? (
        <p class="soft">
          {held.isProposed === true
            ? 'Only a model says that one replaces the other: until you say, agents are given both.'
            : 'Until you say, agents are given the newer one, marked, and not the older.'}
        </p>
      ) : null}
    </>
  );
}

/** As it is stored, it speaks of the reader, and of types by their label. */
function toldReason(reason: string): string {
  return reason
    .replace(/^a ([A-Z_]+) needs/, (_, type: string) => `a ${typeName(type)} needs`)
    .replace("the user's own words", 'your own words');
}

function Rewrite({ review: { held, status }, rewrite }: Props) {
  if (held.kind !== 'file' || rewrite === undefined) return null;
  const diff = <Diff before={rewrite.before ?? ''} after={rewrite.after} name={held.file.name} />;
  if (status === 'waiting') return diff;
  return (
    <details>
      <summary>What it was about</summary>
      {diff}
    </details>
  );
}

function Ground({ review, evidence, replaced, now }: Props) {
  const { held } = review;
  if (held.kind !== 'learning') return null;
  return (
    <>
      {replaced === undefined || isQuestion(review) ? null : (
        <p>
          <span class="faint">Would replace</span>{' '}
          <a class="any-text" href={memoryAddress(replaced.id)}>
            {replaced.content}
          </a>
        </p>
      )}
      {evidence.length === 0 && isQuestion(review) ? null : evidence.length === 0 ? (
        <p class="faint small">It rests on {SOURCES[held.learning.trust]}; the text is not kept any more.</p>
      ) : (
        evidence.map((record) => (
          <figure class="evidence">
            <figcaption class="row small faint">
              <Badge {...(record.source === 'typed' ? {} : { tone: 'warn' as const })}>{SOURCES[record.source]}</Badge>
              <a href={turnAddress(record)}>
                <Time at={record.ts} now={now} />
              </a>
            </figcaption>
            <blockquote class="any-text">{textToShow(record).slice(0, EVIDENCE_CHARS)}</blockquote>
          </figure>
        ))
      )}
    </>
  );
}

function Acts({ review, spaces }: Pick<Props, 'review' | 'spaces'>) {
  const path = reviewPath(review);
  if (review.status !== 'waiting') {
    return (
      <div class="row">
        <Decide path={path} decision="waiting" label="Take the decision back" />
      </div>
    );
  }
  if (review.held.kind === 'learning' && isAboutPlace(review))
    return <Place path={path} movesTo={review.held.movesTo ?? null} spaces={spaces} />;
  if (isQuestion(review)) {
    return (
      <div class="row">
        <Decide path={path} decision="accepted" label="Take the newer" />
        <Decide path={path} decision="both" label="Keep both" />
        <Decide path={path} decision="rejected" label="Keep the older" />
      </div>
    );
  }
  return (
    <div class="row">
      <Decide path={path} decision="accepted" label="Accept" />
      <button type="button" hx-get={`${path}/edit`} hx-target="#sheet">
        Edit, then accept…
      </button>
      <Decide path={path} decision="rejected" label="Reject" />
    </div>
  );
}

interface PlaceProps extends Pick<Props, 'spaces'> {
  readonly path: string;
  readonly movesTo: SpaceId | null;
}

/** The project it came from is chosen; where that is not known, the person chooses. */
function Place({ path, movesTo, spaces }: PlaceProps) {
  return (
    <form class="row" hx-post={path} hx-vals={JSON.stringify({ decision: 'accepted' })} hx-swap="none">
      <select name="workspace" required aria-label="The project it holds in">
        {movesTo === null ? <option value="">which project?</option> : null}
        {spaces.map(({ id, name }) => (
          <option value={id} selected={id === movesTo}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" class="primary">
        Move it there
      </button>
      <Decide path={path} decision="rejected" label="Keep it everywhere" />
    </form>
  );
}

function sentence(text: string): string {
  return text.replace(/^./u, (first) => first.toUpperCase());
}

export function Decide({ path, decision, label }: { path: string; decision: ReviewAnswer | 'waiting'; label: string }) {
  return (
    <button
      type="button"
      class={decision === 'accepted' ? 'primary' : undefined}
      hx-post={path}
      hx-vals={JSON.stringify({ decision })}
      hx-swap="none"
    >
      {label}
    </button>
  );
}
