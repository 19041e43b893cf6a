import type { Embedder, EmbeddingSettings } from './embedder.ts';
import { ollamaEmbedder } from './ollama.ts';
import { openaiEmbedder } from './openai.ts';
import { transformersEmbedder } from './transformers.ts';

const PROVIDERS = { ollama: ollamaEmbedder, openai: openaiEmbedder, transformers: transformersEmbedder };

/** Who a person chose; undefined when that is nobody. Throws a `ProviderError` of the kind `setup` when it cannot be used. */
export function createEmbedder(settings: EmbeddingSettings, env: NodeJS.ProcessEnv): Embedder | undefined {
  const chosen = settings['embeddings.provider'];
  return chosen === 'off' ? undefined : PROVIDERS[chosen](settings, env);
}
