/** `GET /memory/context`: what was given, as it was, how an item fared, and what a prompt would be given. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveInjection } from '../../curator/receipts.ts';
import {
  OTHER_SESSION,
  SESSION,
  sampleInjection,
  sampleRecord,
  sampleSession,
  TURN,
} from '../../journal/contract/samples.fixture.ts';
import { commitNext, learned, sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import { deriveId, type LearningId, type RecordId } from '../../memory/ids.ts';
import type { Injection } from '../../memory/injection.ts';
import type { PromptBlock } from '../../recall/prompt-block.ts';
import { FOLDER, startTestServer, type TestServer } from '../server.fixture.ts';

const FACT = sampleLearning({ content: 'The API runs on port 4000.' });
const OTHER_FACT = sampleLearning({ content: 'The API is written in Go.' });
const GONE = deriveId<LearningId>('gone');
const ASKED = sampleRecord({ content: 'where does the api listen?' });
const RECORD = sampleRecord({ turnId: null, content: 'long '.repeat(1_000) });

const OUTSIDE = sampleRecord({
  id: 'REC-2026-A' as RecordId,
  turnId: null,
  content: `${'x'.repeat(499)}👍`,
});

const asked: unknown[] = [];
let block: PromptBlock | undefined;
let server: TestServer;
let given: Injection;
beforeAll(async () => {
  server = await startTestServer({
    promptBlock: async (workspace, prompt) => {
      asked.push([workspace, prompt]);
      return block;
    },
  });
  const { journal, knowledge } = server;
  const sessions = [sampleSession(), sampleSession({ id: OTHER_SESSION })];
  await journal.append({ sessions, records: [ASKED, RECORD, OUTSIDE] });
  await commitNext(knowledge, { learnings: [learned(FACT), learned(OTHER_FACT)] });
  const detail = { turnId: TURN, scores: [2, 1, 0.5], tokens: 40, tookMs: 6.5 };
  given = sampleInjection({ items: [FACT.id, RECORD.id, GONE], text: 'block <text>', detail });
  await giveInjection(journal, knowledge, given);
  await giveInjection(journal, knowledge, sampleInjection({ kind: 'boot', items: [FACT.id] }));
  const [receipt] = await knowledge.receipts({ injectionId: given.id, limit: 1 });
  if (receipt !== undefined) await knowledge.addReceipts([{ ...receipt, outcome: 'used' }]);
});
afterAll(() => server.close());

const get = (query: { readonly [name: string]: string }) =>
  server.call('GET', `/memory/context?${new URLSearchParams(query)}`);

describe('what was given', () => {
  it('comes back as it was, by its id or the beginning of it, with what became of each item', async () => {
    const { status, json } = await get({ injection: given.id });
    expect(status).toBe(200);
    expect(json).toEqual({
      id: given.id,
      ts: given.ts,
      session_id: SESSION,
      workspace: given.workspace,
      kind: 'prompt',
      turn_id: TURN,
      tokens: 40,
      took_ms: 6.5,
      block: 'block <text>',
      prompt: 'where does the api listen?',
      items: [
        {
          id: FACT.id,
          type: 'fact',
          ts: FACT.confirmedAt,
          source: 'typed',
          text: FACT.content,
          score: 2,
          outcome: 'used',
        },
        {
          id: RECORD.id,
          type: 'prompt',
          ts: RECORD.ts,
          source: 'typed',
          text: expect.any(String),
          score: 1,
          outcome: null,
        },
        { id: GONE, type: 'gone', ts: null, source: null, text: null, score: 0.5, outcome: null },
      ],
    });
    expect((await get({ injection: given.id.slice(0, 8) })).json).toEqual(json);
    expect((await get({ injection: given.id.toUpperCase() })).json).toEqual(json);
  });

  it('is the last of all or of a session, and a clear answer when there is none', async () => {
    expect((await get({ injection: 'last' })).json).toMatchObject({ kind: 'boot', turn_id: null, tokens: null });
    expect((await get({ injection: 'last', session_id: SESSION })).json).toMatchObject({ kind: 'boot', prompt: null });
    const none = await get({ injection: 'last', session_id: OTHER_SESSION });
    expect(none).toMatchObject({ status: 404, json: { error: { code: 'not-found', hint: expect.any(String) } } });
    expect((await get({ injection: 'nobody' })).status).toBe(404);
    expect((await get({})).status).toBe(400);
  });

  it('is told of one item: where it was last given, and how often it was used', async () => {
    const fared = { given: 1, used: 1, ignored: 0 };
    const last = { session_id: SESSION, kind: 'boot', outcome: null };
    expect((await get({ item: FACT.id.slice(0, 10) })).json).toMatchObject({ id: FACT.id, ...fared, last });
    expect((await get({ item: ASKED.id })).json).toMatchObject({ id: ASKED.id, given: 0, last: null });
    expect((await get({ item: 'nobody at all' })).status).toBe(404);
  });

  it('is told of what was never given by the beginning of its id as well', async () => {
    expect((await get({ item: ASKED.id.slice(0, 8) })).json).toMatchObject({
      id: ASKED.id,
      type: 'prompt',
      last: null,
    });
    expect((await get({ item: OTHER_FACT.id.slice(0, 8) })).json).toMatchObject({ id: OTHER_FACT.id, type: 'fact' });
    expect((await get({ item: OTHER_FACT.id.slice(0, 5) })).status).toBe(404);
  });

  it('is found however its id is typed, and one from outside as it is spelled', async () => {
    for (const id of [FACT.id, ASKED.id, OTHER_FACT.id])
      for (const typed of [id.toUpperCase(), id.slice(0, 8).toUpperCase()])
        expect((await get({ item: typed })).json).toMatchObject({ id });
    for (const typed of [OUTSIDE.id, OUTSIDE.id.slice(0, 8)])
      expect((await get({ item: typed })).json).toMatchObject({ id: OUTSIDE.id });
  });

  it('is cut between characters', async () => {
    expect((await get({ item: OUTSIDE.id })).json).toMatchObject({ text: `${'x'.repeat(499)}\ufffd` });
  });
});

describe('what a prompt would be given', () => {
  it('comes with what it is made from, and is given to nobody', async () => {
    block = { text: 'block <text>', items: [FACT.id, RECORD.id], scores: [0.9, 0.5], tokens: 40 };
    const before = await server.journal.injections(0, 99);
    const { status, json } = await get({ workspace: FOLDER, prompt: 'which port?' });
    expect(status).toBe(200);
    expect(json).toEqual({
      block: 'block <text>',
      tokens: 40,
      items: [
        { id: FACT.id, type: 'fact', ts: FACT.confirmedAt, source: 'typed', text: FACT.content, score: 0.9 },
        { id: RECORD.id, type: 'prompt', ts: RECORD.ts, source: 'typed', text: expect.any(String), score: 0.5 },
      ],
    });
    expect(asked).toEqual([[server.space, 'which port?']]);
    expect(await server.journal.injections(0, 99)).toEqual(before);
  });

  it('is empty for silence, also in a folder nobody knows', async () => {
    block = undefined;
    const silence = { status: 200, json: { block: '', tokens: 0, items: [] } };
    expect(await get({ workspace: FOLDER, prompt: 'thanks' })).toMatchObject(silence);
    expect(await get({ workspace: '/nobody/knows', prompt: '' })).toMatchObject(silence);
    expect(asked.at(-1)).toEqual([null, '']);
    expect((await get({ prompt: 'where?' })).status).toBe(400);
  });
});
