/** Search: everything that was learned and said, as one types (D-021). */
import type { App } from '../../../http/app.ts';
import type { RecordId } from '../../../memory/ids.ts';
import { withQuery } from '../../addresses.ts';
import { Choice, Empty, PageHead } from '../../elements.tsx';
import { FORGOTTEN } from '../../forget-sheet.tsx';
import { counted, relativeTime } from '../../format.ts';
import type { PageServer, Visit } from '../../page-server.tsx';
import { namedSpaces, spaceChoices } from '../../spaces.ts';
import { lineOf } from '../sessions/turn.tsx';
import { Hit, type HitLook, idOf } from './hit.tsx';
import { DAYS, moreOf, recallQueryOf, type SearchQuery, searchOf } from './query.ts';
import { Why } from './why.tsx';

const HITS = 'hits';
/** Of what agents look after: it shows that a name is a good question. */
const EXAMPLE_SERVICES = 4;
const RECENT_SESSIONS = 20;
const QUESTIONS = ['what went wrong last week', 'what did we decide about tests'];

interface RecentSession {
  readonly id: string;
  readonly title: string;
}

interface Found extends HitLook {
  readonly hits: Parameters<typeof Hit>[0]['hit'][];
  readonly tookMs: number;
  readonly query: SearchQuery;
  /** When nothing is asked for. */
  readonly services: readonly string[];
}

export function searchPages(app: App, pages: PageServer): void {
  const { recall } = pages.dependencies;
  pages.page(app, '/search', async (visit) => {
    const found = await look(pages, visit);
    if (visit.wants(HITS)) return { fragment: <Hits {...found} /> };
    const sessions = await recentSessions(pages.dependencies, visit.now);
    return { title: 'Search', current: '/search', body: <SearchBody {...found} sessions={sessions} /> };
  });
  pages.page(app, '/search/why', async (visit) => {
    const query = recallQueryOf(searchOf(visit), visit.now);
    const hits = query === undefined ? [] : (await recall.search({ ...query, explain: true })).hits;
    const hit = hits.find((one) => idOf(one) === visit.query('hit'));
    return { fragment: <Why explanation={hit?.explanation} share={(hit?.score ?? 0) / (hits[0]?.score || 1)} /> };
  });
}

async function look({ dependencies }: PageServer, visit: Visit): Promise<Found> {
  const { recall, knowledge, journal, clock } = dependencies;
  const query = searchOf(visit);
  const asked = recallQueryOf(query, visit.now);
  const startedAt = clock.elapsed();
  const hits = asked === undefined ? [] : (await recall.search(asked)).hits;
  const tookMs = clock.elapsed() - startedAt;
  const records = hits.flatMap((hit): RecordId[] => (hit.kind === 'record' ? [hit.record.id] : []));
  return {
    hits: [...hits],
    tookMs,
    query,
    marks: await knowledge.recordMarks(records),
    services: asked === undefined ? (await knowledge.services()).slice(0, EXAMPLE_SERVICES) : [],
    spaces: await namedSpaces(journal),
    now: visit.now,
  };
}

/** For the field that narrows to one of them; any other one is named by its id. */
async function recentSessions({ journal }: PageServer['dependencies'], now: number): Promise<RecentSession[]> {
  const { sessions } = await journal.sessionPage({ limit: RECENT_SESSIONS });
  const listed = sessions.map(async ({ id, startedAt }) => {
    const [first] = await journal.turnPage({ sessionId: id, limit: 1 });
    return { id, title: `${first === undefined ? '' : `${lineOf(first)} · `}${relativeTime(startedAt, now)}` };
  });
  return Promise.all(listed);
}

function SearchBody(found: Parameters<typeof Form>[0]) {
  return (
    <>
      <PageHead title="Search" lead="All that was learned, said and done. The best comes first." />
      <Form {...found} />
      <div id={HITS} aria-live="polite">
        <Hits {...found} />
      </div>
    </>
  );
}

function Form({ query, spaces, sessions }: Found & { readonly sessions: readonly RecentSession[] }) {
  return (
    <form
      class="filters"
      action="/search"
      method="get"
      hx-get="/search"
      hx-target={`#${HITS}`}
      hx-trigger="input delay:180ms, submit"
      hx-sync="this:replace"
      hx-push-url="true"
    >
      <label class="field search-box">
        What are you looking for?
        <input
          type="search"
          name="q"
          value={query.q ?? ''}
          placeholder="why did we leave Redis"
          autocomplete="off"
          autofocus
          data-to-rows=""
        />
      </label>
      <Choice
        label="In"
        name="type"
        value={query.type}
        options={[
          ['', 'Everything'],
          ['facts', 'Memories'],
          ['records', 'What was said'],
        ]}
      />
      <Choice label="Space" name="workspace" value={query.workspace} options={spaceChoices(spaces)} />
      <Choice
        label="When"
        name="when"
        value={query.when}
        options={[
          ['', 'Any time'],
          ['1d', 'Last day'],
          ['7d', 'Last week'],
          ['30d', 'Last month'],
          [DAYS, 'Chosen days…'],
        ]}
      />
      <label class="field search-day">
        From
        <input type="date" name="since" value={query.since ?? ''} />
      </label>
      <label class="field search-day">
        To
        <input type="date" name="until" value={query.until ?? ''} />
      </label>
      <label class="field">
        Session
        <input
          name="session_id"
          value={query.session_id ?? ''}
          placeholder="All sessions"
          list="recent-sessions"
          autocomplete="off"
        />
        <datalist id="recent-sessions">
          {sessions.map(({ id, title }) => (
            <option value={id}>{title}</option>
          ))}
        </datalist>
      </label>
      {query.session_id === undefined ? null : (
        <a class="small" href={withQuery('/search', { ...query, session_id: undefined })}>
          Search everywhere
        </a>
      )}
    </form>
  );
}

function Hits(found: Found) {
  const { hits, query, tookMs } = found;
  if (query.q === undefined) return <Teaching {...found} />;
  if (hits.length === 0) return <Nothing query={query} />;
  const more = moreOf(query, hits.length);
  return (
    <div
      class="stack"
      hx-get={withQuery('/search', query)}
      hx-trigger={`${FORGOTTEN} from:body`}
      hx-target={`#${HITS}`}
    >
      <p class="faint small">
        {more === undefined ? counted(hits.length, 'hit') : `The best ${hits.length} hits`} in {tookMs.toFixed(0)} ms
      </p>
      <ul class="list">
        {hits.map((hit) => (
          <Hit hit={hit} look={found} question={query.q ?? ''} why={whyAddress(query, idOf(hit))} />
        ))}
      </ul>
      {more === undefined ? null : (
        <div class="pager">
          <a
            class="button"
            href={withQuery('/search', more)}
            hx-get={withQuery('/search', more)}
            hx-target={`#${HITS}`}
          >
            Show more
          </a>
        </div>
      )}
    </div>
  );
}

function whyAddress(query: SearchQuery, hit: string): string {
  return withQuery('/search/why', { ...query, hit });
}

function Teaching({ services }: Found) {
  return (
    <Empty title="Ask for anything you remember half of">
      <p>
        A name, an error, a path, or a whole question: words are found in any form, and “last week” or “in March” count
        as times. Narrow it to memories, a space, some days or one session.
      </p>
      <p>Try one of these:</p>
      <div class="row">
        {[...services, ...QUESTIONS].map((question) => (
          <a class="button" href={withQuery('/search', { q: question })}>
            {question}
          </a>
        ))}
      </div>
      <p class="faint small">
        <kbd>/</kbd> comes back to the field, <kbd>↓</kbd> <kbd>↑</kbd> or <kbd>j</kbd> <kbd>k</kbd> go through the
        hits, <kbd>Enter</kbd> opens one.
      </p>
    </Empty>
  );
}

function Nothing({ query }: { query: SearchQuery }) {
  const isNarrowed = [query.type, query.workspace, query.when, query.session_id].some((one) => one !== undefined);
  return (
    <Empty title="Nothing found">
      <p>Fewer or other words may help. What was stored a moment ago takes a second to be found.</p>
      {isNarrowed ? (
        <p>
          <a href={withQuery('/search', { q: query.q })}>Search everywhere, at any time</a>
        </p>
      ) : null}
    </Empty>
  );
}
