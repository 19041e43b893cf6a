/** `GET /memory/record/:id` and `GET /memory/learnings/:id`: what is there, and for whom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRecord, sampleSession } from '../../journal/contract/samples.fixture.ts';
import { commitNext, learned, OTHER_SPACE, sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import { deriveId, type LearningId, newId, type RecordId, type TurnId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { MemoryRecord } from '../../memory/record.ts';
import { shownId } from '../../recall/prompt-block.ts';
import { FOLDER, startTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
let asked: MemoryRecord;
let answered: MemoryRecord;
let there: MemoryRecord;
let mixed: MemoryRecord;
let nowhere: MemoryRecord;
let fact: Learning;
let secret: Learning;
const dated = sampleRecord({ id: newId<RecordId>(1_763_000_000_000), turnId: null });

beforeAll(async () => {
  server = await startTestServer();
  const { space: workspace } = server;
  asked = sampleRecord({ workspace, content: 'why does it fail' });
  answered = sampleRecord({ workspace, type: 'assistant', source: 'assistant', content: 'because '.repeat(100) });
  there = sampleRecord({ workspace: OTHER_SPACE, turnId: null });
  const turnId = deriveId<TurnId>('mixed');
  mixed = sampleRecord({ workspace, turnId });
  nowhere = sampleRecord({ workspace: null, turnId });
  const alike = [workspace, OTHER_SPACE, null].map((space, index) =>
    sampleRecord({ id: `feedface-${['here', 'there', 'nowhere'][index]}` as RecordId, workspace: space, turnId: null }),
  );
  await server.journal.append({
    sessions: [sampleSession()],
    records: [asked, answered, there, mixed, nowhere, dated, ...alike],
  });
  fact = sampleLearning({ workspace, evidence: [there.id, nowhere.id, asked.id] });
  secret = sampleLearning({ workspace, sensitive: true, validTo: 1, supersededBy: fact.id });
  const elsewhere = sampleLearning({ workspace: OTHER_SPACE, validTo: 1, supersededBy: fact.id });
  const kindred = [
    sampleLearning({ id: 'feedface-here' as LearningId, workspace }),
    sampleLearning({ id: 'feedface-sensitive' as LearningId, workspace, sensitive: true }),
    sampleLearning({ id: 'feedface-there' as LearningId, workspace: OTHER_SPACE }),
  ];
  await commitNext(server.knowledge, { learnings: [fact, secret, elsewhere, ...kindred].map(learned) });
});
afterAll(() => server.close());

const get = (path: string, query: { readonly [name: string]: string } = {}) =>
  server.call('GET', `${path}?${new URLSearchParams(query)}`);
const statusOf = async (path: string, query?: { readonly [name: string]: string }) => (await get(path, query)).status;

describe('a record by its id', () => {
  it('says so when its text is past its time, here and where it was given (D-016)', async () => {
    const past = sampleRecord({ workspace: server.space, turnId: deriveId<TurnId>('past') });
    await server.journal.append({ records: [past] });
    await server.journal.emptyRecords([{ id: past.id, contentHash: 'hash', snippet: '' }]);
    const note = '(text past its time)';
    expect((await get(`/memory/record/${past.id}`)).json).toMatchObject({
      content: note,
      metadata: { emptied: 'hash' },
    });
    expect((await get('/memory/context', { item: past.id })).json).toMatchObject({ type: 'prompt', text: note });
  });

  it('comes whole, with its turn in brief', async () => {
    expect((await get(`/memory/record/${asked.id}`)).json).toEqual({
      id: asked.id,
      seq: expect.any(Number),
      ts: asked.ts,
      type: 'prompt',
      session_id: asked.sessionId,
      workspace: server.space,
      turn_id: asked.turnId,
      source: 'typed',
      tool: null,
      path: null,
      content: 'why does it fail',
      tags: [],
      metadata: {},
      turn: {
        user_message: 'why does it fail',
        user_source: 'typed',
        agent_response: `${answered.content.slice(0, 500)}…`,
        agent_source: answered.source,
        tool_calls: 0,
      },
    });
    expect((await get(`/memory/record/${there.id}`)).json).toMatchObject({ turn: null });
  });

  it('is not there for whoever asks from another space, and an agent without a space has none', async () => {
    expect(await statusOf(`/memory/record/${there.id}`)).toBe(200);
    expect(await statusOf(`/memory/record/${there.id}`, { workspace: FOLDER })).toBe(404);
    expect(await statusOf(`/memory/record/${asked.id}`, { workspace: FOLDER, audience: 'agent' })).toBe(200);
    expect(await statusOf(`/memory/record/${asked.id}`, { audience: 'agent' })).toBe(404);
    expect(await statusOf(`/memory/record/${asked.id}`, { audience: 'nobody' })).toBe(400);
    expect(await statusOf('/memory/record/none')).toBe(404);
  });

  it('is not there for an agent of a space when it belongs to none, by itself or in a turn (E-030)', async () => {
    const agent = { workspace: FOLDER, audience: 'agent' };
    expect(await statusOf(`/memory/record/${nowhere.id}`, { workspace: FOLDER })).toBe(200);
    expect(await statusOf(`/memory/record/${nowhere.id}`, agent)).toBe(404);
    expect(await statusOf(`/memory/record/${shownId(nowhere.id)}`, agent)).toBe(404);
    expect(await statusOf(`/memory/record/${shownId(nowhere.id)}`, { audience: 'agent' })).toBe(404);
    const turnFor = async (reader: { readonly [name: string]: string }) =>
      (await get(`/memory/record/${mixed.id}`, reader)).json;
    expect(await turnFor(agent)).toMatchObject({ turn: { user_message: mixed.content } });
    expect(await turnFor({})).toMatchObject({ turn: { user_message: expect.stringContaining(nowhere.content) } });
  });
});

describe('a learning by its id', () => {
  it('comes with what it replaced, its history and its evidence, as far as its reader may see them', async () => {
    const path = `/memory/learnings/${fact.id}`;
    const person = (await get(path)).json;
    expect(person).toMatchObject({
      id: fact.id,
      replaced: [{ id: secret.id, content: secret.content }, {}],
      replaced_by: null,
      history: [{ cause: 'learned' }],
      evidence_records: [
        { id: there.id },
        { id: nowhere.id },
        { id: asked.id, type: 'prompt', source: 'typed', content: asked.content },
      ],
    });
    expect((await get(path, { workspace: FOLDER })).json).toMatchObject({ replaced: [{ id: secret.id }] });
    const agent = (await get(path, { workspace: FOLDER, audience: 'agent' })).json;
    expect(agent).toMatchObject({ replaced: [], evidence_records: [{ id: asked.id }] });
  });

  it('is for people only when it is sensitive (B-074)', async () => {
    const path = `/memory/learnings/${secret.id}`;
    expect((await get(path, { workspace: FOLDER })).json).toMatchObject({ replaced_by: { id: fact.id } });
    expect(await statusOf(path, { workspace: FOLDER, audience: 'agent' })).toBe(404);
  });
});

describe('the beginning of an id', () => {
  it('will do, as blocks show it, for a record and a learning', async () => {
    for (const query of [{}, { workspace: FOLDER, audience: 'agent' }]) {
      expect((await get(`/memory/record/${shownId(asked.id)}`, query)).json).toMatchObject({ id: asked.id });
      expect((await get(`/memory/learnings/${shownId(fact.id)}`, query)).json).toMatchObject({ id: fact.id });
    }
    expect((await get(`/memory/record/${shownId(dated.id)}`)).json).toMatchObject({ id: dated.id });
    expect(await statusOf(`/memory/record/${asked.id.slice(0, 5)}`)).toBe(404);
  });

  it('that several share is refused with their number, counting only what its reader may see', async () => {
    const ambiguous = (message: string) => ({ status: 400, json: { error: { code: 'ambiguous-id', message } } });
    expect(await get('/memory/record/feedface')).toMatchObject(ambiguous('3 records begin with this id'));
    expect(await get('/memory/learnings/feedface')).toMatchObject(ambiguous('3 learnings begin with this id'));
    const agent = { workspace: FOLDER, audience: 'agent' };
    expect((await get('/memory/record/feedface', agent)).json).toMatchObject({ id: 'feedface-here' });
    expect((await get('/memory/learnings/feedface', agent)).json).toMatchObject({ id: 'feedface-here' });
    expect(await statusOf('/memory/record/feedface', { audience: 'agent' })).toBe(404);
    expect(await statusOf('/memory/record/feedface-there', { workspace: FOLDER })).toBe(404);
    expect(await statusOf('/memory/learnings/feedface-sens', agent)).toBe(404);
  });

  it('erases nothing', async () => {
    expect((await server.call('DELETE', `/memory/record/${shownId(asked.id)}`)).status).toBe(404);
  });
});
