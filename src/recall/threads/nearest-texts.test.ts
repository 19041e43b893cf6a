/** Search by meaning as everybody gets it: real threads over real stores, and a model on loopback that knows synonyms. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../test/support/wait.ts';
import {
  OTHER_SESSION,
  OTHER_SPACE,
  SPACE,
  sampleRecord,
  sampleSession,
} from '../../journal/contract/samples.fixture.ts';
import type { Journal } from '../../journal/journal.ts';
import { openJournal } from '../../journal/sqlite/sqlite-journal.ts';
import { journalOptions, temporaryFolder } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { commitNext, learned, sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { openKnowledge } from '../../knowledge/knowledge.ts';
import { knowledgeOptions } from '../../knowledge/temporary-knowledge.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { defaultConfig } from '../../platform/config.ts';
import { homePaths } from '../../platform/paths.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import { type EmbeddingServer, startEmbeddingServer, wordVectors } from '../embeddings/embedding-server.fixture.ts';
import type { RecallHit, RecallQuery } from '../recall.ts';
import type { SemanticSettings } from '../vectors/semantic-layer.ts';
import { RecallThreads } from './recall-threads.ts';

/** What means the same to the model. */
const SYNONYMS: Readonly<Record<string, string>> = {
  car: 'automobile',
  vehicle: 'automobile',
  fix: 'repair',
  mend: 'repair',
};
const PARAPHRASE = 'mend vehicle';
const SAID = 'repair the automobile with a new gasket';
const SAID_ELSEWHERE = 'repair an automobile in another project';
const LEARNED = 'repair any automobile on Mondays';
const PRINTED = 'automobile repair log of a tool';
const SECRET = ['hunter', '2'].join('');
const QUESTION = {
  text: PARAPHRASE,
  kind: 'all',
  workspace: SPACE,
  audience: 'person',
  limit: 50,
  now: 0,
  patienceMs: 1_000,
} as const;
const TALK = ['the fence is painted green', 'bees visit the garden at noon', 'bread is baked in the morning'];

let folder: string;
let journal: Journal;
let knowledge: Knowledge;
let server: EmbeddingServer;
let settings: SemanticSettings;
let recall: RecallThreads | undefined;
let logged: string[];
const said = sampleRecord({ content: SAID });
const elsewhere = sampleRecord({ content: SAID_ELSEWHERE, workspace: OTHER_SPACE, sessionId: OTHER_SESSION });

beforeEach(async () => {
  folder = temporaryFolder();
  logged = [];
  journal = await openJournal(journalOptions(folder));
  knowledge = await openKnowledge(knowledgeOptions(folder));
  server = await startEmbeddingServer();
  server.behave = () => ({ does: 'vectors', make: byMeaning });
  settings = chosen('ollama');
  await journal.append({
    sessions: [sampleSession(), sampleSession({ id: OTHER_SESSION, workspace: OTHER_SPACE })],
    records: [
      said,
      ...TALK.map((content) => sampleRecord({ content })),
      sampleRecord({ content: PRINTED, type: 'tool_result' }),
      elsewhere,
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

function chosen(provider: SemanticSettings['embeddings.provider'], model = 'words'): SemanticSettings {
  return {
    ...defaultConfig(),
    'embeddings.provider': provider,
    'embeddings.model': model,
    'embeddings.baseUrl': server.url,
  };
}

const vectors = () => homePaths(folder).vectors;

function start(vectorThread?: string): RecallThreads {
  const thread = (name: string) => fileURLToPath(new URL(`./${name}-thread.ts`, import.meta.url));
  const note = (event: string): void => {
    logged.push(event);
  };
  recall = new RecallThreads({
    journal: journalOptions(folder).path,
    index: homePaths(folder).recall,
    indexThread: thread('index'),
    searchThread: thread('search'),
    vectors: {
      thread: vectorThread ?? thread('vector'),
      path: vectors(),
      log: { debug: note, info: note, warn: note, error: note },
      settings: () => settings,
      redact: (text) => text.replaceAll(SECRET, '[redacted]'),
    },
    knowledge,
    clock: systemClock,
    onError: (operation) => note(operation),
  });
  recall.start();
  return recall;
}

function keysInFile(): readonly unknown[] {
  const database = openSqlite({ path: vectors(), access: 'read', synchronous: 'NORMAL' });
  try {
    return database.prepare('SELECT key FROM passages').pluck().all();
  } finally {
    database.close();
  }
}

async function complete(passages: number): Promise<void> {
  await waitFor(
    async () => {
      const state = await recall?.state();
      return state?.semantic?.state === 'complete' && state.semantic.passages === passages;
    },
    { what: `${passages} passages with vectors` },
  );
}

async function search(different: Partial<RecallQuery> = {}): Promise<readonly RecallHit[]> {
  const threads = recall ?? start();
  await threads.settle();
  return (await threads.search({ ...QUESTION, ...different })).hits;
}

async function texts(different: Partial<RecallQuery> = {}): Promise<readonly string[]> {
  return (await search(different)).map(({ snippet }) => snippet);
}

describe('search by meaning', () => {
  it('finds what shares no word with the question, and only what the question may see', async () => {
    settings = chosen('off');
    expect(await texts()).toEqual([]);
    expect(existsSync(vectors())).toBe(false);
    settings = chosen('ollama');
    await search();
    // What was said and learned; neither what a tool printed nor what is sensitive.
    await complete(6);
    const found = await texts();
    expect(found.slice(0, 2).toSorted()).toEqual([LEARNED, SAID].toSorted());
    expect(found.toSorted()).toEqual([LEARNED, SAID, ...TALK].toSorted());
    expect(await texts({ workspace: OTHER_SPACE })).toEqual([SAID_ELSEWHERE]);
    expect(await texts({ workspace: null })).toEqual([]);
    expect(await texts({ kind: 'facts' })).toEqual([LEARNED]);
    expect(await texts({ recordTypes: ['assistant'] })).toEqual([]);
    expect(await texts({ kind: 'records', sessionId: OTHER_SESSION })).toEqual([]);
    expect(await texts({ kind: 'records', until: said.ts })).toEqual([SAID]);
    const [first] = await search({ kind: 'records', explain: true });
    expect(first?.explanation?.parts.semantic).toBeGreaterThan(0.3);
  });

  it('sees all projects when a person names none', async () => {
    const threads = start();
    await complete(6);
    const { workspace: _, ...everywhere } = QUESTION;
    const { hits } = await threads.search(everywhere);
    expect(
      hits
        .map(({ snippet }) => snippet)
        .slice(0, 3)
        .toSorted(),
    ).toEqual([LEARNED, SAID, SAID_ELSEWHERE].toSorted());
  });

  it('tells how far it is and sends questions redacted', async () => {
    const threads = start();
    await complete(6);
    const { semantic } = await threads.state();
    expect(semantic).toEqual({
      state: 'complete',
      embedder: 'ollama words',
      remote: false,
      passages: 6,
      waiting: 0,
      requests: server.requests.length,
      tokens: expect.any(Number),
      problem: undefined,
    });
    await search({ text: `is ${SECRET} still valid` });
    expect(server.requests.at(-1)?.input).toEqual(['is [redacted] still valid']);
  });

  it('answers as it would without when the model hangs or fails', async () => {
    settings = chosen('off');
    const byWords = { text: 'automobile gasket', explain: true };
    const without = await search(byWords);
    expect(without[0]?.snippet).toBe(SAID);
    settings = chosen('ollama');
    await search();
    await complete(6);
    const answered = server.requests.length;
    expect(await search(byWords)).not.toEqual(without);
    server.behave = () => ({ does: 'status', status: 500 });
    expect(await search(byWords)).toEqual(without);
    server.behave = () => ({ does: 'hang' });
    expect(await search(byWords)).toEqual(without);
    settings = chosen('off');
    expect(await search(byWords)).toEqual(without);
    expect(server.requests).toHaveLength(answered + 3);
    await waitFor(() => !existsSync(vectors()), { what: 'the vectors to be deleted' });
    expect((await recall?.state())?.semantic).toBeUndefined();
  });

  it('makes all vectors again for another model, without a restart', async () => {
    await search();
    await complete(6);
    settings = chosen('ollama', 'other words');
    await search();
    await complete(6);
    const again = server.requests.filter(({ model }) => model === 'other words').flatMap(({ input }) => input);
    expect(again).toEqual(expect.arrayContaining([SAID, LEARNED, ...TALK]));
    expect((await texts())[0]).toSatisfy((text: string) => [SAID, LEARNED].includes(text));
  });

  it('has forgotten what was erased when erasing has settled, also while no model answers (RED-3)', async () => {
    const threads = start();
    await complete(6);
    await journal.eraseRecords({ ids: [said.id], contentHashes: [], now: 0 });
    await threads.settle();
    expect(keysInFile()).not.toContain('r1');
    expect(keysInFile()).toHaveLength(5);
    expect(await texts()).not.toContain(SAID);
    await threads.close();
    server.behave = () => ({ does: 'status', status: 500 });
    await journal.eraseRecords({ ids: [elsewhere.id], contentHashes: [], now: 0 });
    await start().settle();
    expect(keysInFile()).toHaveLength(4);
  });

  it('goes on when its thread dies', async () => {
    const entry = join(folder, 'dies-once.mjs');
    const died = JSON.stringify(join(folder, 'died'));
    const thread = JSON.stringify(pathToFileURL(fileURLToPath(new URL('./vector-thread.ts', import.meta.url))));
    writeFileSync(
      entry,
      `import { existsSync, writeFileSync } from 'node:fs';
       const before = existsSync(${died});
       writeFileSync(${died}, '');
       if (!before) throw new Error('died');
       await import(${thread});`,
    );
    start(entry);
    await complete(6);
    expect(logged).toContain('keep vectors');
    expect((await texts())[0]).toSatisfy((text: string) => [SAID, LEARNED].includes(text));
  });

  it('keeps its vectors when its thread dies of an erasure, which the next one then does (RED-3)', async () => {
    const entry = join(folder, 'dies-of-one.mjs');
    const died = JSON.stringify(join(folder, 'died'));
    const thread = JSON.stringify(pathToFileURL(fileURLToPath(new URL('./vector-thread.ts', import.meta.url))));
    writeFileSync(
      entry,
      `import { existsSync, writeFileSync } from 'node:fs';
       import { parentPort } from 'node:worker_threads';
       parentPort.on('message', ({ asked }) => {
         if (asked?.kind !== 'settle' || existsSync(${died})) return;
         writeFileSync(${died}, '');
         throw new Error('died');
       });
       await import(${thread});`,
    );
    const threads = start(entry);
    await complete(6);
    await journal.eraseRecords({ ids: [said.id], contentHashes: [], now: 0 });
    await threads.settle();
    expect(logged).toContain('keep vectors');
    expect(keysInFile()).not.toContain('r1');
    expect(keysInFile()).toHaveLength(5);
  });

  it('goes on as before while its settings cannot be read, and tells of it once', async () => {
    const threads = start();
    await complete(6);
    Object.defineProperty(settings, 'embeddings.model', {
      get: () => {
        throw new Error('unreadable');
      },
    });
    expect((await texts())[0]).toSatisfy((text: string) => [SAID, LEARNED].includes(text));
    await threads.search(QUESTION);
    expect(logged.filter((event) => event.startsWith('read the settings'))).toHaveLength(1);
    settings = chosen('off');
    await search();
    await waitFor(() => !existsSync(vectors()), { what: 'the vectors to be deleted' });
  });
});
