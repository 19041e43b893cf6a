/**
 * `carryover init` and `uninstall`: connect a client, or take exactly that away. Both show what they will change before
 * they do it. Without a terminal to ask on they need `--yes` (or `--dry-run`, which changes nothing).
 */
import { homedir } from 'node:os';
import { installClaudeCode } from '../../clients/claude-code/install/install.ts';
import type { InstallResult } from '../../clients/claude-code/install/installation.ts';
import { uninstallClaudeCode } from '../../clients/claude-code/install/uninstall.ts';
import { prepareHome } from '../../daemon/home.ts';
import { CarryoverError } from '../../memory/error.ts';
import { systemClock } from '../../platform/clock.ts';
import { loadConfig, setConfig } from '../../platform/config.ts';
import { distFolder } from '../../platform/dist-folder.ts';
import {
  bindHookToken,
  findHookToken,
  type HookProject,
  issueHookToken,
  readHookTokens,
  revokeHookToken,
} from '../../platform/hook-tokens.ts';
import { nearest } from '../../platform/nearest.ts';
import type { HomePaths } from '../../platform/paths.ts';
import { bootPartCount } from '../../recall/boot-block.ts';
import { abandoned, confirm, hasTerminal, noTerminal } from '../ask.ts';
import { chooseModel } from '../choose-model.ts';
import { choosePort } from '../choose-port.ts';
import { currentHome, daemonClient } from '../home.ts';
import { ownCommand } from '../own-command.ts';
import { paint, paintDiff, say } from '../terminal.ts';

const CLIENT = 'claude-code';
const SCOPES = ['user', 'project'] as const;
type Scope = (typeof SCOPES)[number];

interface Flags {
  readonly client?: unknown;
  readonly scope?: unknown;
  readonly disableAutoMemory?: unknown;
  readonly dryRun?: unknown;
  readonly yes?: unknown;
}

export async function runInit(flags: Flags): Promise<number> {
  const asking = mayAsk(flags);
  const scope = await scopeOf(flags, asking, 'Where should Carryover listen?');
  const paths = currentHome();
  const dryRun = flags.dryRun === true;
  if (!dryRun) prepareHome(paths);
  const port = await choosePort(paths);
  // A port given for now would be gone when a hook starts the daemon later.
  if (!dryRun && process.env.CARRYOVER_PORT) setConfig(paths.config, 'port', port);
  const bootParts = bootPartCount(loadConfig(paths.config, process.env)['boot.budgetChars']);
  const options = {
    ...commonOptions(paths, scope),
    port,
    bootParts,
    disableAutoMemory: flags.disableAutoMemory === true,
  };
  let preview = installClaudeCode({ ...options, dryRun: true });
  show(preview, dryRun || asking);
  if (dryRun) return 0;
  if (asking && preview.autoMemory && !options.disableAutoMemory) {
    options.disableAutoMemory = await confirm('Claude Code keeps notes of its own, too. Switch those off?', false);
    if (options.disableAutoMemory) {
      preview = installClaudeCode({ ...options, dryRun: true });
      show(preview, true);
    }
  }
  if (preview.changes.length === 0) say('Already connected; nothing to change.');
  else if (asking && !(await confirm('Write this?', true))) return abandoned();
  // Also where no file changes: a token that an older version wrote is bound to its project.
  installClaudeCode({ ...options, dryRun: false });
  if (asking) await chooseModel(paths.config);
  await daemonClient(paths);
  say(
    `${paint('green', '✓')} Claude Code is connected (${scope === 'user' ? 'all projects' : process.cwd()}). Sessions that are open now must be started again.`,
  );
  if (preview.autoMemory && !options.disableAutoMemory)
    say('  Its own notes stay on; --disable-auto-memory switches them off.');
  say(`  See what is kept: ${ownCommand()} status`);
  return 0;
}

export async function runUninstall(flags: Flags): Promise<number> {
  const asking = mayAsk(flags);
  const scope = await scopeOf(flags, asking, 'Where should it be taken away?');
  const options = commonOptions(currentHome(), scope);
  const preview = uninstallClaudeCode({ ...options, dryRun: true });
  show(preview, asking || flags.dryRun === true);
  if (flags.dryRun === true) return 0;
  const nothing = preview.changes.length === 0;
  if (asking && !nothing && !(await confirm('Write this?', true))) return abandoned();
  // Also where the files are gone already: the token they held is revoked.
  uninstallClaudeCode({ ...options, dryRun: false });
  if (nothing) {
    const other = scope === 'user' ? 'project' : 'user';
    say(`Nothing of Carryover was found in the ${scope} settings; --scope ${other} looks in the others.`);
    return 0;
  }
  say(`${paint('green', '✓')} Claude Code is disconnected. What was captured stays in ${currentHome().home}.`);
  return 0;
}

function commonOptions(paths: HomePaths, scope: Scope) {
  const { hookTokens, home } = paths;
  return {
    scope,
    projectDir: process.cwd(),
    userHome: homedir(),
    env: process.env,
    nodePath: process.execPath,
    distFolder: distFolder(),
    home,
    nowMs: systemClock.now(),
    issueHookToken: (project: HookProject) =>
      issueHookToken(hookTokens, { client: CLIENT, project, nowMs: systemClock.now() }),
    bindHookToken: (id: string, project: HookProject) => bindHookToken(hookTokens, id, project),
    revokeHookToken: (id: string) => revokeHookToken(hookTokens, id),
    findHookToken: (token: string) => findHookToken(readHookTokens(hookTokens), token),
  };
}

/** Whether there is somebody to ask; refuses to act unasked. */
function mayAsk({ client, yes, dryRun }: Flags): boolean {
  if (client !== CLIENT)
    throw new CarryoverError(`unknown client "${String(client)}"`, {
      code: 'invalid-input',
      hint: `did you mean "${nearest(String(client), [CLIENT])}"?`,
    });
  if (yes === true || dryRun === true) return false;
  if (hasTerminal()) return true;
  throw noTerminal('say --yes to go ahead, or --dry-run to see what would change');
}

async function scopeOf({ scope }: Flags, asking: boolean, question: string): Promise<Scope> {
  const known = SCOPES.find((candidate) => candidate === scope);
  if (known !== undefined) return known;
  if (scope !== undefined)
    throw new CarryoverError(`unknown scope "${String(scope)}"`, { code: 'invalid-input', hint: 'user or project' });
  if (!asking) return 'user';
  const { isCancel, select } = await import('@clack/prompts');
  const chosen = await select({
    message: question,
    options: [
      { value: 'user' as const, label: 'In all my projects', hint: '~/.claude/settings.json' },
      { value: 'project' as const, label: 'In this project only', hint: '.claude/settings.local.json, not committed' },
    ],
  });
  if (isCancel(chosen)) throw new CarryoverError('stopped; nothing was changed', { code: 'cancelled' });
  return chosen;
}

/** The summary stands last, where it is still seen after a long diff; who said `--yes` has seen enough with it. */
function show({ changes, summary, warnings = [] }: Shown, inFull: boolean): void {
  if (inFull) for (const { diff } of changes) say(paintDiff(diff));
  for (const line of summary) say(`  ${line}`);
  for (const { message } of warnings) say(`${paint('yellow', '!')} ${message}`);
}

type Shown = Pick<InstallResult, 'changes' | 'summary'> & Partial<InstallResult>;
