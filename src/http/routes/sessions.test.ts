import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, sampleInjection, sampleRecord, sampleSession } from '../../journal/contract/samples.fixture.ts';
import { deriveId, type InjectionId, type LearningId, type SessionId, type TurnId } from '../../memory/ids.ts';
import { FOLDER, startTestServer, type TestServer } from '../server.fixture.ts';

const SESSION = deriveId<SessionId>('a session');
const TURN = deriveId<TurnId>('a turn');
const INJECTION = deriveId<InjectionId>('an injection');
const [USED, UNJUDGED] = [deriveId<LearningId>('used'), deriveId<LearningId>('unjudged')];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const { journal, knowledge, space: workspace } = server;
  const others = [1, 2, 3].map((at) =>
    sampleSession({ id: `other-${at}` as SessionId, startedAt: NOW + at, cwd: '/q' }),
  );
  const session = sampleSession({ id: SESSION, workspace, cwd: FOLDER, startedAt: NOW + 9 });
  const record = sampleRecord({ sessionId: SESSION, turnId: TURN, workspace, content: 'how do we deploy?' });
  const detail = { turnId: TURN, scores: [0.9, 0.4], tokens: 12, tookMs: 3 };
  const injection = sampleInjection({
    id: INJECTION,
    sessionId: SESSION,
    kind: 'prompt',
    items: [USED, UNJUDGED],
    detail,
  });
  await journal.append({ sessions: [...others, session], records: [record], injections: [injection] });
  await journal.closeTurn(TURN, 'stop', NOW + 20);
  const given = { injectionId: INJECTION, ts: NOW, sessionId: SESSION, kind: 'prompt', turnId: TURN } as const;
  await knowledge.addReceipts([
    { ...given, item: USED, rank: 1, score: 0.9, outcome: 'used' },
    { ...given, item: UNJUDGED, rank: 2, score: 0.4, outcome: null },
  ]);
});
afterAll(() => server.close());

async function list(query: string): Promise<{ readonly ids: readonly string[]; readonly next: string | null }> {
  const { json } = await server.call('GET', `/sessions?${query}`);
  const { sessions, next } = json as {
    readonly sessions: readonly { readonly id: string }[];
    readonly next: string | null;
  };
  return { ids: sessions.map(({ id }) => id), next };
}

describe('sessions', () => {
  it('come page by page, newest first', async () => {
    const { ids, next } = await list('limit=3');
    expect(ids).toEqual([SESSION, 'other-3', 'other-2']);
    expect(await list(`limit=3&after=${next}`)).toEqual({ ids: ['other-1'], next: null });
  });

  it('are chosen by workspace and by words', async () => {
    expect((await list(`workspace=${FOLDER}`)).ids).toEqual([SESSION]);
    expect((await list('workspace=/not/known')).ids).toEqual([]);
    expect((await list('q=other-2')).ids).toEqual(['other-2']);
    expect((await list('q=')).ids).toHaveLength(4);
  });

  it('tell of each turn what the agent was given with it, and what became of that', async () => {
    const { json } = await server.call('GET', `/sessions/${SESSION}`);
    expect(json).toMatchObject({
      session: { id: SESSION, cwd: FOLDER, turns: 1 },
      turns: [
        {
          ...{ id: TURN, number: 1, user_message: 'how do we deploy?', close_reason: 'stop', learnings: [] },
          injections: [
            {
              ...{ id: INJECTION, kind: 'prompt', tokens: 12 },
              items: [
                { id: USED, score: 0.9, outcome: 'used' },
                { id: UNJUDGED, score: 0.4, outcome: null },
              ],
            },
          ],
        },
      ],
      next: null,
    });
  });
});
