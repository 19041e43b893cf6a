/**
 * `carryover injection on|off|status`: whether agents are given memory by themselves; for all, for a project, for a
 * session. It holds at once, also for sessions that run. What was rendered for sessions that start while the daemon is
 * away is removed with every `off`, and comes back with the next session that may have it.
 */
import { existsSync } from 'node:fs';
import { locateSpace } from '../../capture/space-locator.ts';
import { CarryoverError } from '../../memory/error.ts';
import { type Config, loadConfig, setConfig } from '../../platform/config.ts';
import { removeLastBlocks } from '../../recall/last-block.ts';
import { currentHome } from '../home.ts';
import { type Options, textOf } from '../options.ts';
import { paint, safe, say, sayJson } from '../terminal.ts';

/** The client tells its own tools which session they run in. */
const SESSION_VARIABLE = 'CLAUDE_CODE_SESSION_ID';

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
  const list = (key: 'injection.offSpaces' | 'injection.offSessions', entry: string): Config => {
    const rest = loadConfig(paths.config, process.env)[key].filter((each) => each !== entry);
    return change(key, on ? rest : [...rest, entry]);
  };
  if (space !== undefined && session !== undefined)
    throw new CarryoverError('a project or a session, not both', {
      code: 'invalid-input',
      hint: 'switch one after the other',
    });
  let config: Config;
  if (space !== undefined) config = list('injection.offSpaces', spaceOf(textOf(space) ?? ''));
  else if (session !== undefined) config = list('injection.offSessions', sessionOf(session));
  else config = change('injection.enabled', on);
  if (!on) removeLastBlocks(paths.bootBlocks);
  report(config, json === true);
  return 0;
}

/** A folder stands for the whole project it is in; anything else is a space id. */
function spaceOf(given: string): string {
  return existsSync(given) ? locateSpace(given).root : given;
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
      before_tools: config['injection.beforeTools'],
      budget_tokens: config['injection.budgetTokens'],
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
    `with prompts   ${onOff(config['injection.prompts'])}, at most ${config['injection.budgetTokens']} tokens`,
    `before tools   ${onOff(config['injection.beforeTools'])}`,
    ...listed('projects', config['injection.offSpaces']),
    ...listed('sessions', config['injection.offSessions']),
  ];
}
