/** `carryover config list|get|set`. */

import { createConfiguredRedactor } from '../../capture/redaction-options.ts';
import { isRunning } from '../../daemon/reach.ts';
import { CarryoverError } from '../../memory/error.ts';
import { CONFIG_KEYS, type Config, loadConfig, previewConfig, setConfig } from '../../platform/config.ts';
import { nearest } from '../../platform/nearest.ts';
import { currentHome } from '../home.ts';
import { say, sayJson, table } from '../terminal.ts';

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
  setConfig(paths.config, key, value);
  say(`${key} = ${value}`);
  if (await isRunning(paths))
    say('It takes effect when the daemon starts again: `carryover daemon stop`, then `carryover daemon start`.');
  if (key === 'port') say('Run `carryover init` again in connected projects: their hooks carry the port.');
  return 0;
}
