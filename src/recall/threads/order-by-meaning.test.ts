/** Order by meaning as everybody gets it: real threads over real stores, and a model on loopback that knows synonyms. */
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  OTHER_SESSION,
  OTHER_SPACE,
  SPACE,
  sampleRecord,
  sampleSession,
} from '../../journal/contract/samples.fixture.ts';
import { type Journal, openJournal } from '../../journal/journal.ts';
import { journalOptions, temporaryFolder } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { commitNext, learned, sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import { type Knowledge, openKnowledge } from '../../knowledge/knowledge.ts';
import { knowledgeOptions } from '../../knowledge/temporary-knowledge.fixture.ts';
import { type Config, defaultConfig } from '../../platform/config.ts';
import { homePaths } from '../../platform/paths.ts';
import { type EmbeddingServer, startEmbeddingServer, wordVectors } from '../meaning/embedding-server.fixture.ts';
import type { NearnessOptions } from '../meaning/nearness.ts';
import type { RecallHit, RecallQuery } from '../recall.ts';
import type { RecallThreads } from './recall-threads.ts';
import { startRecall } from './temporary-recall.fixture.ts';

/** What means the same to the model. */
const SYNONYMS: Readonly<Record<string, string>> = {
  car: 'automobile',
  vehicle: 'automobile',
  fix: 'repair',
  mend: 'repair',
};
const NEWER = 'to mend a fence we painted it green';
const OLDER = 'a vehicle in for repair needs a gasket';
const PRINTED = 'repair log of a tool, vehicle 7';
const ELSEWHERE = 'repair a vehicle in another project';
const LEARNED = 'Repair is done on Mondays';
const SECRET = ['hunter', '2'].join('');
const QUESTION = {
  text: 'car mend repair fence',
  kind: 'all',
  workspace: SPACE,
  audience: 'person',
  limit: 50,
  now: 0,
  patienceMs: 1_000,
} as const;

let folder: string;
let journal: Journal;
let knowledge: Knowledge;
let server: EmbeddingServer;
let settings: Config;
let recall: RecallThreads | undefined;
const older = sampleRecord({ content: OLDER });

beforeEach(async () => {
  folder = temporaryFolder();
  journal = await openJournal(journalOptions(folder));
  knowledge = await openKnowledge(knowledgeOptions(folder));
  server = await startEmbeddingServer();
  server.behave = () => ({ does: 'vectors', make: byMeaning });
  settings = chosen('compatible');
  await journal.append({
    sessions: [sampleSession(), sampleSession({ id: OTHER_SESSION, workspace: OTHER_SPACE })],
    records: [
      older,
      sampleRecord({ content: NEWER }),
      sampleRecord({ content: PRINTED, type: 'tool_result' }),
      sampleRecord({ content: ELSEWHERE, workspace: OTHER_SPACE, sessionId: OTHER_SESSION }),
    ],
  });
  const facts = [
    sampleLearning({ content: LEARNED }),
    sampleLearning({ content: `${LEARNED}, secretly`, sensitive: true }),
  ];
  await commitNext(knowledge, { learnings: facts.map(learned) });
});
afterEach(async () => {
  await recall?.close();
  recall = undefined;
  await server[Symbol.asyncDispose]();
  await knowledge.close();
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

function byMeaning(texts: readonly string[]): number[][] {
  return wordVectors(texts.map((text) => text.toLowerCase().replaceAll(/[a-z]+/g, (word) => SYNONYMS[word] ?? word)));
}

function chosen(provider: Config['embeddings.provider'], different: Partial<Config> = {}): Config {
  return {
    ...defaultConfig(),
    'embeddings.provider': provider,
    'embeddings.model': 'words',
    'embeddings.baseUrl': `${server.url}/v1`,
    ...different,
  };
}

function start(): RecallThreads {
  const meaning: NearnessOptions = {
    env: {},
    settings: () => settings,
    redact: (text) => text.replaceAll(SECRET, '[redacted]'),
  };
  const paths = { journal: journalOptions(folder).path, recall: homePaths(folder).recall };
  recall = startRecall(paths, knowledge, undefined, { meaning });
  return recall;
}

async function search(different: Partial<RecallQuery> = {}): Promise<readonly RecallHit[]> {
  const threads = recall ?? start();
  return (await threads.search({ ...QUESTION, ...different })).hits;
}

const sent = () => server.requests.flatMap(({ input }) => input);

describe('order by meaning', () => {
  it('moves what words have found, and adds and loses nothing (M-07)', async () => {
    settings = chosen('off');
    await start().settle();
    const byWords = await search({ explain: true });
    expect(server.requests).toEqual([]);
    settings = chosen('compatible');
    const moved = await search({ explain: true });
    expect(moved.map(({ snippet }) => snippet).toSorted()).toEqual(byWords.map(({ snippet }) => snippet).toSorted());
    const gains = moved.map(({ snippet, score }) => [
      snippet,
      score - (byWords.find((hit) => hit.snippet === snippet)?.score ?? 0),
    ]);
    expect(gains.every(([, gain]) => Number(gain) >= 0)).toBe(true);
    const semantic = (of: string) => moved.find(({ snippet }) => snippet === of)?.explanation?.parts.semantic;
    expect(semantic(OLDER)).toBeGreaterThan(0.3);
    expect(semantic(PRINTED)).toBeUndefined();
    expect(moved.map(({ score }) => score)).toEqual(moved.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  it('sends the question redacted and what was said, once each; nothing that a tool printed or that is sensitive', async () => {
    await start().settle();
    await search({ text: `${QUESTION.text} ${SECRET}` });
    expect(sent().toSorted()).toEqual([`${QUESTION.text} [redacted]`, OLDER, NEWER, LEARNED].toSorted());
    await search({ text: `${QUESTION.text} ${SECRET}` });
    expect(server.requests).toHaveLength(1);
    expect((await recall?.state())?.semantic).toEqual({
      state: 'ready',
      embedder: 'compatible words',
      remote: false,
      requests: 1,
      tokens: 40,
      problem: undefined,
    });
  });

  it('sends no record that a person has marked sensitive, whoever asks', async () => {
    const mark = { id: older.id, workspace: SPACE, pinned: false, sensitive: true };
    await commitNext(knowledge, { recordMarks: [mark] });
    await start().settle();
    expect((await search()).map(({ snippet }) => snippet)).toContain(OLDER);
    expect(sent().toSorted()).toEqual([QUESTION.text, NEWER, LEARNED].toSorted());
  });

  it('answers as it would without when the model fails, hangs, or nobody answers at the address', async () => {
    settings = chosen('off');
    await start().settle();
    const without = await search({ explain: true });
    settings = chosen('compatible');
    server.behave = () => ({ does: 'status', status: 500 });
    expect(await search({ explain: true })).toEqual(without);
    expect((await recall?.state())?.semantic).toMatchObject({ state: 'failing', problem: 'model-busy' });
    settings = chosen('compatible', { 'embeddings.baseUrl': 'http://127.0.0.1:1' });
    expect(await search({ explain: true })).toEqual(without);
    settings = chosen('compatible', { 'embeddings.model': '' });
    expect(await search({ explain: true })).toEqual(without);
    expect((await recall?.state())?.semantic).toMatchObject({ state: 'failing', embedder: '', problem: 'no-model' });
    settings = chosen('compatible');
    server.behave = () => ({ does: 'hang' });
    const asked = server.requests.length;
    expect(await search({ explain: true })).toEqual(without);
    // While it is late nobody else waits for it.
    expect(await search({ explain: true })).toEqual(without);
    expect(server.requests).toHaveLength(asked + 1);
  });

  it('asks no model while the kill switch is on, and none for what goes with a prompt', async () => {
    await start().settle();
    settings = chosen('compatible', { 'curator.modelCalls': false });
    await search();
    expect((await recall?.state())?.semantic).toMatchObject({ state: 'paused' });
    settings = chosen('compatible');
    const request = { prompt: QUESTION.text, workspace: SPACE, sessionId: null, given: new Set<string>(), now: 0 };
    await recall?.choose({ ...request, sinking: new Map() });
    expect(server.requests).toEqual([]);
  });

  it('keeps no vector of what was there before something was erased (RED-3)', async () => {
    await start().settle();
    await search();
    await journal.eraseRecords({ ids: [older.id], contentHashes: [], now: 0 });
    await recall?.forget();
    await search();
    const [, ...again] = server.requests;
    expect(again.flatMap(({ input }) => input).toSorted()).toEqual([QUESTION.text, NEWER, LEARNED].toSorted());
  });
});
