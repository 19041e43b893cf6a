/**
 * `GET /memory/search` (D-021, D-027): facts and records, the best first. Without a workspace it searches all spaces:
 * this is the person's own door. With one it finds that space's, and the facts of the user scope. `audience=agent`
 * leaves out what is not for agents, and takes a missing workspace for no space at all. `not_session_id` leaves out
 * the records of a session since its last boot block: who asks has them before its eyes, until a compaction brings the
 * next. `format=jsonl` gives a hit per line as they are made, for those who ask for many.
 */
import type { Hono } from 'hono';
import { CarryoverError } from '../../memory/error.ts';
import type { SessionId } from '../../memory/ids.ts';
import { RECORD_TYPES, type RecordType } from '../../memory/record.ts';
import type { RecallHit, RecallQuery, RecordHit } from '../../recall/recall.ts';
import { answer, answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { parseMoment } from '../moment.ts';
import { mayRead, type Reader, readerOf } from '../reader.ts';
import type { HttpEnvironment } from '../request.ts';
import { hitToWire, type WireHit, type WireSearch } from '../search-wire.ts';

const DEFAULT_HITS = 20;
const MOST_HITS = 10_000;
/** A pasted prompt is a legal query. */
const QUERY_CHARS = 16_000;
const KINDS = ['facts', 'records', 'all'] as const;
const FORMATS = ['json', 'jsonl'] as const;
/** How many more are asked for when some are left out here: a session speaks of one thing for long. */
const SPARE_HITS = 50;
/** What was stored a moment ago shall be found; more than this nobody waits for it. */
const PATIENCE_MS = 2_000;

type SearchDependencies = Pick<
  ApiDependencies,
  'recall' | 'journal' | 'resolveWorkspace' | 'linkedSpaces' | 'withholding' | 'clock'
>;
type Query = (name: string) => string | undefined;

interface Session {
  readonly id: string;
  /** When its context began. */
  readonly since: number;
}

interface Search {
  readonly query: RecallQuery;
  readonly reader: Reader;
  readonly leftOut: Session | undefined;
  readonly limit: number;
  readonly format: (typeof FORMATS)[number];
}

export function searchRoute(app: Hono<HttpEnvironment>, dependencies: SearchDependencies): void {
  const { recall, clock } = dependencies;
  app.get('/memory/search', async (context) => {
    const startedAt = clock.elapsed();
    const reader = await readerOf(context, dependencies);
    const search = await parseQuery((name) => context.req.query(name), reader, dependencies);
    const wire = wireOf(search);
    if (search.format === 'jsonl') return answer(200, 'application/x-ndjson', await linesOf(recall, search, wire));
    const hits = (await recall.search(search.query)).hits.flatMap(wire);
    const took_ms = Math.round((clock.elapsed() - startedAt) * 10) / 10;
    return answerJson(200, { hits, took_ms } satisfies WireSearch);
  });
}

/** Scores are told as a share of the best one's that is shown. */
function wireOf({ reader, leftOut, limit }: Search): (hit: RecallHit) => readonly WireHit[] {
  let best: number | undefined;
  let shown = 0;
  return (hit) => {
    const isShown = mayRead(reader, hit.kind === 'fact' ? hit.learning : hit.record);
    if (!isShown || (hit.kind === 'record' && isOf(leftOut, hit.record)) || shown === limit) return [];
    shown += 1;
    best ??= hit.score;
    return [hitToWire(hit, best > 0 ? hit.score / best : 0, reader.linked)];
  };
}

function isOf(session: Session | undefined, { sessionId, ts }: RecordHit['record']): boolean {
  return session !== undefined && sessionId === session.id && ts >= session.since;
}

/** What fails before the first hit is thrown; after it, the connection is cut. */
async function linesOf(
  recall: SearchDependencies['recall'],
  { query }: Search,
  wire: (hit: RecallHit) => readonly WireHit[],
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const begun = Promise.withResolvers<void>();
  let receiver: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      receiver = controller;
    },
    cancel() {
      receiver = undefined;
    },
  });
  const send = (hits: readonly RecallHit[]) => {
    const lines = hits.flatMap(wire).map((hit) => `${JSON.stringify(hit)}\n`);
    if (lines.length > 0) receiver?.enqueue(encoder.encode(lines.join('')));
    begun.resolve();
  };
  const finished = recall.search(query, send).then(({ hits }) => {
    send(hits);
    receiver?.close();
  });
  finished.catch((error: unknown) => receiver?.error(error));
  await Promise.race([begun.promise, finished]);
  return body;
}

async function parseQuery(query: Query, reader: Reader, dependencies: SearchDependencies): Promise<Search> {
  const now = dependencies.clock.now();
  const text = query('q');
  if (text === undefined) throw invalid('q is missing', 'give the words to look for as q');
  if (text.length > QUERY_CHARS) throw invalid('q is too long', `give at most ${QUERY_CHARS} characters`);
  const wanted = query('type') ?? 'all';
  const kind = KINDS.find((known) => known === wanted);
  if (kind === undefined) throw invalid('type is not known', `type is one of ${KINDS.join(', ')}`);
  const named = query('format') ?? 'json';
  const format = FORMATS.find((known) => known === named);
  if (format === undefined) throw invalid('format is not known', `format is one of ${FORMATS.join(', ')}`);
  const since = query('since');
  const until = query('until');
  const types = query('record_type');
  const sessionId = query('session_id');
  const leftOut = await sessionInContext(query('not_session_id'), dependencies);
  const limit = parseLimit(query('k'));
  const parsed: RecallQuery = {
    text,
    kind,
    ...reader,
    linked: reader.linked?.map(({ id }) => id) ?? [],
    now,
    patienceMs: PATIENCE_MS,
    limit: leftOut === undefined ? limit : limit + SPARE_HITS,
    explain: query('explain') === 'true',
    ...(types === undefined ? {} : { recordTypes: parseTypes(types) }),
    ...(sessionId === undefined ? {} : { sessionId: sessionId as SessionId }),
    ...(since === undefined ? {} : { since: parseMoment('since', since, now) }),
    ...(until === undefined ? {} : { until: parseMoment('until', until, now) }),
  };
  return { query: parsed, reader, leftOut, limit, format };
}

async function sessionInContext(id: string | undefined, { journal }: SearchDependencies): Promise<Session | undefined> {
  if (id === undefined) return undefined;
  const boot = await journal.lastInjection({ sessionId: id as SessionId, kinds: ['boot'] });
  return { id, since: boot?.ts ?? 0 };
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
