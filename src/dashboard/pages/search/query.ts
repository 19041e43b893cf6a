/**
 * What is searched for, read from the address and written back into it; the names are those of `GET /memory/search`. `when`
 * is how long ago at most, or `DAYS` for `since` and `until`, days of the machine's zone, both inclusive.
 */
import { parseMoment } from '../../../http/moment.ts';
import type { SessionId, SpaceId } from '../../../memory/ids.ts';
import type { RecallQuery } from '../../../recall/recall.ts';
import type { Visit } from '../../page-server.tsx';

const NAMES = ['q', 'type', 'workspace', 'session_id', 'when', 'since', 'until', 'k'] as const;
export const DAYS = 'days';
const KINDS = ['facts', 'records'] as const;
const HITS = 20;
const MORE_HITS = 40;
/** Who wants more asks for something narrower. */
const MOST_HITS = 200;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** As in the API. */
const QUERY_CHARS = 16_000;
/** Somebody is typing: what was stored this very moment may come with the next letter. */
const PATIENCE_MS = 300;

export type SearchQuery = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

export function searchOf({ query }: Pick<Visit, 'query'>): SearchQuery {
  const { when, since, until, ...asked }: SearchQuery = Object.fromEntries(
    NAMES.map((name) => [name, query(name)]).filter(([, value]) => value),
  );
  if (when !== undefined && when !== DAYS) return { ...asked, when };
  const days = { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
  return when === undefined && Object.keys(days).length === 0 ? asked : { ...asked, when: DAYS, ...days };
}

/** Undefined when there is nothing to look for. */
export function recallQueryOf({ q, type, workspace, ...query }: SearchQuery, now: number): RecallQuery | undefined {
  const text = (q ?? '').slice(0, QUERY_CHARS);
  if (text.trim() === '') return undefined;
  return {
    text,
    kind: KINDS.find((kind) => kind === type) ?? 'all',
    limit: limitOf(query),
    audience: 'person',
    now,
    patienceMs: PATIENCE_MS,
    ...(workspace === undefined ? {} : { workspace: workspace as SpaceId }),
    ...(query.session_id === undefined ? {} : { sessionId: query.session_id as SessionId }),
    ...momentsOf(query, now),
  };
}

function momentsOf({ when, since, until }: SearchQuery, now: number): Pick<RecallQuery, 'since' | 'until'> {
  if (when !== undefined && when !== DAYS) return { since: parseMoment('when', when, now) };
  return {
    ...(since === undefined ? {} : { since: dayStart(since, 0) ?? parseMoment('since', since, now) }),
    ...(until === undefined ? {} : { until: (dayStart(until, 1) ?? parseMoment('until', until, now) + 1) - 1 }),
  };
}

/** The first moment of the day that comes so many days after this one; undefined when it is no day. */
function dayStart(text: string, daysLater: number): number | undefined {
  const [, year, month, day] = DAY.exec(text) ?? [];
  return day === undefined ? undefined : new Date(Number(year), Number(month) - 1, Number(day) + daysLater).getTime();
}

/** The same search for more; undefined when there is no more, or enough. */
export function moreOf(query: SearchQuery, found: number): SearchQuery | undefined {
  const limit = limitOf(query);
  if (found < limit || limit >= MOST_HITS) return undefined;
  return { ...query, k: String(Math.min(MOST_HITS, limit + MORE_HITS)) };
}

function limitOf({ k }: SearchQuery): number {
  const wanted = Number(k);
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, MOST_HITS) : HITS;
}
