/** What is searched for, read from the address and written back into it; the names are those of `GET /memory/search`. */
import { parseMoment } from '../../../http/moment.ts';
import type { SessionId, SpaceId } from '../../../memory/ids.ts';
import type { RecallQuery } from '../../../recall/recall.ts';
import type { Visit } from '../../page-server.tsx';

const NAMES = ['q', 'type', 'workspace', 'session_id', 'since', 'k'] as const;
const KINDS = ['facts', 'records'] as const;
const HITS = 20;
const MORE_HITS = 40;
/** Who wants more asks for something narrower. */
const MOST_HITS = 200;
/** As in the API. */
const QUERY_CHARS = 16_000;
/** Somebody is typing: what was stored this very moment may come with the next letter. */
const PATIENCE_MS = 300;

export type SearchQuery = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

export function searchOf({ query }: Pick<Visit, 'query'>): SearchQuery {
  return Object.fromEntries(NAMES.map((name) => [name, query(name)]).filter(([, value]) => value));
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
    ...(query.since === undefined ? {} : { since: parseMoment('since', query.since, now) }),
  };
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
