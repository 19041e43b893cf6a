/**
 * The Messages API of Anthropic, or a proxy that speaks it (`curator.baseUrl`, `ANTHROPIC_BASE_URL`), so that real keys need not live on
 * this machine. A proxy on this machine is not free: what stands behind it has its price.
 */
import { type Fields, isObject, text } from '../../memory/json-guards.ts';
import { endpointOf, isLoopback } from '../../platform/models/endpoint.ts';
import { keyFromEnv, keyFromFile } from '../../platform/models/key.ts';
import { postJson } from '../../platform/models/post-json.ts';
import { tokenCount } from '../../platform/models/token-count.ts';
import { completionOf, unusable } from './completion.ts';
import { type Price, priceOf } from './prices.ts';
import { type Completion, type Provider, ProviderError, type Question } from './provider.ts';
import type { ModelSettings } from './settings.ts';
import { mostUsed, readUsage, usedBy } from './usage.ts';

const PUBLIC_ADDRESS = 'https://api.anthropic.com';
const API_VERSION = '2023-06-01';
const DEFAULT_MODEL = 'claude-haiku-5-5';
/** Ways an answer ends before the model was done. */
const CUT_OFF = ['max_tokens', 'model_context_window_exceeded'];

export function anthropicProvider(settings: ModelSettings, env: NodeJS.ProcessEnv): Provider {
  const model = settings['curator.model'] || DEFAULT_MODEL;
  const configured = settings['curator.baseUrl'];
  const base = configured || env.ANTHROPIC_BASE_URL || PUBLIC_ADDRESS;
  const url = endpointOf(base, 'v1/messages', configured ? 'curator.baseUrl' : 'ANTHROPIC_BASE_URL');
  const headers = { ...authorisation(settings, env), 'anthropic-version': API_VERSION };
  const price = priceOf(model, settings);
  return {
    name: 'anthropic',
    model,
    recipient: isLoopback(url) ? null : url.hostname,
    mostUsd: (question) => mostUsed(price, question).costUsd,
    ask: async (question) => {
      const { system, prompt, maxOutputTokens } = question;
      const body = { model, max_tokens: maxOutputTokens, system, messages: [{ role: 'user', content: prompt }] };
      return read(
        await postJson({ url, headers, body, section: 'curator', question, most: mostUsed(price, question) }),
        question,
        price,
      );
    },
  };
}

function authorisation(settings: ModelSettings, env: NodeJS.ProcessEnv): Record<string, string> {
  const key = keyFromFile(settings, 'curator.keyFile') ?? keyFromEnv(env, 'ANTHROPIC_API_KEY');
  if (key !== undefined) return { 'x-api-key': key };
  const token = keyFromEnv(env, 'ANTHROPIC_AUTH_TOKEN');
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  throw new ProviderError('there is no key for the Anthropic API', {
    code: 'no-model-key',
    problem: 'setup',
    hint: 'write it into a private file and name that: `carryover config set curator.keyFile PATH`; or set ANTHROPIC_API_KEY',
  });
}

function read(answer: unknown, question: Question, price: Price): Completion {
  const fields = isObject(answer) ? answer : {};
  const usage = isObject(fields.usage) ? fields.usage : {};
  const blocks: readonly unknown[] = Array.isArray(fields.content) ? fields.content : [];
  const said = blocks.map((block) => (isObject(block) && block.type === 'text' ? text(block.text) : '')).join('');
  const used = usedBy(price, readUsage(inputTokens(usage), usage.output_tokens, question, said));
  if (fields.stop_reason === 'refusal') throw unusable('the model refused to answer', 'model-refused', used);
  if (!Array.isArray(fields.content)) throw unusable('the answer of the model has no content', 'not-an-answer', used);
  return completionOf(said, CUT_OFF.includes(text(fields.stop_reason)) ? 'length' : 'complete', used);
}

/** What a proxy put into or took from a cache is input too, and counts in full. */
function inputTokens(usage: Fields): number | undefined {
  const fresh = tokenCount(usage.input_tokens);
  if (fresh === undefined) return undefined;
  return (
    fresh + (tokenCount(usage.cache_creation_input_tokens) ?? 0) + (tokenCount(usage.cache_read_input_tokens) ?? 0)
  );
}
