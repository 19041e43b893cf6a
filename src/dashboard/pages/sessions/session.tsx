/** One session: where and when it was, what it started with, and its timeline. */
import type { SessionSummary } from '../../../memory/session.ts';
import { sessionAddress } from '../../addresses.ts';
import { Badge, Empty, PageHead } from '../../elements.tsx';
import { ForgetButton } from '../../forget-sheet.tsx';
import { counted, exactTime } from '../../format.ts';
import { type NamedSpace, spaceName } from '../../spaces.ts';
import { isUnderWay, lasted } from './list.tsx';
import { Path } from './record.tsx';
import { Timeline, type TimelinePage } from './timeline.tsx';

export interface SessionView extends TimelinePage {
  readonly session: SessionSummary;
  readonly title: string;
  readonly hasBoot: boolean;
  /** Whether turns before the first one shown are left out. */
  readonly isLater: boolean;
  readonly spaces: readonly NamedSpace[];
}

export function SessionBody(view: SessionView) {
  const { session, title, hasBoot, isLater, spaces, now, turns, events } = view;
  const address = sessionAddress(session.id);
  return (
    <>
      <p class="crumbs">
        <a href="/sessions">Sessions</a> /{' '}
        {session.workspace === null ? 'no space' : spaceName(spaces, session.workspace)}
      </p>
      <PageHead title={title}>
        <a class="button" href={`/search?${new URLSearchParams({ session_id: session.id })}`}>
          Search in it
        </a>
        <ForgetButton what={{ session_id: session.id }} label="Forget session…" />
      </PageHead>
      <div class="row">
        <Badge>{session.client}</Badge>
        {isUnderWay(session, now) ? <Badge tone="good">under way</Badge> : null}
        <Run view={view} />
        <span class="faint small">
          {exactTime(session.startedAt)} · {lasted(session)} · {counted(session.observationCount, 'turn')} ·{' '}
          {counted(session.messageCount, 'message')}
        </span>
      </div>
      <div class="row small faint">
        {session.cwd === null ? null : <Path path={session.cwd} />}
        <Path path={session.id} />
      </div>
      {hasBoot ? (
        <details class="given block" hx-get={`${address}/boot`} hx-trigger="toggle once" hx-target="find .given-inside">
          <summary class="given-head">What it was given when it started</summary>
          <div class="given-inside">
            <p class="faint small">Loading…</p>
          </div>
        </details>
      ) : null}
      <section class="block" data-timeline={address}>
        <div class="head-line">
          <h2>Timeline</h2>
          {isLater ? <a href={address}>From the beginning</a> : null}
        </div>
        {turns.length === 0 && events.length === 0 ? (
          <Empty title="Nothing has happened yet">
            <p>A turn shows up when it is over: when the agent has answered, or the session ends.</p>
          </Empty>
        ) : (
          <Timeline {...view} />
        )}
      </section>
    </>
  );
}

function Run({ view: { session, events } }: { view: SessionView }) {
  const start = events.find(({ metadata }) => metadata.event === 'run-start');
  if (session.metadata.run === undefined && start === undefined) return null;
  const { name, tier } = start?.metadata ?? {};
  return (
    <Badge tone="info">
      run{typeof name === 'string' ? ` of ${name}` : ''}
      {typeof tier === 'number' ? `, tier ${tier}` : ''}
    </Badge>
  );
}
