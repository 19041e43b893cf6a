/** What is missing for search by meaning, as far as it can be seen without asking for a vector. */
import type { Config } from '../platform/config.ts';
import { ProviderError } from '../platform/models/provider-error.ts';
import { createEmbedder } from '../recall/embeddings/create-embedder.ts';
import type { SetupProblem } from './model-setup.ts';

/** Undefined when there is nothing, and when nobody was chosen for it. */
export function embeddingSetupProblem(config: Config, env: NodeJS.ProcessEnv): SetupProblem | undefined {
  const provider = config['embeddings.provider'];
  if (provider === 'transformers' && config['embeddings.folder'] === '') return unset('embeddings.folder', 'PATH');
  if (provider !== 'transformers' && provider !== 'off' && config['embeddings.model'] === '')
    return unset('embeddings.model', 'NAME');
  try {
    createEmbedder(config, env);
    return undefined;
  } catch (error) {
    if (error instanceof ProviderError) return { message: error.message, hint: error.hint ?? '' };
    throw error;
  }
}

function unset(key: keyof Config, value: string): SetupProblem {
  return { message: `no model is chosen; set ${key}`, hint: `\`carryover config set ${key} ${value}\`` };
}
