/** `GET /memory/search` when its index is in trouble, and `POST /memory/rebuild {index}`, which makes it anew. */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { sampleRecord } from '../../journal/contract/samples.fixture.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { Recall } from '../../recall/recall.ts';
import { startRecall } from '../../recall/threads/temporary-recall.fixture.ts';
import { bearer, startTestServer, type TestServer } from '../server.fixture.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(recall: Pick<Recall, 'search' | 'rebuildIndex'>): Promise<TestServer> {
  const server = await startTestServer({ recall });
  closing.push(() => server.close());
  return server;
}

const rebuildIndex = () => Promise.reject(new Error('not asked for'));
const prompts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: 'prompt', content: `the otter said number${index}` }));

it.each(['json', 'jsonl'])(
  'a search that fails is a clear error with a hint, as %s, and the next one works',
  async (format) => {
    let isBroken = true;
    const search = async () => {
      if (isBroken)
        throw new CarryoverError('the index is gone', { code: 'index-damaged', hint: 'try again', retryable: true });
      return { hits: [] };
    };
    const server = await start({ search, rebuildIndex });
    const path = `/memory/search?q=otter&format=${format}`;
    const error = { code: 'index-damaged', message: 'the index is gone', hint: 'try again' };
    expect(await server.call('GET', path)).toMatchObject({ status: 503, json: { error } });
    isBroken = false;
    expect((await server.call('GET', path)).status).toBe(200);
  },
);

it('hits that come after the asker hung up are dropped, and nothing falls over', async () => {
  const hungUp = Promise.withResolvers<void>();
  const told = Promise.withResolvers<unknown>();
  const hit = {
    kind: 'record',
    score: 1,
    snippet: 'otter',
    coverage: 1,
    record: { ...sampleRecord(), seq: 1 },
  } as const;
  const server = await start({
    rebuildIndex,
    search: async (_, onPart) => {
      onPart?.([hit]);
      await hungUp.promise;
      try {
        told.resolve(onPart?.([hit]));
      } catch (error) {
        told.resolve(error);
      }
      return { hits: [hit] };
    },
  });
  const hangUp = new AbortController();
  const { signal } = hangUp;
  const url = `http://127.0.0.1:${server.port}/memory/search?q=otter&format=jsonl`;
  expect((await fetch(url, { headers: bearer(server.token), signal })).status).toBe(200);
  hangUp.abort();
  // Until the server has heard of it.
  await sleep(100);
  hungUp.resolve();
  expect(await told.promise).toBeUndefined();
  expect((await server.call('GET', '/health')).status).toBe(200);
});

it('an index overwritten while the server runs is made anew by itself, or when somebody asks (F-07)', async () => {
  let threads: ReturnType<typeof startRecall> | undefined;
  const problems: unknown[] = [];
  const server = await startTestServer(({ paths, knowledge }) => {
    threads = startRecall(paths, knowledge, (_, error) => problems.push(error));
    return { recall: threads };
  });
  closing.push(
    () => server.close(),
    async () => threads?.close(),
  );
  const hits = async () => {
    const { status, json } = await server.call('GET', '/memory/search?q=otter&k=100');
    return status === 200 ? (json as { hits: unknown[] }).hits.length : status;
  };
  await server.call('POST', '/memory/record', prompts(50));
  await expect.poll(hits).toBe(50);
  for (const suffix of ['', '-wal']) writeFileSync(server.paths.recall + suffix, Buffer.alloc(100_000, 'garbage'));
  await server.call('POST', '/memory/record', prompts(10));
  await expect.poll(hits).toBe(60);
  expect(problems).toMatchObject([{ code: 'index-damaged' }]);
  const rebuilt = await server.call('POST', '/memory/rebuild', { index: true });
  expect(JSON.parse(rebuilt.text.trimEnd().split('\n').at(-1) ?? '')).toEqual({
    finished: true,
    records: 60,
    facts: 0,
  });
  expect(await hits()).toBe(60);
  expect((await server.call('POST', '/memory/rebuild', { index: true, recurate: true })).status).toBe(400);
});
