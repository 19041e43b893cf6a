import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, FOLDER } from '../http/server.fixture.ts';
import { sampleRecord, sampleSession } from '../journal/contract/samples.fixture.ts';
import { deriveId, type RecordId, type SessionId, type TurnId } from '../memory/ids.ts';
import { type CuratingServer, SESSION, startCuratingServer } from './curating-server.fixture.ts';

interface WireMemory {
  readonly id: string;
  readonly observation: string;
  readonly updated_at: number;
}
interface Changed {
  readonly memory: WireMemory;
  readonly undo: string;
}

let server: CuratingServer;
beforeAll(async () => {
  server = await startCuratingServer();
});
afterAll(async () => {
  await server.curation.stop();
  await server.close();
});

async function call(method: string, path: string, body?: unknown, status = 200): Promise<unknown> {
  const answer = await server.call(method, path, body);
  expect({ path, status: answer.status, text: answer.text }).toMatchObject({ status });
  return answer.json;
}

async function add(observation: string, more: object = {}): Promise<WireMemory> {
  const wish = { service: 'jellyfin', category: 'timing', observation, workspace: FOLDER, ...more };
  return ((await call('POST', '/memories', wish, 201)) as Changed).memory;
}

async function known(): Promise<readonly string[]> {
  const { memories } = (await call('GET', '/memories?limit=500')) as { readonly memories: readonly WireMemory[] };
  return memories.map(({ observation }) => observation).toSorted();
}

describe('memories over HTTP (C-050)', () => {
  it('are added, changed and removed, and each of it is taken back by its undo', async () => {
    const { id } = await add('needs a minute');
    expect(await call('GET', `/memories/${id}`)).toMatchObject({
      service: 'jellyfin',
      workspace: server.space,
      trust: 'typed',
    });
    const changed = { observation: 'needs two minutes', confidence: 0.4, persistent: true };
    const { memory, undo } = (await call('PUT', `/memories/${id.slice(0, 18)}`, changed)) as Changed;
    expect(memory).toMatchObject({ id, ...changed, active: true });
    await call('POST', '/memories/undo', { act: undo });
    expect(await known()).toEqual(['needs a minute']);
    const removed = (await call('DELETE', `/memories/${id}`)) as { readonly deleted: number; readonly undo: string };
    expect(removed.deleted).toBe(1);
    expect(await known()).toEqual([]);
    await call('GET', `/memories/${id}`, undefined, 404);
    await call('DELETE', `/memories/${id}`, undefined, 404);
    expect(await call('POST', '/memories/undo', { act: removed.undo })).toMatchObject({ memories: [{ id }] });
    expect(await known()).toEqual(['needs a minute']);
    await call('POST', '/memories/undo', { act: removed.undo }, 409);
    const again = (await call('DELETE', `/memories/${id}`)) as { readonly undo: string };
    const acts = [removed.undo, again.undo];
    expect(await call('POST', '/memories/undo', { acts })).toMatchObject({ memories: [{ id }] });
    expect(await call('POST', '/memories/undo', { acts })).toEqual({ memories: [] });
    await call('DELETE', `/memories/${id}`);
  });

  it('are not changed by whoever edits what something else has changed meanwhile, and its words are not told', async () => {
    const { id, updated_at: base } = await add('needs a cup of tea');
    const first = { observation: 'needs two cups', base_updated_at: base };
    const { memory } = (await call('PUT', `/memories/${id}`, first)) as Changed;
    const refused = await call('PUT', `/memories/${id}`, { observation: 'needs none', base_updated_at: base }, 409);
    expect(refused).toMatchObject({ error: { code: 'changed-meanwhile' } });
    expect(JSON.stringify(refused)).not.toContain('cups');
    await call('PUT', `/memories/${id}`, { observation: 'needs none', base_updated_at: memory.updated_at });
    await call('PUT', `/memories/${id}`, { base_updated_at: base }, 400);
    await call('DELETE', `/memories/${id}`);
  });

  it('are put into one, or removed many at once; what is unknown is told (C-065)', async () => {
    const [into, from, other] = [
      await add('is slow'),
      await add('is quite slow', { category: 'behavior' }),
      await add('is red'),
    ];
    const merged = (await call('POST', '/memories/merge', { into: into.id, from: [from.id] })) as Changed;
    expect(merged.memory.id).toBe(into.id);
    const ids = [into.id, other.id, other.id, 'abcdef'];
    const gone = (await call('DELETE', '/memories/bulk', { ids })) as { readonly undo: readonly string[] };
    expect(gone).toMatchObject({ deleted: 2, unknown: ['abcdef'], undo: [expect.any(String)] });
    expect(await known()).not.toContain('is red');
    await call('POST', '/memories/undo', { act: gone.undo[0] });
    expect(await known()).toEqual(expect.arrayContaining(['is red', 'is slow']));
  });

  it('are told to whoever listens as soon as a person changes them (D-026)', async () => {
    const controller = new AbortController();
    const { body } = await fetch(`http://127.0.0.1:${server.port}/memory/events`, {
      headers: bearer(server.token),
      signal: controller.signal,
    });
    await add('is told at once');
    let heard = '';
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      heard += chunk;
      if (heard.includes('is told at once')) break;
    }
    controller.abort();
    expect(heard).toContain('event: memory_update\n');
  });
});

describe('a session that is summarized (D-022)', () => {
  it('L-14: has what waits of it read now, and nothing else of its project, and tells what was learned from it', async () => {
    const [id, turnId] = [deriveId<SessionId>('elsewhere'), deriveId<TurnId>('elsewhere')];
    const elsewhere = sampleSession({ id, workspace: null });
    await server.journal.append({
      sessions: [elsewhere],
      records: [sampleRecord({ id: deriveId<RecordId>('elsewhere'), sessionId: id, workspace: null, turnId })],
    });
    await server.journal.closeTurn(turnId, 'stop', 1);
    await server.turn('I prefer tabs over spaces.');
    const summary = await call('POST', `/memory/summarize?session_id=${SESSION}`, {});
    expect(summary).toMatchObject({
      ...{ session_id: SESSION, curated: 1, parked: 0, waiting: 0, problem: null, actions: [] },
      learnings: [{ type: 'PREFERENCE', session_id: SESSION }],
    });
    expect(await call('POST', `/memory/summarize?session_id=${SESSION}`, {})).toMatchObject({ curated: 0 });
    expect(await call('GET', '/memory/queue')).toMatchObject({ waiting: 1 });
    await call('POST', '/memory/summarize?session_id=unknown', {}, 404);
    await call('POST', '/memory/summarize', {}, 400);
  });

  it('is listed, and shown turn by turn with what came of each', async () => {
    const { sessions } = (await call('GET', '/sessions')) as { readonly sessions: readonly object[] };
    expect(sessions[0]).toMatchObject({ id: SESSION, client: 'test', workspace: server.space, turns: 1, messages: 1 });
    await server.turn('And remember: the port is 8765.');
    const first = await call('GET', `/sessions/${SESSION}?limit=1`);
    expect(first).toMatchObject({
      session: { id: SESSION, turns: 2 },
      turns: [
        {
          ...{ number: 1, user_message: 'I prefer tabs over spaces.', record_ids: [expect.any(String)] },
          ...{ injections: [], learnings: [{ type: 'PREFERENCE', valid: true }] },
        },
      ],
      next: '1',
    });
    const second = { turns: [{ number: 2, learnings: [] }], next: null };
    expect(await call('GET', `/sessions/${SESSION}?limit=1&after=1`)).toMatchObject(second);
    await call('GET', '/sessions/unknown', undefined, 404);
    await call('GET', `/sessions/${SESSION}?after=x`, undefined, 400);
  });

  it('has the turns of what a program handed in read, too, as far as they got (D-020, D-022)', async () => {
    const told = (type: string, content: string) =>
      call('POST', '/memory/record', { session_id: 'handed-in', workspace: server.space, type, content }, 201);
    await told('prompt', 'Remember: the staging database is on host alpha.');
    await told('assistant', 'Noted.');
    const learned = { type: 'FACT', content: 'The staging database is on host alpha.', trust: 'typed' };
    const summarize = () => call('POST', '/memory/summarize?session_id=handed-in', {});
    // A turn of another session waits in the same project, and goes on waiting.
    expect(await summarize()).toMatchObject({ curated: 1, waiting: 0, problem: null, learnings: [learned] });
    expect(await call('GET', '/sessions/handed-in')).toMatchObject({
      turns: [{ user_message: expect.stringContaining('staging'), agent_response: 'Noted.', learnings: [{}] }],
    });
    await told('prompt', 'Remember: the build server is called quarry.');
    expect((await server.lines('/memory/curate')).at(-1)).toMatchObject({ done: true, curated: 3 });
    expect(await summarize()).toMatchObject({ curated: 0, learnings: [{}, {}] });
  });
});
