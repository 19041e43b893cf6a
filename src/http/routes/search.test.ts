import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleInjection, sampleRecord, sampleSession } from '../../journal/contract/samples.fixture.ts';
import { commitNext, learned, OTHER_SPACE, sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import type { RecordId, SessionId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { RecallHit } from '../../recall/recall.ts';
import type { WireHit, WireSearch } from '../search-wire.ts';
import { FOLDER, startTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
let here: Learning;
let old: Learning;
let mine: Learning;

beforeAll(async () => {
  server = await startTestServer();
  here = sampleLearning({
    workspace: server.space,
    content: 'wombat runs on port 9000',
    trust: 'tool',
    createdAt: 2_000,
  });
  mine = sampleLearning({
    workspace: null,
    scope: { kind: 'user' },
    type: 'PREFERENCE',
    subject: null,
    content: 'call the wombat politely, and never on a Friday afternoon before a release',
    sessionId: 'A' as SessionId,
    createdAt: 9_000,
  });
  old = sampleLearning({ workspace: server.space, content: 'wombat runs on port 1', validTo: 5_000 });
  const elsewhere = sampleLearning({ workspace: OTHER_SPACE, content: 'another wombat' });
  await commitNext(server.knowledge, { learnings: [here, mine, old, elsewhere].map(learned) });
  await server.call('POST', '/memory/record', [
    { id: 'r1', ts: 3_000, type: 'prompt', session_id: 'A', workspace: FOLDER, content: 'where is the wombat' },
  ]);
});
afterAll(() => server.close());

async function search(query: Record<string, string>): Promise<readonly WireHit[]> {
  const given = new URLSearchParams({ q: 'wombat', workspace: FOLDER, ...query });
  return ((await server.call('GET', `/memory/search?${given}`)).json as WireSearch).hits;
}

describe('facts in GET /memory/search (D-021, D-027, B-074)', () => {
  it('come in exactly the agreed shape', async () => {
    expect((await search({ q: '9000' }))[0]).toEqual({
      id: here.id,
      type: 'fact',
      score: 1,
      snippet: 'wombat runs on port 9000',
      session_id: here.sessionId,
      workspace: server.space,
      ts: 2_000,
      tags: [],
      metadata: {
        learning_type: 'FACT',
        scope: 'space',
        subject: 'build',
        confidence: 0.7,
        trust: 'tool',
        valid: true,
      },
    });
  });

  it('stand beside records, measured by one scale', async () => {
    const hits = await search({});
    expect(hits.map(({ type }) => type).toSorted()).toEqual(['fact', 'fact', 'prompt']);
    const scores = hits.map(({ score }) => score);
    expect(scores[0]).toBe(1);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(await search({ k: '1' })).toEqual(hits.slice(0, 1));
  });

  it('say why they stand where they stand when they are asked to', async () => {
    const [fact] = await search({ q: 'which port does wombat use', explain: 'true' });
    expect(fact?.explain?.words.map(({ word }) => word)).toEqual(['port', 'wombat']);
    expect(fact?.explain?.parts).toMatchObject({ words: expect.any(Number), fact: expect.any(Number) });
  });

  it('come line by line when they are asked for so, in the same order (D-081)', async () => {
    const given = new URLSearchParams({ q: 'wombat', workspace: FOLDER, k: '10000', format: 'jsonl' });
    const answer = await server.call('GET', `/memory/search?${given}`);
    expect(answer.headers['content-type']).toBe('application/x-ndjson');
    const lines = answer.text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(await search({}));
  });

  it.each([
    ['the space and the user scope', {}, ['here', 'mine', 'r1']],
    ['records alone', { type: 'records' }, ['r1']],
    ['facts alone', { type: 'facts' }, ['here', 'mine']],
    ['records when their type is asked for', { record_type: 'prompt' }, ['r1']],
    ['a session', { session_id: 'A' }, ['mine', 'r1']],
    ['without the records of a session', { not_session_id: 'A' }, ['here', 'mine']],
    ['since a moment', { since: '3000' }, ['mine', 'r1']],
    ['until a moment', { until: '2500' }, ['here']],
    ['a folder nobody knows, which has the user scope', { workspace: '/nobody/knows' }, ['mine']],
    ['no words', { q: ' ' }, []],
  ])('are filtered: %s', async (_what, query, expected) => {
    const names = new Map<string, string>([
      [here.id, 'here'],
      [mine.id, 'mine'],
      [old.id, 'old'],
    ]);
    const found = (await search(query as Record<string, string>)).map(({ id }) => names.get(id) ?? id);
    expect(found.sort()).toEqual(expected);
  });

  it('cover all spaces for the person who asks without one', async () => {
    const { hits } = (await server.call('GET', '/memory/search?q=wombat&type=facts')).json as WireSearch;
    expect(hits).toHaveLength(3);
  });
});

describe('what is left out of GET /memory/search (D-021)', () => {
  it('does not show in the scores of the rest, nor take their places', async () => {
    const record = (id: string, sessionId: string, score: number): RecallHit => ({
      kind: 'record',
      record: {
        ...sampleRecord({ id: id as RecordId, sessionId: sessionId as SessionId, workspace: odd.space }),
        seq: 1,
      },
      score,
      snippet: '',
    });
    const learning = sampleLearning({ workspace: OTHER_SPACE });
    const found = (): RecallHit[] => [
      { kind: 'fact', learning, score: 100, snippet: '' },
      record('own', 'A', 50),
      record('first', 'B', 10),
      record('next', 'B', 5),
      record('last', 'B', 1),
    ];
    const limits: number[] = [];
    const odd = await startTestServer({
      recall: {
        search: async ({ limit }) => {
          limits.push(limit);
          return { hits: found() };
        },
        rebuildIndex: () => Promise.reject(new Error('not asked for')),
      },
    });
    try {
      const given = new URLSearchParams({ q: 'x', k: '2', workspace: FOLDER, audience: 'agent', not_session_id: 'A' });
      const { hits } = (await odd.call('GET', `/memory/search?${given}`)).json as WireSearch;
      expect(hits.map(({ id, score }) => [id, score])).toEqual([
        ['first', 1],
        ['next', 0.5],
      ]);
      expect(limits[0]).toBeGreaterThan(2);
    } finally {
      await odd.close();
    }
  });
});

describe('a session that asks', () => {
  it('finds of its own what a compaction took out of its sight', async () => {
    const own = { session_id: 'C', workspace: FOLDER, type: 'prompt' };
    await server.call('POST', '/memory/record', [
      { ...own, id: 'before', ts: 3_000, content: 'the platypus of the morning' },
      { ...own, id: 'after', ts: 5_000, content: 'the platypus of the evening' },
    ]);
    const asked = async () => (await search({ q: 'platypus', not_session_id: 'C' })).map(({ id }) => id);
    expect(await asked()).toEqual([]);
    const sessionId = 'C' as SessionId;
    await server.journal.append({ injections: [sampleInjection({ sessionId, kind: 'boot', ts: 4_000, items: [] })] });
    expect(await asked()).toEqual(['before']);
  });
});

describe('records in GET /memory/search', () => {
  const found = async (q: string) => (await search({ q, type: 'records' })).map(({ id }) => id).sort();

  beforeAll(async () => {
    const theirs = sampleRecord({ content: 'foxes of the secret project', workspace: OTHER_SPACE });
    await server.journal.append({ sessions: [sampleSession()], records: [theirs] });
    // A session each: what was said beside a record lends it words.
    await server.call('POST', '/memory/record', [
      { id: 'content', type: 'prompt', session_id: 'R1', workspace: FOLDER, content: 'The Foxes were jumping' },
      { id: 'tags', type: 'prompt', session_id: 'R2', workspace: FOLDER, content: 'x', tags: ['Foxtrot', 'jumped'] },
      { id: 'path', type: 'tool_use', session_id: 'R3', workspace: FOLDER, content: '', path: 'src/jump/over.ts' },
      { id: 'long', type: 'prompt', session_id: 'R4', workspace: FOLDER, content: `haystack ${'y'.repeat(100_000)}` },
    ]);
  });

  it('are found by words of content, tags and path, in any case and form (D-010, D-012)', async () => {
    expect(await found('JUMP')).toEqual(['content', 'path', 'tags']);
    expect(await found('fox')).toEqual(['content']);
    expect(await found('over.ts')).toEqual(['path']);
    expect(await found('nowhere')).toEqual([]);
  });

  it('show text of their own, and little of it, whatever else matches in other spaces', async () => {
    expect((await search({ q: 'fox', type: 'records' })).map(({ snippet }) => snippet)).toEqual([
      'The Foxes were jumping',
    ]);
    const [long] = await search({ q: 'haystack', type: 'records' });
    expect(long?.snippet).toContain('haystack');
    expect(long?.snippet.length).toBeLessThan(1_000);
  });
});
