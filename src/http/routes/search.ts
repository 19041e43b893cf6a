/**
 * `GET /memory/search` and `GET /search`, which are one (D-021, D-027): facts and records, the best first. Without a workspace it searches all spaces:
 * this is the person's own door. With one it finds that space's, and the facts of the user scope. `audience=agent`
 * leaves out what is not for agents, shows a question that was asked before by its answer, and takes a missing workspace for no space at all. `not_session_id` leaves out
 * the records of a session since its last boot block: who asks has them before its eyes, until a compaction brings the
 * next. `format=jsonl` gives a hit per line as they are made, for those who ask for many.
 */
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import type { SessionId } from '../../memory/ids.ts';
import { RECORD_TYPES } from '../../memory/record.ts';
import type { RecallHit, RecallQuery, RecordHit } from '../../recall/recall.ts';
import { answer, answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { isGiven, mayRead, type Reader, readerOf } from '../audience.ts';
import { parseMoment } from '../moment.ts';
import * as parameter from '../openapi/query.ts';
import { route } from '../openapi/route.ts';
import { hit, searchAnswer } from '../openapi/schemas/records.ts';
import type { HttpEnvironment } from '../request.ts';
import { hitToWire, type WireHit, type WireSearch } from '../search-wire.ts';

const DEFAULT_HITS = 20;
const MOST_HITS = 10_000;
/** A pasted prompt is a legal query. */
const QUERY_CHARS = 16_000;
const KINDS = ['facts', 'records', 'all'] as const;
const FORMATS = ['json', 'jsonl'] as const;

const searchQuery = z.object({
  q: z.string().max(QUERY_CHARS).describe(`the words to look for, at most ${QUERY_CHARS} characters`),
  k: parameter.whole(MOST_HITS).default(DEFAULT_HITS).describe(`1 to ${MOST_HITS}`),
  type: z
    .enum(KINDS)
    .default('all')
    .describe(`one of ${KINDS.join(', ')}`),
  format: z
    .enum(FORMATS)
    .default('json')
    .describe(`one of ${FORMATS.join(', ')}`),
  record_type: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(RECORD_TYPES)))
    .optional()
    .describe(`a list of ${RECORD_TYPES.join(', ')}`),
  session_id: z.string().optional(),
  not_session_id: z.string().optional().describe('a session whose records since its last boot block are left out'),
  since: parameter.moment,
  until: parameter.moment,
  explain: parameter.flag,
  ...parameter.reader,
});

/** How many more are asked for when some are left out here: a session speaks of one thing for long. */
const SPARE_HITS = 50;
/** What was stored a moment ago shall be found; more than this nobody waits for it. */
const PATIENCE_MS = 2_000;

type SearchDependencies = Pick<
  ApiDependencies,
  'recall' | 'journal' | 'resolveWorkspace' | 'linkedSpaces' | 'withholding' | 'clock'
>;

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
  const spec = {
    method: 'get',
    summary: 'Facts and records, the best first',
    tag: 'memory',
    query: searchQuery,
    answer: [
      searchAnswer,
      { contentType: 'application/x-ndjson', describe: 'with `format=jsonl`: a hit per line', line: hit },
    ],
  } as const;
  const handle = async (context: Context<HttpEnvironment>, { query }: { query: z.infer<typeof searchQuery> }) => {
    const startedAt = clock.elapsed();
    const reader = await readerOf(context, dependencies);
    const search = await searchOf(query, reader, dependencies);
    const wire = wireOf(search);
    if (search.format === 'jsonl') return answer(200, 'application/x-ndjson', await linesOf(recall, search, wire));
    const hits = (await recall.search(search.query)).hits.flatMap(wire);
    const took_ms = Math.round((clock.elapsed() - startedAt) * 10) / 10;
    return answerJson(200, { hits, took_ms } satisfies WireSearch);
  };
  route(app, { ...spec, path: '/memory/search' }, handle);
  route(app, { ...spec, path: '/search', page: true }, handle);
}

/** Scores are told as a share of the best one's that is shown. */
function wireOf({ query, reader, leftOut, limit }: Search): (hit: RecallHit) => readonly WireHit[] {
  let best: number | undefined;
  let shown = 0;
  return (hit) => {
    const isShown = hit.kind === 'fact' ? isGiven(reader, hit.learning) : mayRead(reader, hit.record);
    if (!isShown || (hit.kind === 'record' && isOf(leftOut, hit.record)) || shown === limit) return [];
    shown += 1;
    best ??= hit.score;
    return [hitToWire(hit, { score: best > 0 ? hit.score / best : 0, now: query.now, linked: reader.linked })];
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

async function searchOf(
  { q, k, type, format, since, until, explain, ...asked }: z.infer<typeof searchQuery>,
  reader: Reader,
  dependencies: SearchDependencies,
): Promise<Search> {
  const now = dependencies.clock.now();
  const { record_type: types, session_id: sessionId } = asked;
  const leftOut = await sessionInContext(asked.not_session_id, dependencies);
  const query: RecallQuery = {
    text: q,
    kind: type,
    ...reader,
    linked: reader.linked?.map(({ id }) => id) ?? [],
    now,
    patienceMs: PATIENCE_MS,
    limit: leftOut === undefined ? k : k + SPARE_HITS,
    explain,
    answersFirst: true,
    ...(types === undefined ? {} : { recordTypes: types }),
    ...(sessionId === undefined ? {} : { sessionId: sessionId as SessionId }),
    ...(since === undefined ? {} : { since: parseMoment('since', since, now) }),
    ...(until === undefined ? {} : { until: parseMoment('until', until, now) }),
  };
  return { query, reader, leftOut, limit: k, format };
}

async function sessionInContext(id: string | undefined, { journal }: SearchDependencies): Promise<Session | undefined> {
  if (id === undefined) return undefined;
  const boot = await journal.lastInjection({ sessionId: id as SessionId, kinds: ['boot'] });
  return { id, since: boot?.ts ?? 0 };
}
