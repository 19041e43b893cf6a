/** `GET /sessions` and `GET /sessions/:id`: which sessions there were, and turn by turn what one of them was about. */
import type { Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError } from '../../memory/error.ts';
import type { SessionId } from '../../memory/ids.ts';
import type { SessionSummary } from '../../memory/session.ts';
import type { Turn } from '../../memory/turn.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { listOf, words } from '../openapi/list-query.ts';
import { whole } from '../openapi/query.ts';
import { route } from '../openapi/route.ts';
import { sessionDetail, sessionList, type WireTurn } from '../openapi/schemas/sessions.ts';
import type { HttpEnvironment } from '../request.ts';
import { sessionToWire, turnToWire } from '../session-wire.ts';
import { exactScope } from '../workspace.ts';

const MOST_SESSIONS = 200;
const SESSIONS = 50;
const MOST_TURNS = 100;
const TURNS = 20;
/** Of a turn: its first. */
const MOST_RECORD_IDS = 500;
const MOST_INJECTIONS = 100;
const tag = 'sessions';

type SessionDependencies = Pick<ApiDependencies, 'journal' | 'knowledge' | 'resolveWorkspace'>;

export function sessionRoutes(app: Hono<HttpEnvironment>, dependencies: SessionDependencies): void {
  const { journal, resolveWorkspace } = dependencies;
  route(
    app,
    {
      method: 'get',
      path: '/sessions',
      summary: 'A page of sessions, newest first',
      tag,
      page: true,
      query: z.object({ ...listOf(MOST_SESSIONS, SESSIONS), q: words }),
      answer: sessionList,
    },
    async (_, { query: { workspace, q, ...page } }) => {
      const scope = await exactScope(workspace, resolveWorkspace);
      if (scope === undefined) return answerJson(200, { sessions: [], next: null });
      const text = q === undefined || q === '' ? {} : { text: q };
      const { sessions, next } = await journal.sessionPage({ ...page, ...scope, ...text });
      return answerJson(200, { sessions: sessions.map(sessionToWire), next: next ?? null });
    },
  );

  route(
    app,
    {
      method: 'get',
      path: '/sessions/:id',
      summary: 'One session and a page of its turns, in their order',
      tag,
      page: true,
      query: z.object({
        after: z.coerce.number().int().min(0).exactOptional().describe('`next` of the page before'),
        limit: whole(MOST_TURNS).default(TURNS).describe(`a whole number from 1 to ${MOST_TURNS}`),
      }),
      answer: sessionDetail,
    },
    async (_, { path, query }) => {
      const session = await knownSession(path.id, journal);
      const turns = await journal.turnPage({ sessionId: session.id, ...query, limit: query.limit + 1 });
      const page = turns.slice(0, query.limit);
      return answerJson(200, {
        session: sessionToWire(session),
        turns: await detailed(page, dependencies),
        next: turns.length > page.length ? String(page.at(-1)?.sequenceNum) : null,
      });
    },
  );
}

export async function knownSession(
  id: string,
  journal: Pick<ApiDependencies['journal'], 'session'>,
): Promise<SessionSummary> {
  const session = await journal.session(id as SessionId);
  if (session !== undefined) return session;
  throw new CarryoverError('there is no session with this id', { code: 'not-found', hint: 'GET /sessions lists them' });
}

async function detailed(turns: readonly Turn[], { journal, knowledge }: SessionDependencies): Promise<WireTurn[]> {
  const learnings = Map.groupBy(await knowledge.learningsOfTurns(turns.map(({ id }) => id)), ({ turnId }) => turnId);
  return Promise.all(
    turns.map(async (turn) => {
      const injections = (await journal.injectionsOfTurn(turn.id)).slice(0, MOST_INJECTIONS);
      const receipts = injections.map(({ id: injectionId, items }) =>
        knowledge.receipts({ injectionId, limit: items.length }),
      );
      return turnToWire(turn, {
        records: await journal.recordIdsOfTurn(turn.id, turn.lastSeq, MOST_RECORD_IDS),
        injections,
        receipts: (await Promise.all(receipts)).flat(),
        learnings: learnings.get(turn.id) ?? [],
      });
    }),
  );
}
