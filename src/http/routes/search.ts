/** `GET /memory/search` (D-021, D-027). Without a workspace it searches all spaces: this is the person's own door. */
import type { Hono } from 'hono';
import type { SearchQuery } from '../../journal/journal.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { SessionId } from '../../memory/ids.ts';
import { RECORD_TYPES, type RecordType } from '../../memory/record.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { parseMoment } from '../moment.ts';
import type { HttpEnvironment } from '../request.ts';
import { hitToWire, type WireSearch } from '../wire.ts';
import { findWorkspace } from '../workspace.ts';

const DEFAULT_HITS = 20;
const MOST_HITS = 200;
/** A pasted prompt is a legal query; the header limit ends it a little later anyway. */
const QUERY_CHARS = 16_000;
const KINDS = ['facts', 'records', 'all'];

type SearchDependencies = Pick<ApiDependencies, 'journal' | 'resolveWorkspace' | 'clock'>;
type Query = (name: string) => string | undefined;

export function searchRoute(app: Hono<HttpEnvironment>, dependencies: SearchDependencies): void {
  const { journal, clock } = dependencies;
  app.get('/memory/search', async (context) => {
    const startedAt = clock.elapsed();
    const query = await parseQuery((name) => context.req.query(name), dependencies);
    const hits = query === undefined ? [] : await journal.search(query);
    const took_ms = Math.round((clock.elapsed() - startedAt) * 10) / 10;
    return answerJson(200, { hits: hits.map(hitToWire), took_ms } satisfies WireSearch);
  });
}

/** Undefined when nothing can match. */
async function parseQuery(query: Query, dependencies: SearchDependencies): Promise<SearchQuery | undefined> {
  const now = dependencies.clock.now();
  const text = query('q');
  if (text === undefined) throw invalid('q is missing', 'give the words to look for as q');
  if (text.length > QUERY_CHARS) throw invalid('q is too long', `give at most ${QUERY_CHARS} characters`);
  const kind = query('type') ?? 'all';
  if (!KINDS.includes(kind)) throw invalid('type is not known', `type is one of ${KINDS.join(', ')}`);
  const since = query('since');
  const until = query('until');
  const types = query('record_type');
  const sessionId = query('session_id');
  const workspace = query('workspace');
  const parsed = {
    text,
    limit: parseLimit(query('k')),
    ...(types === undefined ? {} : { types: parseTypes(types) }),
    ...(sessionId === undefined ? {} : { sessionId: sessionId as SessionId }),
    ...(since === undefined ? {} : { since: parseMoment('since', since, now) }),
    ...(until === undefined ? {} : { until: parseMoment('until', until, now) }),
  };
  // Facts come with the knowledge store; until then there are none.
  if (kind === 'facts' || text.trim() === '') return undefined;
  if (workspace === undefined) return parsed;
  const space = await findWorkspace(workspace, dependencies.resolveWorkspace);
  return space === undefined ? undefined : { ...parsed, workspace: space };
}

function parseLimit(text: string | undefined): number {
  const limit = text === undefined ? DEFAULT_HITS : Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_HITS) return limit;
  throw invalid('k is not a number of hits', `k is 1 to ${MOST_HITS}`);
}

function parseTypes(text: string): readonly RecordType[] {
  return text.split(',').map((name) => {
    const type = RECORD_TYPES.find((known) => known === name);
    if (type !== undefined) return type;
    throw invalid('record_type is not known', `record_type is a list of ${RECORD_TYPES.join(', ')}`);
  });
}

function invalid(message: string, hint: string): CarryoverError {
  return new CarryoverError(message, { code: 'invalid-input', hint });
}
