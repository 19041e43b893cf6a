/** `/embeddings` as OpenAI shaped it, which vLLM, LM Studio, llama.cpp and many hosts speak as well. */
import { isObject } from '../../memory/json-guards.ts';
import { endpointOf, isLoopback } from '../../platform/models/endpoint.ts';
import { tokenCount } from '../../platform/models/token-count.ts';
import { askForVectors, chosenKey, chosenModel, HTTP_BATCH_TEXTS } from './ask-for-vectors.ts';
import { checkedVectors } from './checked-vectors.ts';
import type { Embedder, EmbeddingSettings } from './embedder.ts';
import { prepared } from './model-traits.ts';

const PUBLIC_ADDRESS = 'https://api.openai.com/v1';

export function openaiEmbedder(settings: EmbeddingSettings, env: NodeJS.ProcessEnv): Embedder {
  const model = chosenModel(settings);
  const configured = settings['embeddings.baseUrl'];
  const base = configured || env.OPENAI_BASE_URL || PUBLIC_ADDRESS;
  const url = endpointOf(base, 'embeddings', configured ? 'embeddings.baseUrl' : 'OPENAI_BASE_URL');
  const key = chosenKey(settings, env, 'OPENAI_API_KEY');
  return {
    name: `openai ${model}`,
    remote: !isLoopback(url),
    batchTexts: HTTP_BATCH_TEXTS,
    embed: async (texts, kind, deadline) => {
      const body = { model, input: prepared(texts, kind, model), encoding_format: 'float' };
      const answer = await askForVectors({ url, key, body, deadline });
      const usage = isObject(answer.usage) ? answer.usage : {};
      return {
        vectors: checkedVectors(inOrder(answer.data), texts.length),
        tokens: tokenCount(usage.prompt_tokens) ?? 0,
      };
    },
  };
}

/** Each says which text it belongs to, and the order is not promised. */
function inOrder(data: unknown): unknown {
  if (!Array.isArray(data) || !data.every(isObject)) return undefined;
  return data.toSorted((one, other) => Number(one.index) - Number(other.index)).map(({ embedding }) => embedding);
}
