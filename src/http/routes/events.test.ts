import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRecord, sampleSession } from '../../journal/contract/samples.fixture.ts';
import { commitNext, learned, sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import { deriveId, type RecordId, type SessionId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { JsonObject } from '../../memory/record.ts';
import { FOLDER, startTestServer, type TestServer } from '../server.fixture.ts';

const START = 1_700_000_000_000;
const OTHER_SESSION = deriveId<SessionId>('other');
const COOLDOWN = {
  ...{ service: 'jellyfin', action: 'restart', uses: 2, windowMs: 3_600_000 },
  ...{ used: 2, lastUsedAt: START, freeAt: START + 1_000 },
};

interface WireEvent {
  readonly id: string;
  readonly ts: number;
  readonly kind: string;
  readonly level: string | null;
}

let server: TestServer;
let made = 0;
beforeAll(async () => {
  server = await startTestServer({ runs: { ...refusing(), cooldowns: async () => [COOLDOWN] } });
  await server.journal.append({ sessions: [sampleSession(), sampleSession({ id: OTHER_SESSION })] });
});
afterAll(() => server.close());

const refuse = () => Promise.reject(new Error('no run here'));
const refusing = () => ({ begin: refuse, heard: refuse, end: refuse });

async function happened(ts: number, metadata: JsonObject, sessionId?: SessionId): Promise<void> {
  made += 1;
  const id = deriveId<RecordId>('event', String(made));
  const where = { workspace: server.space, turnId: null, ...(sessionId === undefined ? {} : { sessionId }) };
  const record = sampleRecord({ id, ts: START + ts, type: 'event', content: `event ${made}`, metadata, ...where });
  await server.journal.append({ records: [record] });
}

async function remembered(ts: number, different: Partial<Learning> = {}): Promise<Learning> {
  const learning = sampleLearning({ createdAt: START + ts, type: 'timing', workspace: server.space, ...different });
  await commitNext(server.knowledge, { learnings: [learned(learning)] });
  return learning;
}

async function page(query: string): Promise<{ readonly events: readonly WireEvent[]; readonly next: string | null }> {
  const { status, json, text } = await server.call('GET', `/events?${query}`);
  expect({ query, status, text }).toMatchObject({ status: 200 });
  return json as { events: WireEvent[]; next: string | null };
}

describe('the events', () => {
  it('are what was said of services and which memories were made, newest first (C-063)', async () => {
    await happened(1, { event: 'run-start', run: 'r1', name: 'app' });
    await happened(3, { event: 'marker', level: 'warning', service: 'sonarr', tier: 2 });
    await happened(4, { event: 'cooldown', service: 'jellyfin', action: 'restart' });
    const about = { subject: 'jellyfin', content: 'takes a minute to start', tier: 3 };
    const { id } = await remembered(2, about);
    await remembered(5, { subject: null, type: 'behavior', content: 'is slow at night', validTo: START + 6 });
    await remembered(5, { type: 'FACT' });
    const { events, next } = await page('');
    expect(next).toBeNull();
    expect(events).toMatchObject([
      { kind: 'memory', message: 'New memory: [behavior:general] is slow at night', level: 'info', service: null },
      { kind: 'cooldown', service: 'jellyfin', action: 'restart', level: null, tier: 1 },
      { kind: 'marker', service: 'sonarr', level: 'warning', message: 'event 2', tier: 2 },
      { kind: 'memory', message: 'New memory: [timing:jellyfin] takes a minute to start', memory_id: id, tier: 3 },
      { kind: 'run-start', service: null, workspace: server.space },
    ]);
  });

  it('are chosen by level, service, session and workspace', async () => {
    await happened(6, { event: 'marker', level: 'info', service: 'sonarr' }, OTHER_SESSION);
    await remembered(7, { subject: 'sonarr', sessionId: OTHER_SESSION, workspace: null });
    const kinds = async (query: string) => (await page(query)).events.map(({ kind, level }) => `${kind} ${level}`);
    expect(await kinds('level=warning')).toEqual(['marker warning']);
    expect(await kinds('level=info&service=sonarr')).toEqual(['memory info', 'marker info']);
    expect(await kinds('service=jellyfin')).toEqual(['cooldown null', 'memory info']);
    expect(await kinds(`session_id=${OTHER_SESSION}`)).toEqual(['memory info', 'marker info']);
    expect(await kinds('workspace=')).toEqual(['memory info']);
    expect(await kinds(`workspace=${FOLDER}&session_id=${OTHER_SESSION}`)).toEqual(['marker info']);
    expect(await kinds('workspace=/not/known')).toEqual([]);
  });

  it('refuse what is no place, no level and no id', async () => {
    for (const query of ['after=nowhere', 'level=loud', 'session_id=%0a', 'limit=0', 'limit=1e9'])
      expect(await server.call('GET', `/events?${query}`)).toMatchObject({
        status: 400,
        json: { error: { code: 'invalid-input' } },
      });
  });
});

describe('the cooldowns', () => {
  it('are told with how often they were used, and when they are free', async () => {
    expect((await server.call('GET', '/cooldowns')).json).toEqual({
      cooldowns: [
        {
          ...{ service: 'jellyfin', action: 'restart', uses: 2, window_ms: 3_600_000 },
          ...{ used: 2, last_used_at: START, free_at: START + 1_000 },
        },
      ],
    });
  });
});
