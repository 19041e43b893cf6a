import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../../test/support/model-server.ts';
import { openaiProvider } from './openai.ts';
import { makeKey, makeQuestion, modelSettings } from './provider.fixture.ts';
import type { ModelSettings } from './settings.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server[Symbol.asyncDispose]());

function settingsWith(changes: Partial<ModelSettings> = {}): ModelSettings {
  return modelSettings({ 'curator.provider': 'openai', 'curator.model': 'qwen3:4b', ...changes });
}

function answering(message: object): void {
  server.use({ does: 'status', status: 200, body: JSON.stringify({ choices: [{ message }] }) });
}

describe('a question to an OpenAI-compatible server', () => {
  it('needs no key, costs nothing on this machine, and counts tokens as far as it is told (A-074)', async () => {
    const provider = openaiProvider(settingsWith(), { OPENAI_BASE_URL: `${server.url}/v1` });
    server.use({ does: 'answer', text: 'Yes.', usage: { input: 50, output: 5 } });
    const question = makeQuestion();
    expect(await provider.ask(question)).toEqual({
      text: 'Yes.',
      ended: 'complete',
      inputTokens: 50,
      outputTokens: 5,
      costUsd: 0,
    });
    expect(provider.mostUsd(question)).toBe(0);
    const request = server.requests.at(-1);
    expect(request?.path).toBe('/v1/chat/completions');
    expect(request?.carried('Bearer')).toBe(false);
    expect(request?.body).toEqual({
      model: 'qwen3:4b',
      max_tokens: 1_000,
      stream: false,
      messages: [
        { role: 'system', content: 'Answer in one line.' },
        { role: 'user', content: 'What was decided?' },
      ],
    });
    server.use({ does: 'answer', text: 'x'.repeat(40), usage: null });
    expect(await provider.ask(makeQuestion({ prompt: 'y'.repeat(400) }))).toMatchObject({
      inputTokens: 105,
      outputTokens: 10,
    });
  });

  it('goes to curator.baseUrl before OPENAI_BASE_URL, with the key, at the price that was set (A-073)', async () => {
    const key = makeKey();
    server.use({ does: 'answer', text: 'Yes.', usage: { input: 1_000, output: 1_000 } });
    const settings = settingsWith({
      'curator.baseUrl': `${server.url}/router/v1/`,
      'curator.inputPrice': 2,
      'curator.outputPrice': 3,
    });
    const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: key };
    expect(await openaiProvider(settings, env).ask(makeQuestion())).toMatchObject({ costUsd: 0.005 });
    expect(server.requests.at(-1)?.path).toBe('/router/v1/chat/completions');
    expect(server.requests.at(-1)?.carried(`Bearer ${key}`)).toBe(true);
  });

  it('takes the text of parts, and leaves reasoning out', async () => {
    const provider = openaiProvider(settingsWith(), { OPENAI_BASE_URL: `${server.url}/v1` });
    answering({
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'One, ' },
        { type: 'text', text: 'two.' },
      ],
    });
    expect((await provider.ask(makeQuestion())).text).toBe('One, two.');
    answering({ content: '<think>Is it?\nIt is.</think>\nIt is.', reasoning: 'Hm.' });
    expect((await provider.ask(makeQuestion())).text.trim()).toBe('It is.');
    answering({ content: '<think>Is it? Or is it not? Or' });
    await expect(provider.ask(makeQuestion())).rejects.toMatchObject({ problem: 'unusable', code: 'empty-answer' });
  });

  it('says when the answer was cut off', async () => {
    server.use({ does: 'answer', text: 'Half of', cutOff: true });
    const provider = openaiProvider(settingsWith(), { OPENAI_BASE_URL: `${server.url}/v1` });
    expect(await provider.ask(makeQuestion())).toMatchObject({ text: 'Half of', ended: 'length' });
  });

  it('asks which model when none is chosen', () => {
    expect(() => openaiProvider(settingsWith({ 'curator.model': '' }), {})).toThrow(
      expect.objectContaining({ problem: 'setup', code: 'no-model' }),
    );
  });

  it('is not free anywhere but on this machine (A-074)', () => {
    const far = { 'curator.baseUrl': 'https://localhost.example.com/v1' };
    expect(openaiProvider(settingsWith(far), {}).mostUsd(makeQuestion())).toBeGreaterThan(0);
    for (const base of ['http://localhost:1/v1', 'http://[::1]:1/v1', 'http://127.0.0.2/v1'])
      expect(openaiProvider(settingsWith({ 'curator.baseUrl': base }), {}).mostUsd(makeQuestion())).toBe(0);
  });
});
