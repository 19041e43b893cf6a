/** The pages about sessions: the list, one of them page by page, and the pieces that are fetched when they are opened. */
import type { App } from '../../../http/app.ts';
import { replay } from '../../../http/injections.ts';
import { readableRecord } from '../../../http/readable-by-id.ts';
import { knownSession } from '../../../http/routes/sessions.ts';
import type { SpaceId, TurnId } from '../../../memory/ids.ts';
import { type StoredRecord, textToShow } from '../../../memory/record.ts';
import type { SessionSummary } from '../../../memory/session.ts';
import type { Turn } from '../../../memory/turn.ts';
import { sessionAddress } from '../../addresses.ts';
import type { PageServer, Visit } from '../../page-server.tsx';
import { namedSpaces } from '../../spaces.ts';
import { GivenBlock } from './given.tsx';
import { type SessionList, SessionsBody, SessionTable, TABLE } from './list.tsx';
import { RecordText } from './record.tsx';
import { SessionBody } from './session.tsx';
import { Timeline, type TimelinePage } from './timeline.tsx';
import { lineOf, shownOf, type TurnInside, TurnInsideBody, TurnItem } from './turn.tsx';

const PAGE_SESSIONS = 40;
const PAGE_TURNS = 30;
/** More of them are seldom looked through; the page of events has all. */
const MOST_EVENTS = 1_000;
/** Shown before the turn that is asked for. */
const TURNS_BEFORE = 3;
const TITLE_CHARS = 80;
const PERSON = { audience: 'person' } as const;

type Dependencies = PageServer['dependencies'];

export function sessionPages(app: App, pages: PageServer): void {
  const { dependencies } = pages;
  const { journal } = dependencies;
  const sessionOf = (visit: Visit) => knownSession(visit.context.req.param('id') ?? '', journal);

  pages.page(app, '/sessions', async (visit) => {
    const list = await look(dependencies, visit);
    if (visit.wants(TABLE)) return { fragment: <SessionTable {...list} /> };
    return { title: 'Sessions', current: '/sessions', body: <SessionsBody {...list} /> };
  });
  pages.page(app, '/sessions/:id', async (visit) => {
    const session = await sessionOf(visit);
    const after = await startOf(visit, session, dependencies);
    const page = await timelineOf(session, after, visit.now, dependencies);
    if (visit.wants('pager')) return { fragment: <Timeline {...page} /> };
    const [first] = after === undefined ? page.turns : await journal.turnPage({ sessionId: session.id, limit: 1 });
    const title = first === undefined ? 'A session without a turn yet' : cut(lineOf(first));
    const boot = await journal.lastInjection({ sessionId: session.id, kinds: ['boot'] });
    return {
      title,
      current: '/sessions',
      body: (
        <SessionBody
          {...page}
          session={session}
          title={title}
          hasBoot={boot !== undefined}
          isLater={after !== undefined && after > 0}
          spaces={await namedSpaces(journal)}
        />
      ),
    };
  });
  pages.page(app, '/sessions/:id/boot', async (visit) => {
    const { id: sessionId } = await sessionOf(visit);
    const boot = await journal.lastInjection({ sessionId, kinds: ['boot'] });
    if (boot === undefined) return { fragment: <p class="faint">It was given nothing.</p> };
    return { fragment: <GivenBlock given={await replay(boot.id, undefined, dependencies)} now={visit.now} /> };
  });
  pages.page(app, '/sessions/:id/turns/:turn', async (visit) => {
    const { now } = visit;
    const session = await sessionOf(visit);
    const turn = await journal.turn((visit.context.req.param('turn') ?? '') as TurnId);
    if (turn?.sessionId !== session.id) return { fragment: <p class="faint small">Nothing is left of this turn.</p> };
    const inside = await insideOf(turn, shownOf(visit.query('shown')), dependencies);
    if (visit.query('whole') === undefined)
      return { fragment: <TurnInsideBody turn={turn} inside={inside} now={now} /> };
    return {
      fragment: (
        <TurnItem turn={turn} learned={inside.learnings.length} since={session.startedAt} now={now} inside={inside} />
      ),
    };
  });
  pages.page(app, '/records/text', async (visit) => ({
    fragment: <RecordText record={await readableRecord(visit.query('id') ?? '', PERSON, journal)} isWhole />,
  }));
}

async function look({ journal }: Dependencies, { query, now }: Visit): Promise<SessionList> {
  const [q, workspace, after] = [query('q'), query('workspace'), query('after')];
  const { sessions, next } = await journal.sessionPage({
    limit: PAGE_SESSIONS,
    ...(q === undefined ? {} : { text: q }),
    ...(workspace === undefined ? {} : { workspace: workspace as SpaceId }),
    ...(after === undefined ? {} : { after }),
  });
  const listed = sessions.map(async (session) => {
    const [firstTurn] = await journal.turnPage({ sessionId: session.id, limit: 1 });
    return { session, firstTurn };
  });
  return {
    sessions: await Promise.all(listed),
    next,
    query: {
      ...(q === undefined ? {} : { q }),
      ...(workspace === undefined ? {} : { workspace }),
      ...(after === undefined ? {} : { after }),
    },
    spaces: await namedSpaces(journal),
    now,
  };
}

/** The number of the turn before the first one to show; undefined for the beginning. */
async function startOf(
  { query }: Visit,
  session: SessionSummary,
  { journal }: Dependencies,
): Promise<number | undefined> {
  const wanted = query('turn');
  const turn = wanted === undefined ? undefined : await journal.turn(wanted as TurnId);
  const after = turn?.sessionId === session.id ? turn.sequenceNum - 1 - TURNS_BEFORE : Number(query('after'));
  return Number.isInteger(after) && after > 0 ? after : undefined;
}

async function timelineOf(
  { id: sessionId, startedAt }: SessionSummary,
  after: number | undefined,
  now: number,
  { journal, knowledge }: Dependencies,
): Promise<TimelinePage> {
  const found = await journal.turnPage({
    sessionId,
    limit: PAGE_TURNS + 1,
    ...(after === undefined ? {} : { after }),
  });
  const turns = found.slice(0, PAGE_TURNS);
  const from = after === undefined ? Number.NEGATIVE_INFINITY : (turns[0]?.timestamp ?? Number.POSITIVE_INFINITY);
  const to = found[PAGE_TURNS]?.timestamp ?? Number.POSITIVE_INFINITY;
  const events = await journal.recordsBetweenTurns(sessionId, MOST_EVENTS);
  return {
    turns,
    events: events.filter((event) => event.ts >= from && event.ts < to && !isForPrograms(event)),
    learnings: await knowledge.learningsOfTurns(turns.map(({ id }) => id)),
    next: found.length > turns.length ? `${sessionAddress(sessionId)}?after=${turns.at(-1)?.sequenceNum}` : undefined,
    since: startedAt,
    now,
  };
}

/** Notes without a word, and those that tell how a session is read. */
function isForPrograms(event: StoredRecord): boolean {
  return event.metadata.event === 'run-heard' || textToShow(event) === '';
}

async function insideOf(turn: Turn, shown: number, dependencies: Dependencies): Promise<TurnInside> {
  const { journal, knowledge, privacy } = dependencies;
  const records = await journal.recordsOfTurn(turn.id, turn.lastSeq);
  const hidden = new Map<string, number>();
  for (const { id, hidden: since } of records) if (since !== undefined) hidden.set(id, await privacy.daysLeft(since));
  const injections = await journal.injectionsOfTurn(turn.id);
  return {
    records,
    given: await Promise.all(injections.map(({ id }) => replay(id, undefined, dependencies))),
    learnings: await knowledge.learningsOfTurns([turn.id]),
    marks: await knowledge.recordMarks(records.map(({ id }) => id)),
    hidden,
    shown,
  };
}

function cut(title: string): string {
  return title.length <= TITLE_CHARS ? title : `${title.slice(0, TITLE_CHARS).toWellFormed()}…`;
}
