import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../../test/support/model-server.ts';
import { anthropicProvider } from './anthropic.ts';
import { makeKey, makeQuestion, modelSettings } from './provider.fixture.ts';

const KEY = makeKey();

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const settings = modelSettings({ 'curator.provider': 'anthropic' });

describe('a question to the Messages API', () => {
  it('goes to ANTHROPIC_BASE_URL, with the key, the version and nothing but the question (A-073)', async () => {
    server.use({ does: 'answer', text: 'DD/MM/YYYY.', usage: { input: 500, output: 200 } });
    const provider = anthropicProvider(settings, {
      ANTHROPIC_BASE_URL: `${server.url}/proxy/`,
      ANTHROPIC_API_KEY: KEY,
    });
    const completion = await provider.ask(makeQuestion());
    const request = server.requests.at(-1);
    expect(request).toMatchObject({ path: '/proxy/v1/messages', headers: { 'anthropic-version': '2023-06-01' } });
    expect(request?.body).toEqual({
      model: 'claude-haiku-5-5',
      max_tokens: 1_000,
      system: 'Answer in one line.',
      messages: [{ role: 'user', content: 'What was decided?' }],
    });
    expect(request?.carried(KEY)).toBe(true);
    expect(completion).toEqual({
      text: 'DD/MM/YYYY.',
      ended: 'complete',
      inputTokens: 500,
      outputTokens: 200,
      costUsd: 0.00015,
    });
    // The cost anchor: an observation of this size costs no more than 0.0003 dollars.
    expect(completion.costUsd).toBeLessThanOrEqual(0.0003);
  });

  it('carries an auth token as a bearer when there is no key (A-073)', async () => {
    const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: KEY };
    server.use({ does: 'answer', text: 'Yes.' });
    await anthropicProvider(settings, env).ask(makeQuestion());
    expect(server.requests.at(-1)?.carried(`Bearer ${KEY}`)).toBe(true);
  });

  it('says when the answer was cut off', async () => {
    server.use({ does: 'answer', text: 'Half of', cutOff: true });
    const provider = anthropicProvider(settings, { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: KEY });
    expect(await provider.ask(makeQuestion())).toMatchObject({ text: 'Half of', ended: 'length' });
  });

  it('estimates what a proxy does not count, and counts what it cached', async () => {
    const provider = anthropicProvider(settings, { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: KEY });
    server.use({ does: 'answer', text: 'x'.repeat(40), usage: null });
    expect(await provider.ask(makeQuestion({ prompt: 'y'.repeat(400) }))).toMatchObject({
      inputTokens: 105,
      outputTokens: 10,
    });
    const usage = { input_tokens: 5, cache_creation_input_tokens: 70, cache_read_input_tokens: 900, output_tokens: -3 };
    const content = [{ type: 'text', text: 'Yes.' }];
    server.use({ does: 'status', status: 200, body: JSON.stringify({ content, usage }) });
    expect(await provider.ask(makeQuestion())).toMatchObject({ inputTokens: 975, outputTokens: 1 });
  });

  it('never costs more than it said it could, even if every byte were a token (A-074)', async () => {
    const provider = anthropicProvider(settings, { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: KEY });
    for (const prompt of ['plain words '.repeat(2_000), '日本語の文章'.repeat(2_000), 'f3a9c1'.repeat(30_000)]) {
      const question = makeQuestion({ prompt });
      server.use({ does: 'answer', text: 'Yes.', usage: { input: Buffer.byteLength(prompt), output: 1_000 } });
      const { costUsd } = await provider.ask(question);
      expect(costUsd).toBeLessThanOrEqual(provider.mostUsd(question));
    }
  });

  it('asks for a key when there is none, and for a plain address', () => {
    expect(() => anthropicProvider(settings, {})).toThrow(
      expect.objectContaining({ problem: 'setup', code: 'no-model-key', hint: expect.stringContaining('keyFile') }),
    );
    const withPassword = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: `http://me:${KEY}@127.0.0.1` };
    expect(() => anthropicProvider(settings, withPassword)).toThrow('ANTHROPIC_BASE_URL is no address');
    expect(() => anthropicProvider(settings, withPassword)).not.toThrow(KEY);
  });
});
