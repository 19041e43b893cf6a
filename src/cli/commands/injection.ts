/**
 * `carryover injection on|off|status`: whether agents are given memory by themselves; for all, for a project, for a
 * session. It holds at once, also for sessions that run. What was rendered for sessions that start while the daemon is
 * away is removed with every `off`, and comes back with the next session that may have it.
 */
import { statSync } from 'node:fs';
import { locateSpace } from '../../capture/space-locator.ts';
import type { WireSpaceStatus } from '../../http/space-status.ts';
import { CarryoverError } from '../../memory/error.ts';
import { type Config, loadConfig, setConfig } from '../../platform/config.ts';
import type { HomePaths } from '../../platform/paths.ts';
import { removeLastBlocks } from '../../recall/last-block.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, textOf } from '../options.ts';
import { quoted } from '../own-command.ts';
import { paint, safe, say, sayJson } from '../terminal.ts';

/** The client tells its own tools which session they run in. */
const SESSION_VARIABLE = 'CLAUDE_CODE_SESSION_ID';

type ListKey = 'injection.offSpaces' | 'injection.offSessions';

export function switchOn(options: Options): Promise<number> {
  return turn(true, options);
}

export function switchOff(options: Options): Promise<number> {
  return turn(false, options);
}

export async function showInjection({ json }: Options): Promise<number> {
  report(loadConfig(currentHome().config, process.env), json === true);
  return 0;
}

async function turn(on: boolean, { space, session, json }: Options): Promise<number> {
  const paths = currentHome();
  const change = (key: keyof Config, value: unknown): Config => setConfig(paths.config, key, value);
  const listed = (key: ListKey): readonly string[] => loadConfig(paths.config, process.env)[key];
  const list = (key: ListKey, entry: string): Config => {
    const rest = listed(key).filter((each) => each !== entry);
    return change(key, on ? rest : [...rest, entry]);
  };
  if (space !== undefined && session !== undefined)
    throw new CarryoverError('a project or a session, not both', {
      code: 'invalid-input',
      hint: 'switch one after the other',
    });
  let config: Config;
  if (space !== undefined)
    config = list('injection.offSpaces', await spaceOf(textOf(space) ?? '', listed('injection.offSpaces'), paths));
  else if (session !== undefined) config = list('injection.offSessions', sessionOf(session));
  else config = change('injection.enabled', on);
  if (!on) removeLastBlocks(paths.bootBlocks);
  report(config, json === true);
  return 0;
}

/**
 * A folder stands for the whole project it is in; anything else is a space the daemon knows. What is off already may be gone
 * by now, and can still be named.
 */
async function spaceOf(given: string, off: readonly string[], paths: HomePaths): Promise<string> {
  if (statSync(given, { throwIfNoEntry: false })?.isDirectory()) return locateSpace(given).root;
  if (off.includes(given) || (given !== '' && (await isKnown(given, paths)))) return given;
  throw new CarryoverError(`"${given}" is neither a folder nor a project that is known`, {
    code: 'invalid-input',
    hint: 'give the folder of the project, or its space id: `carryover search --json` shows it as workspace',
  });
}

async function isKnown(workspace: string, paths: HomePaths): Promise<boolean> {
  try {
    const client = await daemonClient(paths);
    const status = (await client.request('GET', '/memory/status', { query: { workspace } })) as WireSpaceStatus;
    return status.workspace !== null;
  } catch (thrown) {
    if (thrown instanceof CarryoverError && thrown.code === 'not-found') return false;
    throw thrown;
  }
}

function sessionOf(given: unknown): string {
  const id = textOf(given) ?? process.env[SESSION_VARIABLE];
  if (id !== undefined && id !== '') return id;
  throw new CarryoverError('which session?', {
    code: 'invalid-input',
    hint: `give its id; without one it is the session that ${SESSION_VARIABLE} names`,
  });
}

function report(config: Config, json: boolean): void {
  if (json)
    sayJson({
      enabled: config['injection.enabled'],
      prompts: config['injection.prompts'],
      budget_tokens: config['injection.budgetTokens'],
      timeout_ms: config['injection.timeoutMs'],
      off_spaces: config['injection.offSpaces'],
      off_sessions: config['injection.offSessions'],
    });
  else for (const line of injectionLines(config)) say(line);
}

export function injectionLines(config: Config): readonly string[] {
  const onOff = (on: boolean): string => (on ? 'on' : paint('yellow', 'off'));
  const listed = (name: string, entries: readonly string[]): readonly string[] =>
    entries.length === 0 ? [] : [`off for ${name}  ${entries.map(safe).join(', ')}`];
  return [
    `injection      ${onOff(config['injection.enabled'])}`,
    `with prompts   ${onOff(config['injection.prompts'])}, at most ${config['injection.budgetTokens']} tokens, within ${config['injection.timeoutMs']} ms`,
    ...listed('projects', config['injection.offSpaces']),
    ...listed('sessions', config['injection.offSessions']),
    ...turnOnHints(config),
  ];
}

/** What turns on again what is off; of several projects or sessions, the first. */
export function turnOnHints(config: Config): readonly string[] {
  const [space] = config['injection.offSpaces'];
  const [session] = config['injection.offSessions'];
  const commands = [
    ...(config['injection.enabled'] ? [] : ['injection on']),
    ...(config['injection.prompts'] ? [] : ['config set injection.prompts true']),
    ...(space === undefined ? [] : [`injection on --space ${quoted(safe(space))}`]),
    ...(session === undefined ? [] : [`injection on --session ${quoted(safe(session))}`]),
  ];
  return commands.map((command) => `  \`carryover ${command}\` turns it on again`);
}
