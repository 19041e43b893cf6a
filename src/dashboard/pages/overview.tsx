/** Overview: whether all is well, what there is, and what was learned today (C-051). Looks again every few seconds. */
import type { App } from '../../http/app.ts';
import type { Learning } from '../../memory/learning.ts';
import type { StatusReport } from '../../memory/status.ts';
import { memoryAddress } from '../addresses.ts';
import { Bars, Meter } from '../charts.tsx';
import { DayCounts } from '../day-counts.ts';
import { Badge, Empty, Notice, PageHead, Stat, Time } from '../elements.tsx';
import { counted, dayOf, duration, lastMidnights, percent, shortened, typeName, usd, wholeNumber } from '../format.ts';
import type { PageServer } from '../page-server.tsx';
import { type NamedSpace, namedSpaces, spaceName } from '../spaces.ts';

const DAYS = 30;
const MINUTE_MS = 60_000;
const LEARNED_TODAY = 8;

interface Overview {
  readonly now: number;
  readonly status: StatusReport;
  readonly memories: { readonly active: number; readonly inactive: number };
  readonly midnights: readonly number[];
  readonly learned: readonly number[];
  readonly records: readonly number[];
  readonly today: readonly Learning[];
  readonly spaces: readonly NamedSpace[];
}

export function overviewPage(app: App, pages: PageServer): void {
  const { knowledge, journal } = pages.dependencies;
  const days = {
    learned: new DayCounts((moments) => knowledge.learnedBetween(moments)),
    records: new DayCounts((moments) => journal.recordsBetween(moments)),
  };
  const memories = memoryCounts(knowledge);
  pages.page(app, '/', async ({ now, wants }) => {
    const overview = await look(pages.dependencies, days, memories, now);
    const body = <OverviewBody {...overview} />;
    if (wants('overview')) return { fragment: body, isPolled: true };
    return {
      title: 'Overview',
      current: '/',
      body: (
        <div id="overview" hx-get="/" hx-trigger="every 10s" hx-swap="innerMorph" data-polls="">
          {body}
        </div>
      ),
    };
  });
}

async function look(
  { status: statusNow, knowledge, journal }: PageServer['dependencies'],
  days: Readonly<Record<'learned' | 'records', DayCounts>>,
  memories: (now: number) => Promise<Overview['memories']>,
  now: number,
): Promise<Overview> {
  const midnights = lastMidnights(DAYS, now);
  const since = midnights.at(-2) ?? now;
  const status = await statusNow();
  return {
    now,
    status,
    memories: await memories(now),
    midnights,
    learned: await days.learned.between(midnights, status.knowledge.learningsEver),
    records: await days.records.between(midnights, status.journal.records),
    today: (await knowledge.learnings({ since, limit: LEARNED_TODAY })).filter(({ createdAt }) => createdAt >= since),
    spaces: await namedSpaces(journal),
  };
}

/** Counted anew when something was learned, and every minute, because memories fade. */
function memoryCounts(knowledge: PageServer['dependencies']['knowledge']) {
  let counted: { readonly key: string; readonly counts: Overview['memories'] } | undefined;
  return async (now: number): Promise<Overview['memories']> => {
    const key = `${await knowledge.appliedThrough()} ${Math.floor(now / MINUTE_MS)}`;
    if (counted?.key === key) return counted.counts;
    const active = await knowledge.memoryCount({ status: 'active', replaced: false, now });
    const inactive = await knowledge.memoryCount({ status: 'inactive', replaced: false, now });
    counted = { key, counts: { active, inactive } };
    return counted.counts;
  };
}

function OverviewBody(overview: Overview) {
  const { status, memories, now, midnights, learned, records } = overview;
  const days = midnights.slice(0, -1).map((at) => dayOf(at, now));
  const { journal, injected, knowledge } = status;
  const judged = injected.used + injected.ignored;
  return (
    <>
      <PageHead title="Overview" lead={lead(status, now)}>
        <Health status={status} />
      </PageHead>
      {status.problems.length + status.questions.length === 0 ? null : (
        <div class="stack">
          {status.problems.map(({ message, hint }) => (
            <Notice tone={status.state === 'read-only' ? 'bad' : 'warn'}>
              <strong>{message}.</strong> <span class="soft">{hint}</span>
            </Notice>
          ))}
          {status.questions.map(({ message, hint }) => (
            <Notice>
              <strong>{message}</strong> <span class="soft">{hint}</span>
            </Notice>
          ))}
        </div>
      )}
      <section class="cards" aria-label="Counts">
        <Stat
          label="Memories"
          figure={memories.active + memories.inactive}
          note={
            memories.inactive === 0
              ? 'all of them active'
              : `${wholeNumber(memories.active)} active, ${wholeNumber(memories.inactive)} inactive`
          }
          href="/memories"
        />
        <Stat
          label="Sessions"
          figure={journal.sessions}
          note={`in ${counted(journal.spaces, 'space')}`}
          href="/sessions"
        />
        <Stat label="Records" figure={journal.records} note={counted(journal.turns, 'turn')} href="/search" />
        <Stat
          label="Open actions"
          figure={knowledge.pendingActions}
          note={`${counted(knowledge.waitingReviews, 'review')} waiting`}
          href="/actions"
        />
        <Stat
          label="Used of what was given"
          figure={percent(injected.used, judged)}
          note={`${wholeNumber(injected.given)} given in 30 days`}
        />
      </section>
      <section class="columns">
        <div class="card">
          <div class="head-line">
            <h2>Learned a day</h2>
            <span class="faint small">last {DAYS} days</span>
          </div>
          <Bars name="Learned a day" bars={days.map((label, index) => ({ label, value: learned[index] ?? 0 }))} />
        </div>
        <div class="card">
          <div class="head-line">
            <h2>Activity</h2>
            <span class="faint small">records a day</span>
          </div>
          <Bars name="Records a day" bars={days.map((label, index) => ({ label, value: records[index] ?? 0 }))} />
        </div>
      </section>
      <section class="columns">
        <Today {...overview} />
        <Curation {...overview} />
      </section>
    </>
  );
}

function lead({ lastEventAt, activeSessions }: StatusReport, now: number) {
  if (lastEventAt === null) return 'Nothing has been captured yet.';
  return (
    <>
      Last event <Time at={lastEventAt} now={now} />
      {activeSessions === 0 ? '' : ` · ${counted(activeSessions, 'session')} active`}
    </>
  );
}

function Health({ status: { state } }: { status: StatusReport }) {
  if (state === 'ok') return <Badge tone="good">all is well</Badge>;
  return (
    <Badge tone={state === 'read-only' ? 'bad' : 'warn'}>{state === 'degraded' ? 'needs a look' : 'read-only'}</Badge>
  );
}

function Today({ today, spaces, now, status }: Overview) {
  if (today.length === 0) {
    return (
      <div class="card">
        <Empty title="Nothing new today">
          {status.journal.records === 0 ? (
            <p>
              Connect an agent with <code>carryover init</code>, work as always, and what was learned shows up here.
            </p>
          ) : (
            <p>Work with your agent: what it learns shows up here when a batch of turns has been read.</p>
          )}
        </Empty>
      </div>
    );
  }
  return (
    <div class="card">
      <div class="head-line">
        <h2>Learned today</h2>
        <a class="small" href="/memories">
          All memories
        </a>
      </div>
      <ul class="stack">
        {today.map(({ id, type, content, workspace, createdAt }) => (
          <li>
            <a class="any-text" href={memoryAddress(id)}>
              {shortened(content)}
            </a>
            <div class="faint small">
              {typeName(type)} · {spaceName(spaces, workspace)} · <Time at={createdAt} now={now} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Curation({ status, now }: Overview) {
  const { queue, curator, spend, spool, backups } = status;
  return (
    <div class="card">
      <h2>Curation</h2>
      <dl class="facts">
        <dt>Curator</dt>
        <dd>
          {curator.model === '' ? curator.provider : `${curator.provider}/${curator.model}`}, {curator.profile}
          {curator.fallback === null ? '' : ` (rules for now: ${curator.fallback})`}
        </dd>
        <dt>Waiting</dt>
        <dd>
          {counted(queue.waiting, 'turn')}
          {queue.oldestMs === null ? '' : `, the oldest for ${duration(queue.oldestMs)}`}
          {queue.parked === 0 ? null : <Badge tone="warn">{`${queue.parked} parked`}</Badge>}
        </dd>
        <dt>Last curated</dt>
        <dd>
          {curator.lastCuratedAt === null ? 'not since the start' : <Time at={curator.lastCuratedAt} now={now} />}
        </dd>
        <dt>Spent today</dt>
        <dd class="row">
          <span class="number">
            {usd(spend.dayUsd)} of {usd(spend.dailyUsd)}
          </span>
          <Meter
            value={spend.dayUsd}
            most={spend.dailyUsd}
            name={`${usd(spend.dayUsd)} of ${usd(spend.dailyUsd)} spent`}
          />
        </dd>
        <dt>Spool</dt>
        <dd>{spool.files === 0 ? 'empty' : `${counted(spool.files, 'event')} to take in`}</dd>
        <dt>Backups</dt>
        <dd>
          {backups.lastAt === null ? (
            'none yet'
          ) : (
            <>
              {counted(backups.copies, 'copy', 'copies')}, the last <Time at={backups.lastAt} now={now} />
            </>
          )}
        </dd>
      </dl>
    </div>
  );
}
