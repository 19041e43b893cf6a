import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../platform/models/provider-error.ts';
import { createEmbedder, type Embedder } from './embedder.ts';
import {
  type EmbeddingBehaviour,
  type EmbeddingServer,
  embeddingSettings,
  startEmbeddingServer,
  wordVectors,
} from './embedding-server.fixture.ts';

const PROVIDERS = ['openai', 'compatible'] as const;

function embedderAt(server: EmbeddingServer, changes = {}, env = {}): Embedder {
  const settings = {
    'embeddings.provider': 'compatible',
    'embeddings.baseUrl': `${server.url}/v1`,
    ...changes,
  } as const;
  const embedder = createEmbedder(embeddingSettings(settings), env);
  if (embedder === undefined) throw new Error('no embedder was made');
  return embedder;
}

function deadline(timeoutMs = 10_000) {
  return { timeoutMs, signal: new AbortController().signal };
}

async function problemOf(embedder: Embedder, timeoutMs?: number): Promise<ProviderError> {
  const outcome = await embedder.embed(['one', 'two'], deadline(timeoutMs)).catch((thrown: unknown) => thrown);
  if (outcome instanceof ProviderError) return outcome;
  throw new Error(`expected a ProviderError, got ${inspect(outcome)}`);
}

describe('vectors of a model', () => {
  it.each(PROVIDERS)('come one for each text, in order, of length 1, with the tokens, from %s', async (provider) => {
    await using server = await startEmbeddingServer();
    const embedder = embedderAt(server, { 'embeddings.provider': provider });
    const texts = ['red apples', 'green pears'];
    const { vectors, tokens } = await embedder.embed(texts, deadline());
    expect(tokens).toBe(20);
    for (const [at, expected] of wordVectors(texts).entries()) {
      const length = Math.hypot(...expected);
      for (const [index, value] of expected.entries()) expect(vectors[at]?.[index]).toBeCloseTo(value / length, 5);
    }
    expect(server.requests).toEqual([
      { path: '/v1/embeddings', model: 'words', input: texts, authorization: undefined },
    ]);
    expect({ name: embedder.name, remote: embedder.remote }).toEqual({ name: `${provider} words`, remote: false });
    await using other = await startEmbeddingServer();
    expect(embedderAt(other, { 'embeddings.provider': provider }).address).not.toBe(embedder.address);
  });

  it('are refused when they are not what was asked for, so that no wrong vector is stored', async () => {
    await using server = await startEmbeddingServer();
    const embedder = embedderAt(server);
    const wrong: readonly ((texts: readonly string[]) => readonly (readonly unknown[] | string)[])[] = [
      (texts) => wordVectors(texts).slice(1),
      (texts) => wordVectors(texts).map((row, at) => row.slice(at)),
      (texts) => wordVectors(texts).map(() => []),
      (texts) => wordVectors(texts).map((row) => row.map(() => 0)),
      (texts) => wordVectors(texts).map((row) => [...row.slice(1), null]),
      (texts) => wordVectors(texts).map((row) => [...row.slice(1), 'NaN']),
      (texts) => wordVectors(texts).map((row) => row.map(() => 1e308)),
      (texts) => texts.map(() => 'AAAAPwAA'),
      (texts) => texts.map(() => ''),
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
      { does: 'status', status: 200, body: '{"data":[{"embedding":[NaN]}]}' },
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
    expect(await problemOf(embedderAt(server))).toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
  });

  it('end with their deadline when the server says nothing', async () => {
    await using server = await startEmbeddingServer();
    server.behave = () => ({ does: 'hang' });
    expect(await problemOf(embedderAt(server), 50)).toMatchObject({ code: 'model-timeout', problem: 'busy' });
  });

  it('are asked for with the key of the key file, which stands in no error', async () => {
    await using server = await startEmbeddingServer();
    const folder = mkdtempSync(join(tmpdir(), 'carryover-key-'));
    const key = ['sk', randomBytes(24).toString('hex')].join('-');
    try {
      const keyFile = join(folder, 'key');
      writeFileSync(keyFile, `${key}\n`, { mode: 0o600 });
      server.behave = () => ({ does: 'status', status: 401, body: JSON.stringify({ error: { type: key } }) });
      const problem = await problemOf(embedderAt(server, { 'embeddings.keyFile': keyFile }));
      expect(server.requests[0]?.authorization).toBe(`Bearer ${key}`);
      expect(inspect(problem, { depth: 10, showHidden: true })).not.toContain(key);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('embedders over HTTP', () => {
  it('take base64, in which they ask for it, as they take numbers', async () => {
    await using server = await startEmbeddingServer();
    const embedder = embedderAt(server);
    const numbers = await embedder.embed(['red apples'], deadline());
    const encoded = (row: readonly number[]) => Buffer.from(Float32Array.from(row).buffer).toString('base64');
    server.behave = () => ({ does: 'vectors', make: (texts) => wordVectors(texts).map(encoded) });
    expect(await embedder.embed(['red apples'], deadline())).toEqual(numbers);
  });

  it('take the key of the environment for OpenAI alone, and know an address outside this machine', async () => {
    await using server = await startEmbeddingServer();
    const env = { OPENAI_API_KEY: ['sk', 'test', 'environment'].join('-') };
    await embedderAt(server, { 'embeddings.provider': 'openai' }, env).embed(['one'], deadline());
    await embedderAt(server, {}, env).embed(['one'], deadline());
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([
      `Bearer ${env.OPENAI_API_KEY}`,
      undefined,
    ]);
    expect(createEmbedder(embeddingSettings({ 'embeddings.provider': 'openai' }), {})?.remote).toBe(true);
    expect(createEmbedder(embeddingSettings({ 'embeddings.provider': 'compatible' }), {})?.remote).toBe(false);
  });

  it('are not made without a model, with a bad address, or when none is chosen', () => {
    const make = (changes: object) => () => createEmbedder(embeddingSettings(changes), {});
    expect(make({ 'embeddings.provider': 'off' })()).toBeUndefined();
    expect(make({ 'embeddings.provider': 'compatible', 'embeddings.model': '' })).toThrow(
      expect.objectContaining({ code: 'no-model', hint: expect.stringContaining('embeddings.model') }),
    );
    const secret = `http://me:${randomBytes(8).toString('hex')}@127.0.0.1`;
    expect(make({ 'embeddings.provider': 'compatible', 'embeddings.baseUrl': secret })).toThrow(
      expect.objectContaining({ code: 'bad-model-address' }),
    );
  });

  it('give vectors as large as the model makes them', async () => {
    await using server = await startEmbeddingServer();
    const texts = Array.from({ length: 16 }, (_, at) => `text ${at}`);
    server.behave = () => ({
      does: 'vectors',
      make: (input) => wordVectors(input, 4_096).map((row) => row.map((x) => x / 3)),
    });
    const { vectors } = await embedderAt(server).embed(texts, deadline());
    expect(vectors.map(({ length }) => length)).toEqual(texts.map(() => 4_096));
  });
});
