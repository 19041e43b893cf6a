import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../platform/models/provider-error.ts';
import { createEmbedder } from './create-embedder.ts';
import type { Embedder } from './embedder.ts';
import {
  type EmbeddingBehaviour,
  type EmbeddingServer,
  embeddingSettings,
  startEmbeddingServer,
  wordVectors,
} from './embedding-server.fixture.ts';

type Provider = 'ollama' | 'openai';
const PROVIDERS: readonly Provider[] = ['ollama', 'openai'];
const PATHS = { ollama: '/api/embed', openai: '/v1/embeddings' };

function embedderAt(server: EmbeddingServer, provider: Provider, changes = {}, env = {}): Embedder {
  const base = provider === 'ollama' ? server.url : `${server.url}/v1`;
  const settings = { 'embeddings.provider': provider, 'embeddings.baseUrl': base, ...changes };
  const embedder = createEmbedder(embeddingSettings(settings), env);
  if (embedder === undefined) throw new Error('no embedder was made');
  return embedder;
}

function deadline(timeoutMs = 10_000) {
  return { timeoutMs, signal: new AbortController().signal };
}

async function problemOf(embedder: Embedder, timeoutMs?: number): Promise<ProviderError> {
  const outcome = await embedder
    .embed(['one', 'two'], 'passage', deadline(timeoutMs))
    .catch((thrown: unknown) => thrown);
  if (outcome instanceof ProviderError) return outcome;
  throw new Error(`expected a ProviderError, got ${inspect(outcome)}`);
}

describe.each(PROVIDERS)('vectors from %s', (provider) => {
  it('come one for each text, in order, of length 1, with the tokens that were counted', async () => {
    await using server = await startEmbeddingServer();
    const embedder = embedderAt(server, provider);
    const texts = ['red apples', 'green pears'];
    const { vectors, tokens } = await embedder.embed(texts, 'passage', deadline());
    expect(tokens).toBe(20);
    for (const [at, expected] of wordVectors(texts).entries()) {
      const length = Math.hypot(...expected);
      for (const [index, value] of expected.entries()) expect(vectors[at]?.[index]).toBeCloseTo(value / length, 5);
    }
    expect(server.requests).toEqual([
      { path: PATHS[provider], model: 'words', input: texts, authorization: undefined },
    ]);
    expect({ name: embedder.name, remote: embedder.remote }).toEqual({ name: `${provider} words`, remote: false });
  });

  it('are refused when they are not what was asked for, so that no wrong vector is stored', async () => {
    await using server = await startEmbeddingServer();
    const embedder = embedderAt(server, provider);
    const wrong: readonly ((texts: readonly string[]) => readonly (readonly unknown[])[])[] = [
      (texts) => wordVectors(texts).slice(1),
      (texts) => wordVectors(texts).map((row, at) => row.slice(at)),
      (texts) => wordVectors(texts).map(() => []),
      (texts) => wordVectors(texts).map((row) => row.map(() => 0)),
      (texts) => wordVectors(texts).map((row) => [...row.slice(1), null]),
      (texts) => wordVectors(texts).map((row) => [...row.slice(1), 'NaN']),
      (texts) => wordVectors(texts).map((row) => row.map(() => 1e308)),
    ];
    for (const make of wrong) {
      server.behave = () => ({ does: 'vectors', make });
      expect(await problemOf(embedder)).toMatchObject({ code: 'not-vectors', problem: 'busy' });
    }
  });

  it.each<readonly [string, EmbeddingBehaviour, object]>([
    ['an error of the server', { does: 'status', status: 500 }, { problem: 'busy', code: 'model-busy' }],
    [
      'NaN in what should be JSON',
      { does: 'status', status: 200, body: '{"embeddings":[[NaN]]}' },
      { problem: 'busy' },
    ],
    ['a list instead of an answer', { does: 'status', status: 200, body: '[]' }, { code: 'not-vectors' }],
    ['a text it refuses', { does: 'status', status: 400 }, { problem: 'unusable' }],
    [
      'a model it does not have',
      { does: 'status', status: 404 },
      { problem: 'setup', hint: expect.stringContaining('embeddings.model') },
    ],
    [
      'a key it does not know',
      { does: 'status', status: 401 },
      { problem: 'setup', hint: expect.stringContaining('embeddings.keyFile') },
    ],
    ['a connection that breaks', { does: 'reset' }, { problem: 'busy', code: 'model-connection-lost' }],
    [
      'an answer larger than vectors can be',
      { does: 'status', status: 200, body: ' '.repeat(9 * 1_024 * 1_024) },
      { code: 'answer-too-large' },
    ],
  ])('say what %s means', async (_, behaviour, expected) => {
    await using server = await startEmbeddingServer();
    server.behave = () => behaviour;
    expect(await problemOf(embedderAt(server, provider))).toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
  });

  it('end with their deadline when the server says nothing', async () => {
    await using server = await startEmbeddingServer();
    server.behave = () => ({ does: 'hang' });
    expect(await problemOf(embedderAt(server, provider), 50)).toMatchObject({ code: 'model-timeout', problem: 'busy' });
  });

  it('are asked for with the key of the key file, which stands in no error', async () => {
    await using server = await startEmbeddingServer();
    const folder = mkdtempSync(join(tmpdir(), 'carryover-key-'));
    const key = ['sk', randomBytes(24).toString('hex')].join('-');
    try {
      const keyFile = join(folder, 'key');
      writeFileSync(keyFile, `${key}\n`, { mode: 0o600 });
      server.behave = () => ({ does: 'status', status: 401, body: JSON.stringify({ error: { type: key } }) });
      const problem = await problemOf(embedderAt(server, provider, { 'embeddings.keyFile': keyFile }));
      expect(server.requests[0]?.authorization).toBe(`Bearer ${key}`);
      expect(inspect(problem, { depth: 10, showHidden: true })).not.toContain(key);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('embedders over HTTP', () => {
  it('tell queries from passages where the model wants it, and cut what no passage is', async () => {
    await using server = await startEmbeddingServer();
    const embedder = embedderAt(server, 'ollama', { 'embeddings.model': 'nomic-embed-text:v1.5' });
    await embedder.embed(['who?'], 'query', deadline());
    await embedder.embed([`they ${'x'.repeat(10_000)}`], 'passage', deadline());
    const [query, passage] = server.requests.map(({ input }) => input[0]);
    expect(query).toBe('search_query: who?');
    expect(passage).toMatch(/^search_document: they x+$/);
    expect(passage?.length).toBeLessThan(4_100);
  });

  it('take the key of the environment for OpenAI alone, and know an address outside this machine', async () => {
    await using server = await startEmbeddingServer();
    const env = { OPENAI_API_KEY: ['sk', 'test', 'environment'].join('-') };
    await embedderAt(server, 'openai', {}, env).embed(['one'], 'passage', deadline());
    await embedderAt(server, 'ollama', {}, env).embed(['one'], 'passage', deadline());
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([
      `Bearer ${env.OPENAI_API_KEY}`,
      undefined,
    ]);
    expect(createEmbedder(embeddingSettings({ 'embeddings.provider': 'openai' }), {})?.remote).toBe(true);
  });

  it('are not made without a model, with a bad address, or when none is chosen', () => {
    const make = (changes: object) => () => createEmbedder(embeddingSettings(changes), {});
    expect(make({ 'embeddings.provider': 'off' })()).toBeUndefined();
    expect(make({ 'embeddings.provider': 'ollama', 'embeddings.model': '' })).toThrow(
      expect.objectContaining({ code: 'no-model', hint: expect.stringContaining('embeddings.model') }),
    );
    const secret = `http://me:${randomBytes(8).toString('hex')}@127.0.0.1`;
    expect(make({ 'embeddings.provider': 'ollama', 'embeddings.baseUrl': secret })).toThrow(
      expect.objectContaining({ code: 'bad-model-address' }),
    );
  });

  it('give vectors as large as the model makes them', async () => {
    await using server = await startEmbeddingServer();
    const texts = Array.from({ length: 32 }, (_, at) => `text ${at}`);
    server.behave = () => ({
      does: 'vectors',
      make: (input) => wordVectors(input, 4_096).map((row) => row.map((x) => x / 3)),
    });
    const { vectors } = await embedderAt(server, 'openai').embed(texts, 'passage', deadline());
    expect(vectors.map(({ length }) => length)).toEqual(texts.map(() => 4_096));
  });
});
