import { afterAll, beforeAll, expect, it } from 'vitest';
import { commitNext, learned, sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { SAMPLE_SETTINGS, startTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    recall: { search: async () => ({ hits: [] }), rebuildIndex: () => Promise.reject() },
  });
  const now = systemClock.now();
  const learnings = [
    sampleLearning({ workspace: server.space, createdAt: now, updatedAt: now }),
    sampleLearning({ workspace: server.space, createdAt: 1_000, updatedAt: 1_000 }),
  ];
  await commitNext(server.knowledge, { learnings: learnings.map(learned) });
});
afterAll(() => server.close());

it('GET / tells a program in numbers what the first page tells a person (C-051)', async () => {
  const { status, json } = await server.call('GET', '/');
  expect(status).toBe(200);
  expect(json).toMatchObject({
    state: 'degraded',
    sessions: 1,
    records: 2,
    turns: 3,
    memories: { active: expect.any(Number), inactive: expect.any(Number) },
    learned_today: 1,
    pending_actions: 2,
    waiting_reviews: 1,
    injected: { given: 12, used: 6 },
    queue: { waiting: 9 },
    spend: { day_usd: 0.25 },
  });
  const { active, inactive } = (json as { memories: { active: number; inactive: number } }).memories;
  expect(active + inactive).toBe(2);
});

it('GET /ledger tells what is kept, given, taken out and forgotten (D-072)', async () => {
  expect((await server.call('GET', '/ledger')).json).toEqual({
    ...SAMPLE_SETTINGS,
    retention: expect.objectContaining({ days: 90, emptied: 7 }),
    redactions: { since: 1_000, kinds: { 'api-key': 2 } },
    receipts: [],
    backups: { copies: 2, bytes: 300, last_at: 4_000 },
    encryption: { state: 'off' },
    apps: 0,
  });
});

it('GET /search answers as GET /memory/search does', async () => {
  for (const path of ['/search', '/memory/search']) {
    expect((await server.call('GET', `${path}?q=x`)).json).toEqual({ hits: [], took_ms: expect.any(Number) });
    expect((await server.call('GET', path)).status).toBe(400);
  }
});
