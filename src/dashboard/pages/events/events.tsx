/** Events: what happened to services, newest first, page by page (C-063). The first page looks again every five seconds. */
import type { App } from '../../../http/app.ts';
import { eventFeed, type FeedPage } from '../../../http/event-feed.ts';
import type { SpaceId } from '../../../memory/ids.ts';
import { EVENT_LEVELS } from '../../../memory/marker.ts';
import { Choice, Empty, PageHead } from '../../elements.tsx';
import type { PageServer, Visit } from '../../page-server.tsx';
import { type NamedSpace, namedSpaces, spaceChoices } from '../../spaces.ts';
import { EventRow } from './row.tsx';

const LIST = 'event-list';
const FEED = 'event-feed';
const PAGE_ROWS = 50;
/** As the address has what is of no project. */
const NO_SPACE = 'user';
const NAMES = ['level', 'service', 'workspace'] as const;

type EventQuery = Readonly<Partial<Record<(typeof NAMES)[number] | 'after', string>>>;

interface EventsPage extends FeedPage {
  readonly query: EventQuery;
  readonly services: readonly string[];
  readonly spaces: readonly NamedSpace[];
  readonly now: number;
}

export function eventPages(app: App, pages: PageServer): void {
  pages.page(app, '/events', async (visit) => {
    const events = await look(pages, visit);
    if (visit.wants(FEED)) return { fragment: <Feed {...events} />, isPolled: true };
    if (visit.wants(LIST)) return { fragment: <List {...events} /> };
    return { title: 'Events', current: '/events', body: <Events {...events} /> };
  });
}

async function look({ dependencies }: PageServer, { query: ask, now }: Visit): Promise<EventsPage> {
  const { knowledge, journal } = dependencies;
  const asked = [...NAMES, 'after'].map((name) => [name, ask(name)]);
  const query: EventQuery = Object.fromEntries(asked.filter(([, value]) => value !== undefined));
  const { service, workspace, after } = query;
  const level = EVENT_LEVELS.find((known) => known === query.level);
  const feed = await eventFeed(dependencies, {
    limit: PAGE_ROWS,
    ...(level === undefined ? {} : { level }),
    ...(service === undefined ? {} : { service }),
    ...(workspace === undefined ? {} : { workspace: workspace === NO_SPACE ? null : (workspace as SpaceId) }),
    ...(after === undefined ? {} : { after }),
  });
  return { ...feed, query, services: await knowledge.services(), spaces: await namedSpaces(journal), now };
}

function Events(events: EventsPage) {
  return (
    <>
      <PageHead title="Events" lead="What agents reported about services, and how their runs went." />
      <Filters {...events} />
      <div id={LIST}>
        <List {...events} />
      </div>
    </>
  );
}

function Filters({ query, services, spaces }: EventsPage) {
  return (
    <form
      class="filters"
      action="/events"
      method="get"
      hx-get="/events"
      hx-target={`#${LIST}`}
      hx-trigger="input delay:200ms, submit"
      hx-push-url="true"
    >
      <Choice
        label="Level"
        name="level"
        value={query.level}
        options={[['', 'Any level'], ...EVENT_LEVELS.map((level) => [level, level] as const)]}
      />
      <label class="field">
        Service
        <input name="service" value={query.service ?? ''} list="known-services" placeholder="all services" />
      </label>
      <datalist id="known-services">
        {services.map((name) => (
          <option value={name} />
        ))}
      </datalist>
      <Choice
        label="Space"
        name="workspace"
        value={query.workspace}
        options={[...spaceChoices(spaces), [NO_SPACE, 'No project']]}
      />
    </form>
  );
}

/** Whoever reads older ones is not disturbed. */
function List(events: EventsPage) {
  const { query } = events;
  const polls = { 'hx-get': addressOf(query), 'hx-trigger': 'every 5s', 'hx-swap': 'innerMorph', 'data-polls': '' };
  return (
    <div id={FEED} {...(query.after === undefined ? polls : {})}>
      <Feed {...events} />
    </div>
  );
}

function Feed({ events, next, query, spaces, now }: EventsPage) {
  if (events.length === 0) return NAMES.some((name) => query[name] !== undefined) ? <NoneLikeThat /> : <NoneYet />;
  return (
    <>
      <div class="table-wrap">
        <table class="folds steady">
          <thead>
            <tr>
              <th class="short">When</th>
              <th class="short">Level</th>
              <th class="medium">Service</th>
              <th>What happened</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <EventRow event={event} spaces={spaces} now={now} />
            ))}
          </tbody>
        </table>
      </div>
      {next === undefined && query.after === undefined ? null : (
        <nav class="pager row" aria-label="Pages of events">
          {query.after === undefined ? null : (
            <a class="button" href={addressOf({ ...query, after: '' })}>
              Newest
            </a>
          )}
          {next === undefined ? null : (
            <a class="button" href={addressOf({ ...query, after: next })}>
              Older
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function NoneLikeThat() {
  return (
    <Empty title="Nothing fits">
      <p>No event is like that. Take a filter away.</p>
    </Empty>
  );
}

function NoneYet() {
  return (
    <Empty title="No events yet">
      <p>An agent that looks after services reports here, with a line of its own in what it says:</p>
      <pre class="sheet">[EVENT:warning:postgres] The disk is 90 % full</pre>
      <p>
        <code>carryover run</code> tells it how, and adds when each run began and how it ended:
      </p>
      <pre class="sheet">carryover run --name nightly -- claude -p "Check the server"</pre>
      <p class="faint">Levels are info, warning, error and critical. A memory that an agent makes shows here, too.</p>
    </Empty>
  );
}

function addressOf(query: EventQuery): string {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return parameters === '' ? '/events' : `/events?${parameters}`;
}
