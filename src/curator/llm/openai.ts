/**
 * Chat completions as OpenAI shaped them, which Ollama, vLLM, LM Studio and OpenRouter speak as well. A model on this
 * machine costs nothing unless a price was set, and needs no key. Reasoning is not part of the answer.
 */
import { isObject, text } from '../../memory/json-guards.ts';
import { endpointOf, isLoopback } from '../../platform/models/endpoint.ts';
import { keyFromEnv, keyFromFile } from '../../platform/models/key.ts';
import { postJson } from '../../platform/models/post-json.ts';
import { completionOf, unusable } from './completion.ts';
import { FREE, type Price, priceOf } from './prices.ts';
import { type Completion, type Provider, ProviderError, type Question } from './provider.ts';
import type { ModelSettings } from './settings.ts';
import { mostUsed, readUsage, usedBy } from './usage.ts';

const OLLAMA = 'http://127.0.0.1:11434/v1';
/** OpenAI's own models refuse the name that everybody else knows. */
const OPENAI_HOST = 'api.openai.com';
/** Local servers without a reasoning parser leave it in the answer, in front. */
const REASONING = /^\s*<think>[\s\S]*?(?:<\/think>|$)/;

export function openaiProvider(settings: ModelSettings, env: NodeJS.ProcessEnv): Provider {
  const model = settings['curator.model'];
  if (model === '')
    throw new ProviderError('no model is chosen', {
      code: 'no-model',
      problem: 'setup',
      hint: '`carryover config set curator.model NAME`; `ollama list` shows what a local Ollama has',
    });
  const base = settings['curator.baseUrl'] || env.OPENAI_BASE_URL || OLLAMA;
  const url = endpointOf(base, 'chat/completions', settings['curator.baseUrl'] ? 'curator.baseUrl' : 'OPENAI_BASE_URL');
  const key = keyFromFile(settings, 'curator.keyFile') ?? keyFromEnv(env, 'OPENAI_API_KEY');
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const price = isLoopback(url) ? priceOf(model, settings, FREE) : priceOf(model, settings);
  const limit = url.hostname === OPENAI_HOST ? 'max_completion_tokens' : 'max_tokens';
  return {
    name: 'openai',
    model,
    recipient: isLoopback(url) ? null : url.hostname,
    mostUsd: (question) => mostUsed(price, question).costUsd,
    ask: async (question) => {
      const messages = [
        { role: 'system', content: question.system },
        { role: 'user', content: question.prompt },
      ];
      const body = { model, [limit]: question.maxOutputTokens, messages, stream: false };
      return read(
        await postJson({ url, headers, body, section: 'curator', question, most: mostUsed(price, question) }),
        question,
        price,
      );
    },
  };
}

function read(answer: unknown, question: Question, price: Price): Completion {
  const fields = isObject(answer) ? answer : {};
  const usage = isObject(fields.usage) ? fields.usage : {};
  const first: unknown = Array.isArray(fields.choices) ? fields.choices[0] : undefined;
  const choice = isObject(first) ? first : {};
  const message = isObject(choice.message) ? choice.message : undefined;
  const whole = textOf(message?.content);
  const used = usedBy(price, readUsage(usage.prompt_tokens, usage.completion_tokens, question, whole));
  if (message === undefined) throw unusable('the answer of the model has no message', 'not-an-answer', used);
  if (choice.finish_reason === 'content_filter' || text(message.refusal) !== '')
    throw unusable('the model refused to answer', 'model-refused', used);
  return completionOf(whole.replace(REASONING, ''), choice.finish_reason === 'length' ? 'length' : 'complete', used);
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return text(content);
  return content.map((part: unknown) => (isObject(part) && part.type === 'text' ? text(part.text) : '')).join('');
}
