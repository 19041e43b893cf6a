/**
 * The switches of privacy, read from the configuration as it is now and written into it as `carryover config set` does.
 * Whatever of `injection.*` is changed, nothing that was rendered before may still be given.
 */
import { createProvider } from '../curator/llm/create-provider.ts';
import { ProviderError } from '../curator/llm/provider.ts';
import type { ModelUse, OpenSettings, SettingsApi, SettingsChange, SettingsReport } from '../http/settings-api.ts';
import { type Config, setConfigValues } from '../platform/config.ts';
import type { LiveConfig } from '../platform/live-config.ts';
import { createEmbedder } from '../recall/meaning/embedder.ts';

interface SettingsServiceOptions {
  /** Of the configuration's file. */
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  readonly config: LiveConfig;
  /** Removes what was rendered for agents. */
  forgetBlocks(): void;
}

/** The variables that hold a provider's key. */
const KEY_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
  openai: ['OPENAI_API_KEY'],
};

export class SettingsService implements SettingsApi {
  readonly #options: SettingsServiceOptions;

  constructor(options: SettingsServiceOptions) {
    this.#options = options;
  }

  read(): SettingsReport {
    const { config, env } = this.#options;
    const { current } = config;
    return {
      settings: openSettings(current),
      curator: this.#modelUse('curator', current, () => createProvider(current, env)?.recipient),
      embeddings: this.#modelUse('embeddings', current, () => {
        const embedder = createEmbedder(current, env);
        return embedder?.remote === true ? embedder.name : undefined;
      }),
    };
  }

  change(changes: SettingsChange): Partial<OpenSettings> {
    const { path, config, forgetBlocks } = this.#options;
    const before = openSettings(config.current);
    const keys = Object.keys(changes) as (keyof OpenSettings)[];
    setConfigValues(path, changes);
    if (keys.some((key) => key.startsWith('injection.'))) forgetBlocks();
    return Object.fromEntries(keys.map((key) => [key, before[key]]));
  }

  #modelUse(section: 'curator' | 'embeddings', config: Config, recipient: () => string | null | undefined): ModelUse {
    const provider = config[`${section}.provider`];
    const variables = KEY_VARIABLES[provider] ?? [];
    const isSet =
      config[`${section}.keyFile`] !== '' || variables.some((name) => (this.#options.env[name] ?? '') !== '');
    return { provider, recipient: whoReads(recipient) ?? null, key: { set: isSet } };
  }
}

/** A model that is not set up is not asked. */
function whoReads(recipient: () => string | null | undefined): string | null | undefined {
  try {
    return recipient();
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

function openSettings(config: Config): OpenSettings {
  return {
    'injection.enabled': config['injection.enabled'],
    'injection.prompts': config['injection.prompts'],
    'injection.sensitive': config['injection.sensitive'],
    'retention.days': config['retention.days'],
    'retention.spaces': config['retention.spaces'],
    'curator.modelCalls': config['curator.modelCalls'],
    'backups.megabytes': config['backups.megabytes'],
  };
}
