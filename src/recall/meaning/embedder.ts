/**
 * The model that turns text into vectors, at an address that speaks OpenAI's `/embeddings`: OpenAI itself, and Ollama, vLLM,
 * LM Studio, llama.cpp and many hosts.
 *
 * Guarantees: one vector of length 1 for each text, all of one size; an end within the deadline; nothing thrown but
 * `ProviderError`; no retry, which is up to whoever asks. A key never stands in a message.
 */
import { isObject } from '../../memory/json-guards.ts';
import type { Config } from '../../platform/config.ts';
import type { Deadline } from '../../platform/models/deadline.ts';
import { endpointOf, isLoopback } from '../../platform/models/endpoint.ts';
import { keyFromEnv, keyFromFile } from '../../platform/models/key.ts';
import { postJson } from '../../platform/models/post-json.ts';
import { ProviderError } from '../../platform/models/provider-error.ts';
import { tokenCount } from '../../platform/models/token-count.ts';

export type EmbeddingSettings = Pick<
  Config,
  'embeddings.provider' | 'embeddings.model' | 'embeddings.baseUrl' | 'embeddings.keyFile'
>;

export interface Embedder {
  /** Provider and model. */
  readonly name: string;
  /** Another server may answer otherwise for a model of the same name: vectors of two never meet. */
  readonly address: string;
  /** Whether text leaves this machine, and may cost money. */
  readonly remote: boolean;
  /** At most `BATCH_TEXTS`; `tokens` as the other side counted them, 0 when it did not. */
  embed(
    texts: readonly string[],
    deadline: Deadline,
  ): Promise<{ readonly vectors: readonly Float32Array[]; readonly tokens: number }>;
}

/** An answer is read on the daemon's thread: of so many texts that takes a few milliseconds. */
export const BATCH_TEXTS = 16;
/** 16 vectors of 4,096 numbers, 24 characters each, and what stands around them. */
const MAX_ANSWER_BYTES = 2 * 1_024 * 1_024;
/** What vectors cost is not reckoned: tokens are counted instead. */
const NOTHING = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
const PUBLIC_ADDRESS = 'https://api.openai.com/v1';
const LOCAL_OLLAMA = 'http://127.0.0.1:11434/v1';

/** Undefined when nobody was chosen. Throws a `ProviderError` of the kind `setup` when it cannot be used. */
export function createEmbedder(settings: EmbeddingSettings, env: NodeJS.ProcessEnv): Embedder | undefined {
  const provider = settings['embeddings.provider'];
  if (provider === 'off') return undefined;
  const model = chosenModel(settings);
  const isOpenai = provider === 'openai';
  const configured = settings['embeddings.baseUrl'];
  const base = configured || (isOpenai ? env.OPENAI_BASE_URL || PUBLIC_ADDRESS : LOCAL_OLLAMA);
  const url = endpointOf(base, 'embeddings', configured || !isOpenai ? 'embeddings.baseUrl' : 'OPENAI_BASE_URL');
  // The variable counts only where it belongs: a key is not sent to whoever else answers.
  const key = keyFromFile(settings, 'embeddings.keyFile') ?? (isOpenai ? keyFromEnv(env, 'OPENAI_API_KEY') : undefined);
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return {
    name: `${provider} ${model}`,
    address: url.href,
    remote: !isLoopback(url),
    embed: async (input, question) => {
      // As OpenAI's own clients ask, a fifth of the bytes; who does not know base64 answers with lists of numbers.
      const body = { model, input, encoding_format: 'base64' };
      const post = { url, headers, body, section: 'embeddings', question, most: NOTHING } as const;
      const answer = await postJson({ ...post, maxAnswerBytes: MAX_ANSWER_BYTES });
      const { data, usage } = isObject(answer) ? answer : {};
      const tokens = isObject(usage) ? tokenCount(usage.prompt_tokens) : undefined;
      return { vectors: vectorsIn(data, input.length), tokens: tokens ?? 0 };
    },
  };
}

function chosenModel(settings: EmbeddingSettings): string {
  const model = settings['embeddings.model'];
  if (model !== '') return model;
  throw new ProviderError('no embedding model is chosen', {
    code: 'no-model',
    problem: 'setup',
    hint: '`carryover config set embeddings.model NAME`; for Ollama one that `ollama list` shows',
  });
}

/** Each says which text it belongs to, and the order is not promised. */
function vectorsIn(data: unknown, count: number): readonly Float32Array[] {
  if (!Array.isArray(data) || data.length !== count || !data.every(isObject)) throw notVectors(`not ${count} vectors`);
  const ordered = data.toSorted((one, other) => Number(one.index) - Number(other.index));
  const vectors = ordered.map(({ embedding }) => unitVector(numbersOf(embedding)));
  if (vectors.some(({ length }) => length !== vectors[0]?.length)) throw notVectors('vectors of different sizes');
  return vectors;
}

function numbersOf(embedding: unknown): Float32Array {
  if (typeof embedding === 'string') {
    const bytes = Buffer.from(embedding, 'base64');
    if (bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) throw notVectors('a vector that was cut');
    return new Float32Array(new Uint8Array(bytes).buffer);
  }
  if (!Array.isArray(embedding) || !embedding.every((value) => typeof value === 'number'))
    throw notVectors('a vector that is no list of numbers');
  return Float32Array.from(embedding);
}

function unitVector(numbers: Float32Array): Float32Array {
  const length = Math.hypot(...numbers);
  // Also for one that holds what is no number, or none at all.
  if (!Number.isFinite(length) || length === 0) throw notVectors('a vector without direction');
  return numbers.map((value) => value / length);
}

/** Another moment may bring a better answer: servers start, models load. */
function notVectors(instead: string): ProviderError {
  return new ProviderError(`the embedding model answered with ${instead}`, { code: 'not-vectors', problem: 'busy' });
}
