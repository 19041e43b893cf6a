/** Cooldowns: how often each action may be done, how often it was, when it is free again, and the uses behind that. */
import type { App } from '../../http/app.ts';
import type { EventPage } from '../../journal/sqlite/event-pages.ts';
import type { CooldownState } from '../../memory/cooldown.ts';
import { type StoredRecord, textToShow } from '../../memory/record.ts';
import { sessionAddress } from '../addresses.ts';
import { Meter } from '../charts.tsx';
import { Badge, Empty, PageHead, Time } from '../elements.tsx';
import type { PageServer, Visit } from '../page-server.tsx';

const ALL = 'cooldowns';
const PAGE_USES = 25;
const EXAMPLE = `carryover config set operational.cooldowns '["postgres/restart=2/4h", "docker/prune=1/7d"]'`;
const RUN_EXAMPLE = 'carryover run --cooldown postgres/restart=2/4h -- claude -p "Restart the database"';
const MARKER_EXAMPLE = '[COOLDOWN:restart:postgres] It did not answer';
const WINDOWS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const;

interface CooldownsPage {
  readonly states: readonly CooldownState[];
  readonly uses: EventPage;
  readonly service: string | undefined;
  readonly after: string | undefined;
  readonly now: number;
}

export function cooldownPages(app: App, pages: PageServer): void {
  pages.page(app, '/cooldowns', async (visit) => {
    const cooldowns = await look(pages, visit);
    if (visit.wants(ALL)) return { fragment: <All {...cooldowns} />, isPolled: true };
    return { title: 'Cooldowns', current: '/cooldowns', body: <Cooldowns {...cooldowns} /> };
  });
}

async function look({ dependencies: { runs, journal } }: PageServer, { query, now }: Visit): Promise<CooldownsPage> {
  const [service, after] = [query('service'), query('after')];
  const uses = await journal.eventPage({
    kinds: ['cooldown'],
    limit: PAGE_USES,
    ...(service === undefined ? {} : { service }),
    ...(after === undefined ? {} : { after }),
  });
  return { states: await runs.cooldowns(), uses, service, after, now };
}

function Cooldowns(cooldowns: CooldownsPage) {
  const { service, after } = cooldowns;
  const polls = {
    'hx-get': addressOf(service, after),
    'hx-trigger': 'every 5s',
    'hx-swap': 'innerMorph',
    'data-polls': '',
  };
  return (
    <>
      <PageHead title="Cooldowns" lead="How often agents may do what should not be done too often, and when again." />
      <div id={ALL} {...polls}>
        <All {...cooldowns} />
      </div>
    </>
  );
}

function All({ states, uses, service, after, now }: CooldownsPage) {
  const isUsed = uses.events.length > 0 || service !== undefined || after !== undefined;
  return (
    <>
      {states.length === 0 ? null : <Limits states={states} now={now} />}
      {isUsed ? <Uses uses={uses} service={service} after={after} now={now} /> : null}
      {states.length === 0 && !isUsed ? <NoneYet /> : <HowTo />}
    </>
  );
}

function Limits({ states, now }: Pick<CooldownsPage, 'states' | 'now'>) {
  return (
    <section class="table-wrap" aria-label="Limits">
      <table class="folds steady">
        <thead>
          <tr>
            <th>Service</th>
            <th>Action</th>
            <th>Used</th>
            <th>Last used</th>
            <th>Next use</th>
          </tr>
        </thead>
        <tbody>
          {states.map((state) => (
            <Limit {...state} now={now} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Limit({ service, action, uses, windowMs, used, lastUsedAt, freeAt, now }: CooldownState & { now: number }) {
  const told = `${used} of ${uses} in ${windowOf(windowMs)}`;
  return (
    <tr data-row="" tabindex={0}>
      <td class="any-text">
        <a href={addressOf(service, undefined)}>{service}</a>
      </td>
      <td class="any-text">{action}</td>
      <td class="wide">
        <span class="row">
          <Meter value={used} most={uses} name={told} {...(freeAt === null ? {} : { tone: 'bad' })} />
          <span class="number">{told}</span>
        </span>
      </td>
      <td>{lastUsedAt === null ? <span class="faint">never used</span> : <Time at={lastUsedAt} now={now} />}</td>
      <td>
        {freeAt === null ? (
          <Badge tone="good">free now</Badge>
        ) : (
          <Badge tone="bad">
            free <Time at={freeAt} now={now} />
          </Badge>
        )}
      </td>
    </tr>
  );
}

function Uses({ uses, service, after, now }: Pick<CooldownsPage, 'uses' | 'service' | 'after' | 'now'>) {
  const { events, next } = uses;
  return (
    <section>
      <div class="head-line">
        <h2>{service === undefined ? 'Uses' : `Uses of ${service}`}</h2>
        {service === undefined ? null : (
          <a class="small" href="/cooldowns">
            All services
          </a>
        )}
      </div>
      {events.length === 0 ? (
        <p class="faint">It was not used yet.</p>
      ) : (
        <div class="table-wrap">
          <table class="folds steady">
            <thead>
              <tr>
                <th class="short">When</th>
                <th class="medium">What</th>
                <th>Why</th>
                <th class="short">Session</th>
              </tr>
            </thead>
            <tbody>
              {events.map((record) => (
                <Use record={record} now={now} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {next === undefined && after === undefined ? null : (
        <nav class="pager row" aria-label="Pages of uses">
          {after === undefined ? null : (
            <a class="button" href={addressOf(service, undefined)}>
              Newest
            </a>
          )}
          {next === undefined ? null : (
            <a class="button" href={addressOf(service, next)}>
              Older
            </a>
          )}
        </nav>
      )}
    </section>
  );
}

function Use({ record, now }: { readonly record: StoredRecord; readonly now: number }) {
  const { service, action, run } = record.metadata;
  // A run has a session of its own, in which nothing but this is said.
  const isRunItself = record.sessionId === `run-${String(run)}`;
  return (
    <tr>
      <td class="tight">
        <Time at={record.ts} now={now} />
      </td>
      <td class="tight">
        {String(service)}/{String(action)}
      </td>
      <td class="wide any-text">{textToShow(record)}</td>
      <td class="tight">
        {isRunItself ? <span class="faint">a run</span> : <a href={sessionAddress(record.sessionId)}>session</a>}
      </td>
    </tr>
  );
}

function NoneYet() {
  return (
    <Empty title="No limits yet">
      <p>
        Some things help once and harm when they are done again and again: restarting a database, clearing a cache. Say
        how often is fine, and agents under <code>carryover run</code> are told what is free and what is not.
      </p>
      <Ways />
    </Empty>
  );
}

function HowTo() {
  return (
    <section class="card">
      <h2>How limits are made</h2>
      <div class="stack">
        <Ways />
      </div>
    </section>
  );
}

function Ways() {
  return (
    <>
      <p>For all runs, two restarts in any four hours:</p>
      <pre class="sheet">{EXAMPLE}</pre>
      <p>For one run, which then counts as a use, and does not start while it is cooling down:</p>
      <pre class="sheet">{RUN_EXAMPLE}</pre>
      <p>An agent that does it in its work says so, and that counts as well:</p>
      <pre class="sheet">{MARKER_EXAMPLE}</pre>
    </>
  );
}

function windowOf(ms: number): string {
  const [size, unit] = WINDOWS.find(([whole]) => ms % whole === 0) ?? [60_000, 'min'];
  return `${Math.round(ms / size)} ${unit}`;
}

function addressOf(service: string | undefined, after: string | undefined): string {
  const query = { ...(service === undefined ? {} : { service }), ...(after === undefined ? {} : { after }) };
  const parameters = new URLSearchParams(query).toString();
  return parameters === '' ? '/cooldowns' : `/cooldowns?${parameters}`;
}
