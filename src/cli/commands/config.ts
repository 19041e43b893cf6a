/** `carryover config list|get|set`. */

import { createConfiguredRedactor } from '../../capture/redaction-options.ts';
import { isRunning } from '../../daemon/connect.ts';
import { CarryoverError } from '../../memory/error.ts';
import { CONFIG_KEYS, type Config, loadConfig, previewConfig, setConfig } from '../../platform/config.ts';
import { nearest } from '../../platform/nearest.ts';
import { bootPartCount } from '../../recall/boot-block.ts';
import { removeLastBlocks } from '../../recall/last-block.ts';
import { embeddingSetupProblem } from '../embedding-setup.ts';
import { currentHome } from '../home.ts';
import { modelSetupProblem, type SetupProblem } from '../model-setup.ts';
import { paint, say, sayJson, table } from '../terminal.ts';

/** The daemon reads all other keys again when they change. */
const READ_AT_START = /^(port|redaction\.|capture\.)/;

function tryPatterns(config: Config): void {
  createConfiguredRedactor({
    key: '',
    hex: config['redaction.hex'],
    patterns: config['redaction.patterns'],
    allow: config['redaction.allow'],
  });
}

export async function listConfig({ json }: { json?: unknown }): Promise<number> {
  const config = loadConfig(currentHome().config, process.env);
  if (json === true) sayJson(config);
  else say(table(CONFIG_KEYS.map((key) => [key, JSON.stringify(config[key])])));
  return 0;
}

export async function getConfig(_: unknown, [key = '']: readonly string[]): Promise<number> {
  const known = CONFIG_KEYS.find((candidate) => candidate === key);
  if (known === undefined)
    throw new CarryoverError(`unknown configuration key "${key}"`, {
      code: 'bad-config',
      hint: `did you mean "${nearest(key, CONFIG_KEYS)}"?`,
    });
  say(String(loadConfig(currentHome().config, process.env)[known]));
  return 0;
}

export async function changeConfig(_: unknown, [key = '', value = '']: readonly string[]): Promise<number> {
  const paths = currentHome();
  // A pattern is tried out before it is stored: the daemon would refuse to start with it.
  if (key === 'redaction.patterns') tryPatterns(previewConfig(paths.config, key, value));
  const before = loadConfig(paths.config, process.env);
  const config = setConfig(paths.config, key, value);
  say(`${key} = ${value}`);
  // A warning only: keys are set one after the other, and the first cannot be complete.
  const problem = setupProblem(key, config, process.env);
  if (problem !== undefined) say(`${paint('yellow', '!')} ${problem.message}\n  ${problem.hint}`);
  if (READ_AT_START.test(key) && (await isRunning(paths)))
    say('It takes effect when the daemon starts again: `carryover daemon stop`, then `carryover daemon start`.');
  // By whichever way it was switched off, nothing that was rendered before may still be given.
  if (key.startsWith('injection.')) removeLastBlocks(paths.bootBlocks);
  if (key === 'port') say('Run `carryover init` again in connected projects: their hooks carry the port.');
  if (key === 'boot.budgetChars' && bootPartCount(config[key]) !== bootPartCount(before[key]))
    say('Run `carryover init` again in connected projects: it takes another number of hooks to give that much.');
  return 0;
}

/** What is still missing before the model that this key has to do with can be asked. */
export function setupProblem(key: string, config: Config, env: NodeJS.ProcessEnv): SetupProblem | undefined {
  if (key.startsWith('curator.')) return modelSetupProblem(config, env);
  if (!key.startsWith('embeddings.')) return undefined;
  if (key === 'embeddings.provider' || config['embeddings.provider'] !== 'off')
    return embeddingSetupProblem(config, env);
  return {
    message: 'order by meaning is off; set embeddings.provider',
    hint: '`carryover config set embeddings.provider compatible`, or openai',
  };
}
