import { anthropicProvider } from './anthropic.ts';
import { claudeCliProvider } from './claude-cli.ts';
import { openaiProvider } from './openai.ts';
import type { Provider } from './provider.ts';
import type { ModelSettings } from './settings.ts';

const PROVIDERS = { anthropic: anthropicProvider, openai: openaiProvider, 'claude-cli': claudeCliProvider };

/**
 * The model a person chose; undefined when it is `rules`, which is none. Reads the key anew each time, and throws a
 * `ProviderError` of the kind `setup` when there is none to use.
 */
export function createProvider(settings: ModelSettings, env: NodeJS.ProcessEnv): Provider | undefined {
  const chosen = settings['curator.provider'];
  return chosen === 'rules' ? undefined : PROVIDERS[chosen](settings, env);
}
