import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ExportRow } from '../journal/sqlite/export-rows.ts';
import {
  commitNext,
  learned,
  sampleAction,
  sampleFile,
  sampleLearning,
} from '../knowledge/contract/samples.fixture.ts';
import { CarryoverError } from '../memory/error.ts';
import type { WireSearch } from './search-wire.ts';
import {
  bearer,
  CLIENT,
  exporting,
  FOLDER,
  startTestServer,
  type TestAnswer,
  type TestServer,
} from './server.fixture.ts';

const failingHooks = (error: Error) =>
  new Map([[CLIENT, { receive: () => Promise.reject(error), skip: () => Promise.reject(error) }]]);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const others: TestServer[] = [];
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
});
async function another(...args: Parameters<typeof startTestServer>): Promise<TestServer> {
  const other = await startTestServer(...args);
  others.push(other);
  return other;
}

function hitsOf(answer: TestAnswer): WireSearch['hits'] {
  return (answer.json as WireSearch).hits;
}

async function search(query: Record<string, string>): Promise<TestAnswer> {
  return server.call('GET', `/memory/search?${new URLSearchParams(query)}`);
}

describe('GET /health', () => {
  it('proves nothing on TCP, where anybody could pass the question on (SRV-4, SRV-11)', async () => {
    const nonce = 'abcdefghijklmnop_-12';
    const answer = await server.send({ path: '/health', headers: { 'x-carryover-nonce': nonce } });
    expect(answer.text).toBe('{"ok":true}');
    expect(answer.headers['x-carryover-proof']).toBeUndefined();
  });

  it.each(['short', 'x'.repeat(65), 'has a space in the middle', 'semi;colon;semi;colon'])(
    'proves nothing for "%s", which is no nonce',
    async (nonce) => {
      const answer = await server.send({ path: '/health', headers: { 'x-carryover-nonce': nonce } });
      expect(answer.status).toBe(200);
      expect(answer.headers['x-carryover-proof']).toBeUndefined();
    },
  );
});

describe('POST /hooks/:client', () => {
  it('hands the payload to the client and answers what the client says', async () => {
    const payload = { hook_event_name: 'Stop', deep: [[[{ a: 1 }]]] };
    const answer = await server.call('POST', `/hooks/${CLIENT}`, payload);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ heard: server.hooked.length });
    expect(server.hooked.at(-1)).toEqual(payload);
  });

  it.each([
    ['when the sender asks to be skipped', { 'x-carryover-skip': '1' }],
    ['of an app whose token nobody holds', { 'x-carryover-app-token': 'taken-back' }],
  ])('answers {} and keeps nothing %s', async (_, mark) => {
    const before = server.hooked.length;
    const headers = { ...bearer(server.token), 'Content-Type': 'application/json', ...mark };
    const answer = await server.send({ method: 'POST', path: `/hooks/${CLIENT}`, headers, body: '{"a":1}' });
    expect(answer).toMatchObject({ status: 200, text: '{}' });
    expect(server.hooked).toHaveLength(before);
  });

  it('does not know a client that has no hooks', async () => {
    const answer = await server.call('POST', '/hooks/unheard-of', {});
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not-found', hint: /claude-code/ } } });
  });

  it.each([
    ['disk-full', 507],
    ['database-busy', 503],
    ['read-only', 503],
    ['invalid-input', 400],
    ['something-unheard-of', 500],
  ])('answers %s of the client with %i', async (code, status) => {
    const failing = await another({
      hooks: failingHooks(new CarryoverError('it failed', { code, hint: 'do this' })),
    });
    const answer = await failing.call('POST', `/hooks/${CLIENT}`, {});
    expect(answer).toMatchObject({ status, json: { error: { code, message: 'it failed', hint: 'do this' } } });
    expect(answer.headers['retry-after']).toBe(code === 'database-busy' ? '1' : undefined);
  });

  it('tells nothing of a failure it does not know, but logs it', async () => {
    const failing = await another({ hooks: failingHooks(new Error('inner words')) });
    const answer = await failing.call('POST', `/hooks/${CLIENT}`, {});
    expect(answer).toMatchObject({ status: 500, json: { error: { code: 'internal-error' } } });
    expect(answer.text).not.toContain('inner words');
    expect(readFileSync(join(failing.paths.logs, 'daemon.log'), 'utf8')).toContain('inner words');
  });
});

describe('POST /memory/record (D-020)', () => {
  it('stores one record or a list, and says which ids they have', async () => {
    const one = await server.call('POST', '/memory/record', { id: 'one', type: 'prompt', content: 'first thing' });
    expect(one).toMatchObject({ status: 201, json: { ids: ['one'], inserted: 1, duplicates: 0 } });
    const list = await server.call('POST', '/memory/record', [
      { id: 'one', type: 'prompt', content: 'first thing' },
      { id: 'two', type: 'assistant', content: 'second thing' },
      { type: 'event', content: 'third thing' },
    ]);
    expect(list.json).toEqual({ ids: ['one', 'two', expect.any(String)], inserted: 2, duplicates: 1 });
  });

  it('stores nothing of a list with one wrong record', async () => {
    const answer = await server.call('POST', '/memory/record', [
      { id: 'fine', type: 'prompt', content: 'wellformed zebra' },
      { id: 'wrong', type: 'nonsense', content: 'x' },
    ]);
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'invalid-input' } } });
    expect(hitsOf(await search({ q: 'zebra' }))).toEqual([]);
  });

  it('takes bytes that are not UTF-8 as U+FFFD, NUL and lone surrogates without a failure', async () => {
    const headers = { ...bearer(server.token), 'Content-Type': 'application/json' };
    const send = (body: Buffer) => server.send({ method: 'POST', path: '/memory/record', headers, body });
    const start = '{"id":"odd","type":"prompt","content":"giraffe ';
    const invalid = Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}')]);
    expect((await send(invalid)).status).toBe(201);
    expect(hitsOf(await search({ q: 'giraffe' }))[0]?.snippet).toContain('\ufffd');
    expect((await send(Buffer.from('{"type":"prompt","content":"\\u0000 \\ud800 \\u2028"}'))).status).toBe(201);
    expect((await send(Buffer.from('\ufeff{"type":"prompt","content":"with a mark"}'))).status).toBe(201);
  });

  it('says nothing of the body in an error about it', async () => {
    const headers = { ...bearer(server.token), 'Content-Type': 'application/json' };
    const answer = await server.send({ method: 'POST', path: '/memory/record', headers, body: '{"PLANTED' });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('PLANTED');
  });

  it('says so when a record was erased before and is not taken again', async () => {
    await server.call('POST', '/memory/record', { id: 'gone', type: 'prompt', content: 'to be erased' });
    await server.call('DELETE', '/memory/record/gone');
    const again = await server.call('POST', '/memory/record', { id: 'gone', type: 'prompt', content: 'to be erased' });
    expect(again.json).toEqual({ ids: ['gone'], inserted: 0, duplicates: 0, erased: 1 });
  });
});

describe('GET /memory/search (D-021, D-027)', () => {
  beforeAll(async () => {
    await server.call('POST', '/memory/record', [
      {
        id: 's1',
        ts: 1_000,
        type: 'prompt',
        session_id: 'A',
        content: 'quokka colours',
        workspace: FOLDER,
        tags: ['t'],
        metadata: { a: 1 },
      },
      { id: 's2', ts: 2_000, type: 'assistant', session_id: 'B', content: 'quokka answer' },
      { id: 's3', ts: 3_000, type: 'prompt', session_id: 'B', content: 'quokka again' },
    ]);
  });

  it('answers hits in exactly the agreed shape', async () => {
    const answer = await search({ q: 'colours' });
    expect(answer.json).toEqual({
      hits: [
        {
          id: 's1',
          type: 'prompt',
          score: expect.any(Number),
          snippet: 'quokka colours',
          session_id: 'A',
          workspace: server.space,
          ts: 1_000,
          tags: ['t'],
          metadata: { a: 1, segments: [1] },
          source: 'import',
        },
      ],
      took_ms: expect.any(Number),
    });
  });

  it.each([
    [{}, ['s1', 's2', 's3']],
    [{ type: 'records' }, ['s1', 's2', 's3']],
    [{ type: 'facts' }, []],
    [{ session_id: 'B' }, ['s2', 's3']],
    [{ since: '2000' }, ['s2', 's3']],
    [{ until: '2000' }, ['s1', 's2']],
    [{ since: '1970-01-01T00:00:03Z' }, ['s3']],
    [{ since: '7d' }, []],
    [{ record_type: 'prompt' }, ['s1', 's3']],
    [{ record_type: 'assistant,error' }, ['s2']],
    [{ workspace: FOLDER }, ['s1']],
    [{ workspace: '/a/folder/nobody/knows' }, []],
  ])('filters by %j', async (filter, ids) => {
    const hits = hitsOf(await search({ q: 'quokka', ...filter }));
    expect(hits.map(({ id }) => String(id)).sort()).toEqual(ids);
  });

  it('takes a space id as the workspace too', async () => {
    expect(hitsOf(await search({ q: 'quokka', workspace: server.space })).map(({ id }) => id)).toEqual(['s1']);
  });

  it('gives k hits', async () => {
    expect(hitsOf(await search({ q: 'quokka', k: '2' }))).toHaveLength(2);
  });

  it.each([
    [{}, 400],
    [{ q: 'x', k: '0' }, 400],
    [{ q: 'x', k: '10001' }, 400],
    [{ q: 'x', format: 'csv' }, 400],
    [{ q: 'x', k: 'many' }, 400],
    [{ q: 'x', type: 'dreams' }, 400],
    [{ q: 'x', record_type: 'dream' }, 400],
    [{ q: 'x', since: 'yesterday' }, 400],
    [{ q: 'x', workspace: 'no-such-space' }, 404],
  ])('refuses %j with %i and a hint', async (query, status) => {
    const answer = await search(query as Record<string, string>);
    expect(answer).toMatchObject({ status, json: { error: { hint: expect.any(String) } } });
  });

  it('takes any text as words to look for (SRV-21)', async () => {
    for (const q of FULL_TEXT_STRINGS) expect({ q, status: (await search({ q })).status }).toEqual({ q, status: 200 });
  });
});

// biome-ignore format: a table of forty reads better than a column
const FULL_TEXT_STRINGS = [
  '', '"', '""', '"""', "'", '*', '(', ')', '()', 'NEAR(', 'NEAR(a b, 2)', 'a NEAR b', 'AND', 'OR', 'NOT', 'a AND', 'NOT a',
  'content:', 'content:a', 'tags : a', '{content tags}: a', '- content : a', '^a', 'a^', 'a*', '*a', '"a', 'a"', 'a""b',
  'a + b', '+', '-', '-a', ':', ';', '--', '/* */', '\\', 'a\\', '%', '_', '\u0000', 'a\u0000b', '\u2028', ' ', '😀', 'é',
];

describe('GET /memory/export (D-025)', () => {
  it('gives one JSON object per line, with its kind and snake_case fields', async () => {
    await server.call('POST', '/memory/record', { id: 'x1', type: 'prompt', session_id: 'X', content: 'a\nb\u2028c' });
    const answer = await server.call('GET', '/memory/export?format=jsonl');
    expect(answer.headers['content-type']).toBe('application/x-ndjson');
    const rows = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.find(({ id }) => id === 'x1')).toMatchObject({
      kind: 'record',
      type: 'prompt',
      session_id: 'X',
      content: 'a\nb\u2028c',
      turn_id: null,
      source: 'import',
    });
    for (const row of rows) for (const name of Object.keys(row)) expect(name).toMatch(/^[a-z_]+$/);
  });

  it('holds what knowledge there is after the journal it came from (D-025)', async () => {
    const other = await another();
    await other.call('POST', '/memory/record', { type: 'prompt', content: 'a' });
    const learning = sampleLearning({ validTo: 9 });
    const action = sampleAction({ sourceLearningId: learning.id });
    const files = [sampleFile(), sampleFile({ version: 2, author: 'human', humanLines: ['- x'], content: '- x\n' })];
    await commitNext(other.knowledge, { learnings: [learned(learning)], actions: [action], files });
    const { text } = await other.call('GET', '/memory/export');
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ kind }) => kind)).toEqual([
      'carryover-export',
      'space',
      'place',
      'session',
      'record',
      'learning',
      'action',
      'file',
      'end',
    ]);
    expect(rows.at(-1)).toEqual({ kind: 'end', lines: rows.length - 1 });
    expect(rows.slice(5, -1)).toMatchObject([
      { id: learning.id, valid_to: 9, evidence: learning.evidence, superseded_by: null },
      { id: action.id, source_learning_id: learning.id, status: 'pending' },
      { name: 'tools.md', version: 2, author: 'human', human_lines: ['- x'], content: '- x\n' },
    ]);
    for (const row of rows) for (const name of Object.keys(row)) expect(name).toMatch(/^[a-z_]+$/);
  });

  it('holds one project alone when it is asked for, and says so', async () => {
    const other = await another();
    await other.call('POST', '/memory/record', { id: 'here', type: 'prompt', content: 'a', workspace: FOLDER });
    await other.call('POST', '/memory/record', { id: 'elsewhere', type: 'prompt', content: 'b' });
    const { text } = await other.call('GET', `/memory/export?workspace=${FOLDER}`);
    expect(text).toContain(`{"kind":"carryover-export","version":1,"workspace":"${other.space}"}`);
    expect(text).toContain('"id":"here"');
    expect(text).not.toContain('elsewhere');
    expect((await other.call('GET', '/memory/export?workspace=/nowhere')).status).toBe(404);
  });

  it('refuses a format it does not know', async () => {
    expect((await server.call('GET', '/memory/export?format=csv')).status).toBe(400);
  });

  it('cuts the connection when it fails midway, so that a part is never taken for the whole', async () => {
    async function* failing(): AsyncIterable<ExportRow> {
      yield* [];
      throw new Error('the disk went away');
    }
    const other = await another({
      journal: exporting(failing),
    });
    await expect(other.call('GET', '/memory/export')).rejects.toThrow();
    expect(readFileSync(join(other.paths.logs, 'daemon.log'), 'utf8')).toContain('export-failed');
  });
});

describe('DELETE /memory/record/:id (D-023)', () => {
  it('erases the record and says what went with it', async () => {
    await server.call('POST', '/memory/record', { id: 'd/1', type: 'prompt', content: 'walrus' });
    const answer = await server.call('DELETE', `/memory/record/${encodeURIComponent('d/1')}`);
    expect(answer).toMatchObject({
      status: 200,
      json: { id: 'd/1', deleted: true, receipt: { counts: { records: 1 }, verification: { traces_in: [] } } },
    });
    expect(hitsOf(await search({ q: 'walrus' }))).toEqual([]);
  });

  it.each(['never-was', '%00', '%0a', 'a%20b', 'x'.repeat(300), '%E0%A4%A'])('answers 404 for %s', async (id) => {
    expect((await server.call('DELETE', `/memory/record/${id}`)).status).toBe(404);
  });
});

describe('the rest', () => {
  it('GET /memory/status answers the report in snake_case', async () => {
    const answer = await server.call('GET', '/memory/status');
    expect(answer).toMatchObject({
      status: 200,
      json: {
        state: 'degraded',
        problems: [{ code: 'spool-waits', message: 'two events wait', hint: 'free some space' }],
        questions: [],
        uptime_ms: 5,
        encryption: { state: 'off' },
        backups: { copies: 2, bytes: 300, last_at: 4_000 },
        privacy: {
          ...{ injection: true, prompts: true, sensitive: false, model_calls: false },
          redacting: { rows: 3, total: 9 },
          retention: { days: 90, spaces: 1, swept_at: 5_000, emptied_at: 4_500, emptied: 7 },
        },
        last_event_at: 1_000,
        active_sessions: 1,
        curator: { provider: 'rules', model: '', profile: 'batch', fallback: null, last_curated_at: 2_000 },
        queue: { waiting: 9, parked: 1, oldest_ms: 6_000 },
        knowledge: { learnings: 7, learnings_ever: 8, pending_actions: 2, waiting_reviews: 1, dropped: 3 },
        injected: { given: 12, used: 6, ignored: 4 },
        spend: { day_usd: 0.25, daily_usd: 1 },
        spool: { files: 2, bytes: 300, oldest_ms: 4_000 },
        capture: { failed_redactions: 5, late: 9 },
        recall: { records: 41_203, waiting: 12, facts: 312, bytes: 5_000_000 },
      },
    });
  });

  it('POST /daemon/stop asks the daemon to stop', async () => {
    const answer = await server.call('POST', '/daemon/stop', {});
    expect(answer.status).toBe(202);
    expect(server.stops()).toBe(1);
  });

  it('everything else is 404 in the one error shape', async () => {
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['PUT', '/memories/a/b/c'],
      ['GET', '/memory/search/'],
      ['GET', '/memories/'],
    ]) {
      const answer = await server.call(String(method), String(path), {});
      expect(answer).toMatchObject({
        status: 404,
        json: { error: { code: 'not-found', message: expect.any(String), hint: expect.any(String) } },
      });
    }
  });

  it('what an address cannot do is 405, and says what it can (S-08)', async () => {
    for (const [method, path, allow] of [
      ['GET', '/memory/record', 'POST'],
      ['PUT', '/memory/record', 'POST'],
      ['POST', '/health', 'GET'],
      ['PATCH', '/memories', 'GET, POST'],
      ['PATCH', '/memories/some-id', 'GET, PUT, DELETE'],
      ['PATCH', '/memories/bulk', 'GET, PUT, DELETE'],
    ]) {
      const answer = await server.call(String(method), String(path), {});
      expect(answer).toMatchObject({
        status: 405,
        headers: { allow },
        json: { error: { code: 'method-not-allowed', hint: `possible here: ${allow}` } },
      });
    }
  });

  it('a browser gets a page without script that says what to do', async () => {
    const headers = { Accept: 'text/html,application/xhtml+xml', 'Sec-Fetch-Site': 'none' };
    for (const [extra, status] of [
      [{}, 401],
      [bearer(server.token), 404],
    ] as const) {
      const answer = await server.send({ path: '/nowhere', headers: { ...headers, ...extra } });
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.text).toContain('Carryover is running');
      expect(answer.text).toContain('carryover status');
      expect(answer.text).not.toMatch(/<script|https?:|javascript/i);
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
    }
  });

  it('the log holds no body, token, query or path of any request (SRV-19)', async () => {
    const failing = await another({ hooks: failingHooks(new Error('x')) });
    await failing.call('POST', `/hooks/${CLIENT}?q=PLANTED-QUERY`, { body: 'PLANTED-BODY' });
    await failing.call('GET', '/memory/search?q=PLANTED-QUERY&k=PLANTED');
    await failing.call('GET', '/PLANTED-PATH');
    await failing.send({ path: '/memory/status', headers: { ...bearer('PLANTED-TOKEN'), 'User-Agent': 'PLANTED' } });
    const log = readFileSync(join(failing.paths.logs, 'daemon.log'), 'utf8');
    expect(log).toContain('request-failed');
    expect(log).not.toContain('PLANTED');
    expect(log).not.toContain(failing.token);
  });
});
