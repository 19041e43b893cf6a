import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitNext, learned, sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import { deriveId, type LearningId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import { systemClock } from '../../platform/clock.ts';
import { FOLDER, startTestServer, type TestServer } from '../server.fixture.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

interface Listed {
  readonly memories: readonly { readonly observation: string; readonly active: boolean; readonly confidence: number }[];
  readonly total: number;
  readonly next: string | null;
}

let server: TestServer;
let [fresh, faded, user, fact]: Learning[] = [];
const now = systemClock.now();
beforeAll(async () => {
  server = await startTestServer();
  const { space: workspace } = server;
  const all = [
    { createdAt: now - DAY_MS, type: 'timing', subject: 'jellyfin', content: 'starts slowly', workspace, tier: 2 },
    // Five weeks past the month in which nothing fades.
    {
      createdAt: now - 30 * DAY_MS - 5 * WEEK_MS,
      type: 'behavior',
      subject: null,
      content: 'sleeps at night',
      workspace,
    },
    { createdAt: now - 2 * DAY_MS, type: 'timing', subject: 'sonarr', content: 'takes a minute', workspace: null },
    {
      createdAt: now - 3 * DAY_MS,
      type: 'FACT',
      subject: 'build',
      content: 'uses make slowly',
      workspace,
      confidence: 0.9,
    },
    {
      createdAt: now - DAY_MS,
      type: 'FACT',
      subject: 'build',
      content: 'uses gulp',
      workspace,
      validTo: now,
      supersededBy: deriveId<LearningId>('uses make'),
    },
  ] as const;
  const learnings = all.map((different) => sampleLearning(different));
  await commitNext(server.knowledge, { learnings: learnings.map(learned) });
  [fresh, faded, user, fact] = learnings;
});
afterAll(() => server.close());

async function list(query = ''): Promise<Listed> {
  const { status, json, text } = await server.call('GET', `/memories?${query}`);
  expect({ query, status, text }).toMatchObject({ status: 200 });
  return json as Listed;
}

const said = async (query: string) => (await list(query)).memories.map(({ observation }) => observation);

describe('memories', () => {
  it('are told with how sure they are now, and how sure they were (C-050, C-034)', async () => {
    const { memories, total, next } = await list();
    expect({ total, next }).toEqual({ total: 4, next: null });
    expect(memories[0]).toEqual({
      ...{
        id: fresh?.id,
        service: 'jellyfin',
        category: 'timing',
        observation: 'starts slowly',
        workspace: server.space,
      },
      ...{ confidence: 0.7, base_confidence: 0.7, active: true, persistent: false, pinned: false, sensitive: false },
      ...{ tier: 2, created_at: now - DAY_MS, updated_at: now - DAY_MS, confirmed_at: now - DAY_MS, trust: 'typed' },
      ...{ session_id: fresh?.sessionId, turn_id: fresh?.turnId, superseded_by: null },
    });
    expect(memories.at(-1)).toMatchObject({
      service: null,
      base_confidence: 0.7,
      confidence: expect.closeTo(0.2, 4),
      active: false,
      tier: 1,
    });
  });

  it('are chosen by service, category, status, words and workspace (C-054)', async () => {
    expect(await said('service=jellyfin')).toEqual(['starts slowly']);
    for (const none of ['service=', 'service=general']) expect(await said(none)).toEqual(['sleeps at night']);
    expect(await said('category=timing')).toEqual(['starts slowly', 'takes a minute']);
    expect(await said('status=inactive')).toEqual(['sleeps at night']);
    expect((await list('status=active')).total).toBe(3);
    expect(await said('replaced=true&status=inactive')).toEqual(['uses gulp']);
    expect(await said('q=slow')).toEqual(['starts slowly', 'uses make slowly']);
    expect(await said('workspace=')).toEqual(['takes a minute']);
    expect(await said(`workspace=${FOLDER}&category=timing`)).toEqual(['starts slowly']);
    expect(await list('workspace=/not/known')).toEqual({ memories: [], total: 0, next: null, partial: false });
  });

  it('come page by page, in the order that is asked for', async () => {
    const paged: string[] = [];
    let after = '';
    for (;;) {
      const { memories, total, next } = await list(`order=confidence&limit=1${after}`);
      expect(total).toBe(4);
      paged.push(...memories.map(({ observation }) => observation));
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(paged.toSorted()).toEqual((await said('')).toSorted());
    expect([paged[0], paged.at(-1)]).toEqual(['uses make slowly', 'sleeps at night']);
  });

  it('tell one by one how sure they were over time, by the beginning of their id (C-062)', async () => {
    const { id, createdAt } = faded ?? sampleLearning();
    const { json } = await server.call('GET', `/memories/${id.slice(0, 8)}`);
    expect(json).toMatchObject({
      id,
      confidence: expect.closeTo(0.2, 4),
      history: [{ cause: 'learned', confidence: 0.7 }],
    });
    const { confidence_history: points } = json as {
      confidence_history: readonly { readonly ts: number; readonly confidence: number }[];
    };
    expect(points[0]).toEqual({ ts: createdAt, confidence: 0.7 });
    expect(points.at(-1)?.confidence).toBeCloseTo(0.2, 4);
    const falling = points.map(({ confidence }) => confidence);
    expect(falling).toEqual(falling.toSorted((a, b) => b - a));
    expect((await server.call('GET', `/memories/${user?.id}`)).json).toMatchObject({ workspace: null });
    expect(await server.call('GET', '/memories/abcdef00')).toMatchObject({ status: 404 });
  });

  it('refuse what makes no sense, and say what it is', async () => {
    const wish = { service: 'jellyfin', category: 'timing', observation: 'x' };
    const refused = [
      ['POST', '/memories', { ...wish, observation: ' ' }, 'observation must not be empty'],
      ['POST', '/memories', { ...wish, observation: null }, 'observation must be text'],
      [
        'POST',
        '/memories',
        { ...wish, observation: 'x'.repeat(2_001) },
        'observation must have at most 2000 characters',
      ],
      ['POST', '/memories', { ...wish, service: '' }, 'service must not be empty'],
      ['POST', '/memories', { ...wish, service: 7 }, 'service must be text'],
      ['POST', '/memories', { ...wish, category: 'weather' }, 'category must be one of'],
      ['POST', '/memories', { ...wish, confidence: 1.1 }, 'confidence must be at most 1'],
      ['POST', '/memories', { ...wish, confidence: Number.NaN }, 'confidence must be a number'],
      ['POST', '/memories', { ...wish, tier: 2 }, 'unknown field "tier"'],
      ['POST', '/memories', { observation: 'x' }, 'service is missing'],
      ['PUT', `/memories/${fact?.id}`, {}, 'there is nothing to change'],
      ['DELETE', '/memories/bulk', { ids: [] }, 'ids must not be empty'],
      ['POST', '/memories/merge', { into: fact?.id, from: ['a b'] }, 'from.0: is no id'],
      ['GET', '/memories?order=age', undefined, 'order must be one of'],
      // S-08: a filter that nobody knows would show everything.
      ['GET', '/memories?active=1', undefined, 'unknown parameter "active"'],
      ['GET', '/memories?limit=501', undefined, 'limit must be at most 500'],
    ] as const;
    for (const [method, path, body, message] of refused) {
      const { status, json } = await server.call(method, path, body);
      expect({ path, status, json }).toMatchObject({
        status: 400,
        json: { error: { code: 'invalid-input', message: expect.stringContaining(message) } },
      });
    }
    const elsewhere = { ...wish, workspace: '/not/known' };
    expect(await server.call('POST', '/memories', elsewhere)).toMatchObject({ status: 404 });
  });
});
