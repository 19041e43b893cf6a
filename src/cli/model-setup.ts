/** What stands in the way of the model that was chosen, as far as it can be seen without asking it. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createProvider } from '../curator/llm/create-provider.ts';
import { ProviderError } from '../curator/llm/provider.ts';
import type { Config } from '../platform/config.ts';

export interface SetupProblem {
  readonly message: string;
  readonly hint: string;
}

/** Undefined when it can be asked, and when no model was chosen. */
export function modelSetupProblem(config: Config, env: NodeJS.ProcessEnv): SetupProblem | undefined {
  if (config['curator.provider'] === 'claude-cli') {
    if (isOnPath('claude', env)) return undefined;
    return {
      message: 'the `claude` command is not on the PATH',
      hint: 'install Claude Code, or choose another: `carryover config set curator.provider rules`',
    };
  }
  try {
    createProvider(config, env);
    return undefined;
  } catch (error) {
    if (error instanceof ProviderError) return { message: error.message, hint: error.hint ?? '' };
    throw error;
  }
}

export function isOnPath(command: string, env: NodeJS.ProcessEnv): boolean {
  return (env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, command)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not there, or not for us.
    return false;
  }
}
