/** Both HTTP providers against a server that does everything a server can do wrong (F-12). */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Behaviour, type ModelServer, startModelServer } from '../../../test/support/model-server.ts';
import { createProvider } from './create-provider.ts';
import { everythingIn, makeKey, makeQuestion, modelSettings, problemOf } from './provider.fixture.ts';
import type { Provider, ProviderProblem } from './provider.ts';

const KEY = makeKey();
/** Well below the patience of the test, and far above what loopback takes. */
const SHORT_MS = 300;
const MEGABYTE = 1_024 * 1_024;

interface Fault {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly problem: ProviderProblem;
  readonly code: string;
  /** Whether it may have been billed without anybody telling. */
  readonly mayHaveCost?: true;
  readonly timeoutMs?: number;
}

const status = (code: number, headers: Record<string, string> = {}): Behaviour => ({
  does: 'status',
  status: code,
  headers,
  // A server that repeats what it was sent, in every field there is.
  body: JSON.stringify({ error: { type: `bad_${KEY}`, code: KEY, message: `${KEY} What was decided?` } }),
});

const FAULTS: readonly Fault[] = [
  ...[401, 402, 403].map(
    (code): Fault => ({ name: `${code}`, behaviour: status(code), problem: 'setup', code: 'model-key-refused' }),
  ),
  { name: '404', behaviour: status(404), problem: 'setup', code: 'model-not-found' },
  ...[400, 413, 422].map(
    (code): Fault => ({ name: `${code}`, behaviour: status(code), problem: 'unusable', code: 'question-refused' }),
  ),
  ...[408, 409, 429, 500, 502, 503, 529].map(
    (code): Fault => ({ name: `${code}`, behaviour: status(code), problem: 'busy', code: 'model-busy' }),
  ),
  {
    name: 'silence',
    behaviour: { does: 'hang' },
    problem: 'busy',
    code: 'model-timeout',
    mayHaveCost: true,
    timeoutMs: SHORT_MS,
  },
  {
    name: 'a slow drip',
    behaviour: { does: 'drip', everyMs: 50 },
    problem: 'busy',
    code: 'model-timeout',
    mayHaveCost: true,
    timeoutMs: SHORT_MS,
  },
  { name: 'a reset', behaviour: { does: 'reset' }, problem: 'busy', code: 'model-connection-lost', mayHaveCost: true },
  {
    name: 'an answer cut in the middle',
    behaviour: { does: 'half' },
    problem: 'busy',
    code: 'model-connection-lost',
    mayHaveCost: true,
  },
  {
    name: 'half JSON',
    behaviour: { does: 'half-json' },
    problem: 'busy',
    code: 'not-an-answer',
    mayHaveCost: true,
  },
  { name: 'HTML', behaviour: { does: 'html' }, problem: 'busy', code: 'not-an-answer', mayHaveCost: true },
  { name: '5 MB', behaviour: { does: 'huge' }, problem: 'unusable', code: 'answer-too-large', mayHaveCost: true },
  { name: 'a wrong schema', behaviour: { does: 'wrong-schema' }, problem: 'unusable', code: 'not-an-answer' },
  { name: 'an empty answer', behaviour: { does: 'empty' }, problem: 'unusable', code: 'empty-answer' },
  { name: 'a refusal', behaviour: { does: 'refusal' }, problem: 'unusable', code: 'model-refused' },
];

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server[Symbol.asyncDispose]());

function make(name: 'anthropic' | 'openai', url = server.url): Provider {
  const settings = modelSettings({
    'curator.provider': name,
    'curator.model': 'some-model',
    'curator.inputPrice': 1,
    'curator.outputPrice': 5,
  });
  const env = {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: KEY,
  };
  const provider = createProvider(settings, env);
  if (provider === undefined) throw new Error('no provider');
  return provider;
}

describe.each(['anthropic', 'openai'] as const)('%s, asked when the other side fails (F-12)', (name) => {
  it.each(FAULTS)('says that $name is $problem, in time and without the key (F-12)', async (fault) => {
    server.use(fault.behaviour);
    const provider = make(name);
    const question = makeQuestion(fault.timeoutMs === undefined ? {} : { timeoutMs: fault.timeoutMs });
    const before = server.requests.length;
    const error = await problemOf(provider, question);
    expect(error).toMatchObject({ problem: fault.problem, code: fault.code, retryable: fault.problem === 'busy' });
    expect(everythingIn(error)).not.toContain(KEY);
    expect(everythingIn(error)).not.toContain(question.prompt);
    if (fault.mayHaveCost === true) expect(error.used.costUsd).toBe(provider.mostUsd(question));
    else expect(error.used.costUsd).toBeLessThan(provider.mostUsd(question));
    const sent = server.requests.slice(before);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.carried(KEY)).toBe(true);
  });

  it('counts what a refusal and an empty answer used (A-074)', async () => {
    for (const does of ['refusal', 'empty'] as const) {
      server.use({ does });
      expect((await problemOf(make(name))).used).toEqual({ inputTokens: 100, outputTokens: 20, costUsd: 0.0002 });
    }
  });

  it('follows no redirect, so the key stays (A-073, SRV-17)', async () => {
    await using elsewhere = await startModelServer();
    server.use({ does: 'redirect', to: `${elsewhere.url}/v1/messages` });
    expect(await problemOf(make(name))).toMatchObject({ problem: 'setup', code: 'model-moved' });
    expect(elsewhere.requests).toHaveLength(0);
  });

  it('hands on how long it is asked to wait, an hour at most (F-12)', async () => {
    const date = 'Tue, 10 Nov 2026 10:00:00 GMT';
    for (const [value, waitMs] of [
      ['7', 7_000],
      ['Tue, 10 Nov 2026 10:00:09 GMT', 9_000],
      ['999999', 3_600_000],
      ['Tue, 10 Nov 2026 09:00:00 GMT', undefined],
      ['soon', undefined],
    ] as const) {
      server.use(status(429, { 'retry-after': value, date }));
      expect((await problemOf(make(name))).retryAfterMs, value).toBe(waitMs);
    }
  });

  it('names the type of an error when it is a plain word', async () => {
    server.use({ does: 'status', status: 529, body: '{"error":{"type":"overloaded_error","message":"no"}}' });
    expect((await problemOf(make(name))).message).toMatch(
      /^the model at 127\.0\.0\.1:\d+ answered 529 \(overloaded_error\)$/,
    );
  });

  it('ends at once when it is stopped, and asks nothing when it was stopped before', async () => {
    const stop = new AbortController();
    const provider = make(name);
    server.use(() => {
      stop.abort();
      return { does: 'hang' };
    });
    const question = makeQuestion({ signal: stop.signal, timeoutMs: 60_000 });
    expect(await problemOf(provider, question)).toMatchObject({
      problem: 'busy',
      code: 'model-stopped',
      used: { costUsd: provider.mostUsd(question) },
    });
    const before = server.requests.length;
    expect(await problemOf(provider, question)).toMatchObject({ code: 'model-stopped', used: { costUsd: 0 } });
    expect(server.requests).toHaveLength(before);
  });

  it('counts nothing when nobody was there to be asked', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    listener.close();
    await once(listener, 'close');
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    expect(await problemOf(make(name, url))).toMatchObject({
      problem: 'busy',
      code: 'model-unreachable',
      used: { costUsd: 0 },
    });
  });

  it('keeps memory within the cap when a small answer unfolds into 300 MB (F-12)', async () => {
    const member = gzipSync(Buffer.alloc(10 * MEGABYTE, ' '));
    server.use({
      does: 'status',
      status: 200,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: Buffer.concat(Array.from({ length: 30 }, () => member)),
    });
    const before = process.memoryUsage.rss();
    expect(await problemOf(make(name))).toMatchObject({ problem: 'unusable', code: 'answer-too-large' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MEGABYTE);
  });
});
