/** One request for vectors over HTTP, and where it goes. */
import { isObject } from '../../memory/json-guards.ts';
import type { Deadline } from '../../platform/models/deadline.ts';
import { keyFromEnv, keyFromFile } from '../../platform/models/key.ts';
import { postJson } from '../../platform/models/post-json.ts';
import { ProviderError } from '../../platform/models/provider-error.ts';
import type { EmbeddingSettings } from './embedder.ts';

/** Enough for a passage each, small enough that a query need not wait long behind it. */
export const HTTP_BATCH_TEXTS = 32;
/** 32 vectors of 8,192 numbers, 24 characters each. */
const MAX_ANSWER_BYTES = 8 * 1_024 * 1_024;
/** What vectors cost is not reckoned: tokens are counted instead. */
const NOTHING = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

export interface VectorRequest {
  readonly url: URL;
  readonly key: string | undefined;
  readonly body: object;
  readonly deadline: Deadline;
}

export async function askForVectors(request: VectorRequest): Promise<Readonly<Record<string, unknown>>> {
  const { url, key, body, deadline } = request;
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const question = { url, headers, body, section: 'embeddings', question: deadline, most: NOTHING } as const;
  const answer = await postJson({ ...question, maxAnswerBytes: MAX_ANSWER_BYTES });
  return isObject(answer) ? answer : {};
}

export function chosenModel(settings: EmbeddingSettings): string {
  const model = settings['embeddings.model'];
  if (model !== '') return model;
  throw new ProviderError('no embedding model is chosen', {
    code: 'no-model',
    problem: 'setup',
    hint: '`carryover config set embeddings.model NAME`; for Ollama one that `ollama list` shows',
  });
}

/** The variable counts only where it belongs: a key is not sent to whoever else answers. */
export function chosenKey(settings: EmbeddingSettings, env: NodeJS.ProcessEnv, variable?: string): string | undefined {
  return (
    keyFromFile(settings, 'embeddings.keyFile') ?? (variable === undefined ? undefined : keyFromEnv(env, variable))
  );
}
