/** Ollama's own `/api/embed`, on this machine unless an address says otherwise. */
import { endpointOf, isLoopback } from '../../platform/models/endpoint.ts';
import { tokenCount } from '../../platform/models/token-count.ts';
import { askForVectors, chosenKey, chosenModel, HTTP_BATCH_TEXTS } from './ask-for-vectors.ts';
import { checkedVectors } from './checked-vectors.ts';
import type { Embedder, EmbeddingSettings } from './embedder.ts';
import { prepared } from './model-traits.ts';

const LOCAL = 'http://127.0.0.1:11434';

export function ollamaEmbedder(settings: EmbeddingSettings, env: NodeJS.ProcessEnv): Embedder {
  const model = chosenModel(settings);
  const url = endpointOf(settings['embeddings.baseUrl'] || LOCAL, 'api/embed', 'embeddings.baseUrl');
  const key = chosenKey(settings, env);
  return {
    name: `ollama ${model}`,
    remote: !isLoopback(url),
    batchTexts: HTTP_BATCH_TEXTS,
    embed: async (texts, kind, deadline) => {
      const body = { model, input: prepared(texts, kind, model) };
      const answer = await askForVectors({ url, key, body, deadline });
      const vectors = checkedVectors(answer.embeddings, texts.length);
      return { vectors, tokens: tokenCount(answer.prompt_eval_count) ?? 0 };
    },
  };
}
