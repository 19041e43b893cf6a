/**
 * `GET /memory/search` (D-021, D-027): facts and records. Without a workspace it searches all spaces: this is the person's
 * own door. With one it finds that space's, and the facts of the user scope.
 */
import type { Hono } from 'hono';
import type { SearchHit, SearchQuery } from '../../journal/journal.ts';
import type { LearningHit } from '../../knowledge/knowledge.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { SessionId, SpaceId } from '../../memory/ids.ts';
import { RECORD_TYPES, type RecordType } from '../../memory/record.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { factToWire } from '../knowledge-wire.ts';
import { parseMoment } from '../moment.ts';
import type { HttpEnvironment } from '../request.ts';
import { hitToWire, type WireHit, type WireSearch } from '../wire.ts';
import { scopeOf } from '../workspace.ts';

const DEFAULT_HITS = 20;
const MOST_HITS = 200;
/** A pasted prompt is a legal query; the header limit ends it a little later anyway. */
const QUERY_CHARS = 16_000;
const KINDS = ['facts', 'records', 'all'] as const;

/** Facts looked through when a time or a session narrows them: what they say is searched first. */
const NARROWED_FACTS = 1_000;

type SearchDependencies = Pick<ApiDependencies, 'journal' | 'knowledge' | 'resolveWorkspace' | 'clock'>;
type Query = (name: string) => string | undefined;

interface Search {
  readonly kind: (typeof KINDS)[number];
  readonly query: SearchQuery;
  /** As for lists: null when the folder is not known. */
  readonly scope: { readonly workspace?: SpaceId | null };
}

export function searchRoute(app: Hono<HttpEnvironment>, dependencies: SearchDependencies): void {
  const { journal, knowledge, clock } = dependencies;
  app.get('/memory/search', async (context) => {
    const startedAt = clock.elapsed();
    const search = await parseQuery((name) => context.req.query(name), dependencies);
    const facts = await findFacts(search, knowledge);
    const records = await findRecords(search, journal);
    // Two engines score by different measures: each list is brought to its own best hit. A fact goes first on a tie.
    const hits = [...toBest(facts.map(factToWire)), ...toBest(records.map(hitToWire))]
      .sort((a, b) => b.score - a.score)
      .slice(0, search.query.limit);
    const took_ms = Math.round((clock.elapsed() - startedAt) * 10) / 10;
    return answerJson(200, { hits, took_ms } satisfies WireSearch);
  });
}

async function findRecords(
  { kind, query, scope }: Search,
  journal: SearchDependencies['journal'],
): Promise<readonly SearchHit[]> {
  if (kind === 'facts' || query.text.trim() === '' || scope.workspace === null) return [];
  return journal.search({ ...query, ...(scope.workspace === undefined ? {} : { workspace: scope.workspace }) });
}

async function findFacts(
  { kind, query, scope }: Search,
  knowledge: SearchDependencies['knowledge'],
): Promise<readonly LearningHit[]> {
  const { text, limit, types, sessionId, since, until } = query;
  // Whoever asks for types of records asks for records.
  if (kind === 'records' || types !== undefined || text.trim() === '') return [];
  const isNarrowed = sessionId !== undefined || since !== undefined || until !== undefined;
  const hits = await knowledge.searchLearnings({ ...scope, text, limit: isNarrowed ? NARROWED_FACTS : limit });
  return hits.filter(
    ({ learning }) =>
      (sessionId === undefined || learning.sessionId === sessionId) &&
      (since === undefined || learning.confirmedAt >= since) &&
      (until === undefined || learning.createdAt <= until),
  );
}

function toBest(hits: readonly WireHit[]): readonly WireHit[] {
  const best = Math.max(...hits.map(({ score }) => score));
  return best > 0 ? hits.map((hit) => ({ ...hit, score: hit.score / best })) : hits;
}

async function parseQuery(query: Query, dependencies: SearchDependencies): Promise<Search> {
  const now = dependencies.clock.now();
  const text = query('q');
  if (text === undefined) throw invalid('q is missing', 'give the words to look for as q');
  if (text.length > QUERY_CHARS) throw invalid('q is too long', `give at most ${QUERY_CHARS} characters`);
  const wanted = query('type') ?? 'all';
  const kind = KINDS.find((known) => known === wanted);
  if (kind === undefined) throw invalid('type is not known', `type is one of ${KINDS.join(', ')}`);
  const since = query('since');
  const until = query('until');
  const types = query('record_type');
  const sessionId = query('session_id');
  const parsed = {
    text,
    limit: parseLimit(query('k')),
    ...(types === undefined ? {} : { types: parseTypes(types) }),
    ...(sessionId === undefined ? {} : { sessionId: sessionId as SessionId }),
    ...(since === undefined ? {} : { since: parseMoment('since', since, now) }),
    ...(until === undefined ? {} : { until: parseMoment('until', until, now) }),
  };
  return { kind, query: parsed, scope: await scopeOf(query('workspace'), dependencies.resolveWorkspace) };
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
