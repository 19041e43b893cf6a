/**
 * Asks, once, whether a model may read the turns. No is the default and costs nothing; the answer is stored either way, so
 * that the next `init` does not ask again.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Config } from '../platform/config.ts';
import { setConfig } from '../platform/config.ts';
import { isOnPath, modelSetupProblem } from './model-setup.ts';
import { dollars, paint, say } from './terminal.ts';

type ProviderName = Config['curator.provider'];

interface Choice {
  readonly value: ProviderName;
  readonly label: string;
  readonly hint: string;
}

export function modelChoices(env: NodeJS.ProcessEnv): readonly Choice[] {
  const claude: Choice = {
    value: 'claude-cli',
    label: 'Yes, with my `claude` command',
    hint: 'uses your subscription',
  };
  return [
    { value: 'rules', label: 'No: simple rules', hint: 'free, nothing leaves this machine' },
    ...(isOnPath('claude', env) ? [claude] : []),
    { value: 'anthropic', label: 'Yes, with the Anthropic API', hint: 'needs a key, costs money' },
    { value: 'openai', label: 'Yes, with a local or OpenAI-compatible server', hint: 'Ollama, vLLM, LM Studio' },
  ];
}

export function wasModelChosen(configPath: string): boolean {
  if (!existsSync(configPath)) return false;
  const stored: unknown = JSON.parse(readFileSync(configPath, 'utf8'));
  return typeof stored === 'object' && stored !== null && 'curator.provider' in stored;
}

export async function chooseModel(configPath: string): Promise<void> {
  if (wasModelChosen(configPath)) return;
  const { isCancel, select, text } = await import('@clack/prompts');
  const chosen = await select({
    message: 'May a model read your sessions, to remember more of them?',
    options: [...modelChoices(process.env)],
  });
  // Nothing was said, so nothing is stored: rules curate, and the next time asks again.
  if (isCancel(chosen)) return;
  if (chosen === 'openai') {
    const model = await text({ message: 'Which model does it have?', placeholder: 'qwen3:8b' });
    if (isCancel(model) || model === undefined || model.trim() === '') return;
    setConfig(configPath, 'curator.model', model);
  }
  const config = setConfig(configPath, 'curator.provider', chosen);
  if (chosen === 'rules') return;
  say(
    `  At most ${dollars(config['curator.dailyUsd'])} a day (curator.dailyUsd); \`carryover spend\` shows it, \`carryover spend off\` ends it.`,
  );
  const problem = modelSetupProblem(config, process.env);
  if (problem !== undefined)
    say(`${paint('yellow', '!')} ${problem.message}; turns wait until that is done\n  ${problem.hint}`);
}
