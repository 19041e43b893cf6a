/** One memory: where it comes from, to the very turn, and how sure it was over time (C-062). */
import { confidenceHistory } from '../../../http/confidence-history.ts';
import { ACTIVE_CONFIDENCE, isActive } from '../../../memory/decay.ts';
import { FIRST_TIER, isQuestioned, type Learning, type LearningChange } from '../../../memory/learning.ts';
import { type StoredRecord, textToShow } from '../../../memory/record.ts';
import { memoryAddress, turnAddress } from '../../addresses.ts';
import { Course } from '../../charts.tsx';
import { Badge, Notice, PageHead, ShortId, Time } from '../../elements.tsx';
import { ForgetButton } from '../../forget-sheet.tsx';
import { dayOf, exactTime, shortened, typeName } from '../../format.ts';
import { MarkButton } from '../../mark-buttons.tsx';
import { SOURCES } from '../../sources.ts';
import { type NamedSpace, spaceName } from '../../spaces.ts';
import { Confidence, Flags } from './row.tsx';
import { CHANGED } from './table.tsx';

export interface MemoryDetail {
  readonly learning: Learning;
  readonly history: readonly LearningChange[];
  readonly evidence: readonly StoredRecord[];
  readonly replaced: readonly Learning[];
  readonly spaces: readonly NamedSpace[];
  readonly now: number;
}

export const DETAIL = 'memory-detail';

/** Shows what became of it when it is changed on this very page. */
export function MemoryDetailPage(detail: MemoryDetail) {
  return (
    <div
      id={DETAIL}
      hx-get={memoryAddress(detail.learning.id)}
      hx-trigger={`${CHANGED} from:body`}
      hx-swap="innerMorph"
    >
      <MemoryDetailBody {...detail} />
    </div>
  );
}

export function MemoryGone() {
  return (
    <Notice>
      This memory was deleted. <a href="/memories">Back to the others</a>, or take it back below.
    </Notice>
  );
}

export function MemoryDetailBody(detail: MemoryDetail) {
  const { learning, now, spaces } = detail;
  const address = memoryAddress(learning.id);
  const title = shortened(learning.content);
  return (
    <>
      <p class="crumbs">
        <a href="/memories">Memories</a> / {learning.subject ?? 'general'}
      </p>
      <PageHead title={title}>
        <MarkButton id={learning.id} mark="pinned" isOn={learning.pinned} />
        <button type="button" hx-get={`${address}/edit?alone=1`} hx-target="#sheet">
          Edit
        </button>
        {isMovable(learning) ? (
          <button type="button" hx-get={`${address}/move`} hx-target="#sheet">
            Move…
          </button>
        ) : null}
        <button
          type="button"
          class="danger"
          hx-delete={address}
          hx-confirm="Delete this memory? It leaves the memory files too. You can take it back right after."
          data-confirm-act="Delete"
          hx-swap="none"
        >
          Delete
        </button>
        <ForgetButton what={{ learning_id: learning.id }} />
      </PageHead>
      <div class="row">
        <Badge>{typeName(learning.type)}</Badge>
        <Badge {...(isActive(learning, now) ? { tone: 'good' as const } : {})}>
          {isActive(learning, now) ? 'active' : 'inactive'}
        </Badge>
        <Flags learning={learning} />
        <Confidence learning={learning} now={now} />
      </div>
      {learning.supersededBy === null ? null : isQuestioned(learning) ? (
        <Notice>
          <a href={memoryAddress(learning.supersededBy)}>Something newer</a> may have taken its place:{' '}
          <a href="/review">say which holds</a>.
        </Notice>
      ) : (
        <Notice>
          Something newer took its place: <a href={memoryAddress(learning.supersededBy)}>see what holds now</a>.
        </Notice>
      )}
      {title === learning.content ? null : <p class="card any-text block">{learning.content}</p>}
      <section class="columns block">
        <ConfidenceCard {...detail} />
        <div class="card">
          <h2>Where it comes from</h2>
          <dl class="facts">
            <dt>Rests on</dt>
            <dd>{SOURCES[learning.trust]}</dd>
            <dt>Holds in</dt>
            <dd>{spaceName(spaces, learning.workspace)}</dd>
            <dt>Learned</dt>
            <dd>
              <Time at={learning.createdAt} now={now} />
            </dd>
            <dt>Confirmed</dt>
            <dd>
              <Time at={learning.confirmedAt} now={now} />
            </dd>
            <dt>Session</dt>
            <dd>
              {learning.sessionId === null ? (
                'written by hand'
              ) : (
                <a href={turnAddress({ sessionId: learning.sessionId, turnId: learning.turnId })}>
                  the turn it was learned in
                </a>
              )}
            </dd>
            <dt>Tier</dt>
            <dd>{learning.tier ?? FIRST_TIER}</dd>
            <dt>Id</dt>
            <dd>
              <code>{learning.id}</code>
            </dd>
          </dl>
        </div>
      </section>
      <Evidence {...detail} />
      <History {...detail} />
    </>
  );
}

function ConfidenceCard({ history, now, learning }: MemoryDetail) {
  const changes = new Map(history.map(({ ts, cause }) => [ts, cause]));
  const points = confidenceHistory(history, now);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <div class="card">
      <div class="head-line">
        <h2>Confidence over time</h2>
        <span class="faint small">
          {learning.persistent || learning.pinned ? 'does not fade' : 'fades after 30 days'}
        </span>
      </div>
      <Course
        name={`Confidence over time, now ${last.confidence.toFixed(2)}`}
        most={1}
        limit={ACTIVE_CONFIDENCE}
        points={points.map(({ ts, confidence }) => ({
          at: ts,
          value: confidence,
          label: `${changes.get(ts) ?? ''} ${confidence.toFixed(2)}, ${exactTime(ts)}`,
          isChange: changes.has(ts),
        }))}
        firstLabel={dayOf(first.ts, now)}
        lastLabel={dayOf(last.ts, now)}
      />
    </div>
  );
}

function Evidence({ evidence, now }: MemoryDetail) {
  if (evidence.length === 0) return null;
  return (
    <section>
      <h2>Evidence</h2>
      <ul class="list">
        {evidence.map((record) => (
          <li>
            <div class="faint small row">
              <Badge>{SOURCES[record.source]}</Badge>
              <a href={turnAddress(record)}>
                <Time at={record.ts} now={now} />
              </a>
              <ShortId id={record.id} />
            </div>
            <div class="any-text">{textToShow(record).slice(0, 1_000)}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A task stays in its project, and what an app keeps for itself with the app. */
function isMovable({ type, scope }: Learning): boolean {
  return type !== 'ACTION' && scope.kind !== 'app';
}

function History({ history, replaced, spaces, now }: MemoryDetail) {
  return (
    <section>
      <h2>History</h2>
      <ul class="list">
        {history.toReversed().map(({ ts, cause, before, after }) => (
          <li>
            <div class="row">
              <Badge>{cause}</Badge>
              <span class="number">{after.confidence.toFixed(2)}</span>
              <span class="faint small">
                <Time at={ts} now={now} />
              </span>
            </div>
            {before !== null && before.content !== after.content ? (
              <div class="soft any-text">
                <del>{before.content}</del> {after.content}
              </div>
            ) : null}
            {before !== null && before.workspace !== after.workspace ? (
              <div class="soft">
                from {spaceName(spaces, before.workspace)} to {spaceName(spaces, after.workspace)}
              </div>
            ) : null}
          </li>
        ))}
        {replaced.map(({ id, content, validTo }) => (
          <li class="soft">
            took the place of <a href={memoryAddress(id)}>{content}</a>{' '}
            {validTo === null ? null : <Time at={validTo} now={now} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
