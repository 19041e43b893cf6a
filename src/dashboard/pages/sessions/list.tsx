/** The sessions, newest first: where, when, how long, and what they were about. */
import { TITLED_SESSIONS } from '../../../journal/sqlite/session-pages.ts';
import type { SessionSummary } from '../../../memory/session.ts';
import type { Turn } from '../../../memory/turn.ts';
import { sessionAddress, withQuery } from '../../addresses.ts';
import { Badge, Choice, Empty, PageHead, Time } from '../../elements.tsx';
import { duration, wholeNumber } from '../../format.ts';
import { type NamedSpace, spaceChoices, spaceName } from '../../spaces.ts';
import { lineOf } from './turn.tsx';

export const TABLE = 'session-table';
/** Longer without a word, it was left open and nobody is there. */
const UNDER_WAY_MS = 30 * 60_000;

interface ListedSession {
  readonly session: SessionSummary;
  /** Undefined while none is closed. */
  readonly firstTurn: Turn | undefined;
}

export interface SessionList {
  readonly sessions: readonly ListedSession[];
  readonly next: string | undefined;
  readonly query: { readonly q?: string; readonly workspace?: string; readonly after?: string };
  readonly spaces: readonly NamedSpace[];
  readonly now: number;
}

export function SessionsBody(list: SessionList) {
  const { query, spaces } = list;
  return (
    <>
      <PageHead title="Sessions" lead="What your agents worked on, were given and learned." />
      <form
        class="filters"
        action="/sessions"
        method="get"
        hx-get="/sessions"
        hx-target={`#${TABLE}`}
        hx-trigger="input delay:200ms, submit"
        hx-push-url="true"
      >
        <label class="field">
          Words
          <input type="search" name="q" value={query.q ?? ''} placeholder="first words, client, folder, id" />
        </label>
        <Choice label="Space" name="workspace" value={query.workspace} options={spaceChoices(spaces)} />
      </form>
      <div id={TABLE}>
        <SessionTable {...list} />
      </div>
    </>
  );
}

export function SessionTable({ sessions, next, query, spaces, now }: SessionList) {
  if (sessions.length === 0) return <None isFiltered={query.q !== undefined || query.workspace !== undefined} />;
  return (
    <>
      <div class="table-wrap">
        <table class="folds">
          <thead>
            <tr>
              <th>About</th>
              <th>Space</th>
              <th>Client</th>
              <th>Started</th>
              <th class="number">Lasted</th>
              <th class="number">Turns</th>
              <th class="number">Messages</th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((listed) => (
              <Row {...listed} spaces={spaces} now={now} />
            ))}
          </tbody>
        </table>
      </div>
      {next === undefined && query.after === undefined ? null : (
        <nav class="pager row" aria-label="Pages of the table">
          {query.after === undefined ? null : (
            <a class="button" href={withQuery('/sessions', { ...query, after: undefined })}>
              Newest
            </a>
          )}
          {next === undefined ? null : (
            <a class="button" href={withQuery('/sessions', { ...query, after: next })}>
              Older
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function Row({ session, firstTurn, spaces, now }: ListedSession & Pick<SessionList, 'spaces' | 'now'>) {
  return (
    <tr data-row="" tabindex={-1}>
      <td class="wide">
        <a class="any-text quiet" href={sessionAddress(session.id)}>
          {firstTurn === undefined ? <span class="faint">nothing said yet</span> : lineOf(firstTurn)}
        </a>{' '}
        {isUnderWay(session, now) ? <Badge tone="good">under way</Badge> : null}
        {session.metadata.run === undefined ? null : <Badge tone="info">run</Badge>}
      </td>
      <td class="tight">{session.workspace === null ? 'no space' : spaceName(spaces, session.workspace)}</td>
      <td class="tight faint">{session.client}</td>
      <td class="tight faint">
        <Time at={session.startedAt} now={now} />
      </td>
      <td class="tight number">{lasted(session)}</td>
      <td class="tight number" data-unit={session.observationCount === 1 ? 'turn' : 'turns'}>
        {wholeNumber(session.observationCount)}
      </td>
      <td class="tight number" data-unit={session.messageCount === 1 ? 'message' : 'messages'}>
        {wholeNumber(session.messageCount)}
      </td>
    </tr>
  );
}

export function isUnderWay({ endedAt, lastRecordAt }: SessionSummary, now: number): boolean {
  return endedAt === null && lastRecordAt !== null && now - lastRecordAt < UNDER_WAY_MS;
}

export function lasted({ startedAt, endedAt, lastRecordAt }: SessionSummary): string {
  const end = endedAt ?? lastRecordAt;
  return end === null ? '–' : duration(Math.max(0, end - startedAt));
}

function None({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="Nothing fits">
        <p>
          These words are looked for in the client, the folder and the id, and in the first words of the newest{' '}
          {wholeNumber(TITLED_SESSIONS)} sessions. What else was said is found by <a href="/search">Search</a>.
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No sessions yet">
      <p>
        Connect an agent with <code>carryover init</code> and work as always: each session shows up here, turn by turn.
        Agents without a client of their own come in by <code>carryover run</code> or the API.
      </p>
    </Empty>
  );
}
