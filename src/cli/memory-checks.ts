/** What `doctor` looks at for memory: the model that was chosen, the hooks that give the boot block, the files on disk. */
import { homedir } from 'node:os';
import { readFileState } from '../clients/claude-code/install/file-state.ts';
import { locateClientFiles } from '../clients/claude-code/install/locations.ts';
import { isOwnHook } from '../clients/claude-code/install/own-entries.ts';
import { openSettings } from '../clients/claude-code/install/settings-text.ts';
import { readDiskFile } from '../files/disk-file.ts';
import { connectToDaemon } from '../http/client.ts';
import { isLocked, lockedError, type WireLockedStatus } from '../http/locked-status.ts';
import type { WireStatus } from '../http/wire.ts';
import { isObject } from '../memory/json-guards.ts';
import { type Config, loadConfig } from '../platform/config.ts';
import type { HomePaths } from '../platform/paths.ts';
import { bootPartCount } from '../recall/boot-block.ts';
import type { FileAnswer } from './answers.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { modelSetupProblem } from './model-setup.ts';
import { searchLine } from './search-line.ts';
import { count, dollars } from './terminal.ts';

/** More than a few seconds' work. */
const FAR_BEHIND_RECORDS = 10_000;
const SCOPES = ['user', 'project'] as const;

export function checkCurator(paths: HomePaths): Finding {
  const config = loadConfig(paths.config, process.env);
  const provider = config['curator.provider'];
  if (provider === 'rules') return ok('rules; no model is asked');
  if (!config['curator.modelCalls'])
    return note(`${provider} is chosen, but model calls are off`, 'carryover spend on');
  const problem = modelSetupProblem(config, process.env);
  return problem === undefined
    ? ok(`${provider}, at most ${dollars(config['curator.dailyUsd'])} a day`)
    : wrong(`${provider} is chosen, but ${problem.message}`, problem.hint);
}

/** A larger budget than at the last `init` needs more hooks than were written then: the rest is never given. */
export function checkBootHooks(paths: HomePaths): Finding {
  const needed = bootPartCount(loadConfig(paths.config, process.env)['boot.budgetChars']);
  const places = SCOPES.map((scope) => {
    const { settings } = locateClientFiles({ scope, projectDir: process.cwd(), userHome: homedir(), env: process.env });
    return { scope, settings, hooks: bootHooksIn(settings) };
  }).filter(({ hooks }) => hooks > 0);
  if (places.length === 0) return note('no hook gives memory to sessions here', 'carryover init');
  const short = places.find(({ hooks }) => hooks < needed);
  return short === undefined
    ? ok(`memory is given by ${count(needed, 'hook')}`)
    : wrong(
        `${short.settings} has ${count(short.hooks, 'hook')} for boot.budgetChars, which needs ${needed}`,
        `carryover init --scope ${short.scope}`,
      );
}

function bootHooksIn(settings: string): number {
  const groups = openSettings(readFileState(settings)).get(['hooks', 'SessionStart']);
  if (!Array.isArray(groups)) return 0;
  const hooks = groups.flatMap((group: unknown) => (isObject(group) && Array.isArray(group.hooks) ? group.hooks : []));
  return hooks.filter(isOwnHook).length;
}

export function checkInjection(paths: HomePaths): Finding {
  const off = injectionOff(loadConfig(paths.config, process.env));
  return off === undefined ? ok('on') : note(off, 'carryover injection status says what turns it on again');
}

/** What a person may have forgotten that they switched off; undefined when nothing is. */
export function injectionOff(config: Config): string | undefined {
  if (!config['injection.enabled']) return 'off: agents are given nothing by themselves';
  const off = [
    ...(config['injection.prompts'] ? [] : ['prompts']),
    ...counted(config['injection.offSpaces'], 'project'),
    ...counted(config['injection.offSessions'], 'session'),
  ];
  return off.length === 0 ? undefined : `off for ${off.join(', ')}`;
}

function counted(entries: readonly string[], noun: string): readonly string[] {
  return entries.length === 0 ? [] : [count(entries.length, noun)];
}

export async function checkSearch(paths: HomePaths): Promise<Finding> {
  const client = connectToDaemon({ paths, timeoutMs: 3_000 });
  const status = (await client.request('GET', '/memory/status')) as WireStatus | WireLockedStatus;
  if (isLocked(status)) throw lockedError();
  return searchFinding(status.recall);
}

export function searchFinding(recall: WireStatus['recall']): Finding {
  if (recall === null) return wrong('the search index cannot be read', 'carryover rebuild --index makes it anew');
  const line = searchLine(recall);
  return recall.waiting <= FAR_BEHIND_RECORDS
    ? ok(line)
    : note(line, 'it fills by itself while the daemon runs; until then a search may miss what waits');
}

export async function checkFiles(paths: HomePaths): Promise<Finding> {
  const client = connectToDaemon({ paths, timeoutMs: 3_000 });
  const { files } = (await client.request('GET', '/files')) as { readonly files: readonly FileAnswer[] };
  for (const { path } of files) {
    const disk = readDiskFile(path);
    if (disk.state === 'unusable')
      return wrong(`${path} is not used: ${disk.reason}`, 'put a plain text file of its own there, or move it away');
  }
  return ok(files.length === 0 ? 'none yet' : `${files.length} in ${paths.memory}`);
}
