/** What is missing for order by meaning, as far as it can be seen without asking for a vector. */
import type { Config } from '../platform/config.ts';
import { ProviderError } from '../platform/models/provider-error.ts';
import { createEmbedder } from '../recall/meaning/embedder.ts';
import type { SetupProblem } from './model-setup.ts';

/** Undefined when there is nothing, and when nobody was chosen for it. */
export function embeddingSetupProblem(config: Config, env: NodeJS.ProcessEnv): SetupProblem | undefined {
  if (config['embeddings.provider'] !== 'off' && config['embeddings.model'] === '')
    return {
      message: 'no model is chosen; set embeddings.model',
      hint: '`carryover config set embeddings.model NAME`',
    };
  try {
    createEmbedder(config, env);
    return undefined;
  } catch (error) {
    if (error instanceof ProviderError) return { message: error.message, hint: error.hint ?? '' };
    throw error;
  }
}
