/**
 * What an installation writes into Claude Code's files, and how it is told from what others wrote there.
 *
 * SessionStart is a command: the client skips http hooks there. All other events are posted straight to the daemon,
 * which costs the agent about 6 ms instead of the start of a process. The token stands in a header, where the client
 * expands `$NAME` only for upper-case names, which base64url cannot spell; an unset variable becomes an empty header.
 */
import { basename, join } from 'node:path';
import { isObject, text } from '../../../memory/json-guards.ts';
import { CLIENT } from '../hook-event.ts';

export const SERVER_NAME = 'carryover';
/** A read-only server still asks for permission; without these the agent's first search is refused. */
export const PERMISSION_RULES: readonly string[] = ['search_memory', 'memory_status'].map(
  (tool) => `mcp__${SERVER_NAME}__${tool}`,
);
/** Set by whoever starts an agent that must not be captured. */
export const SKIP_VARIABLE = 'CARRYOVER_NO_CAPTURE';

const HOOK_ENTRY = 'hook.cjs';
const CLI_ENTRY = 'carryover.js';
const HOOK_ROUTE = `/hooks/${CLIENT}`;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
const COMMAND_EVENT = 'SessionStart';
/** The hook ends by itself long before; on a busy machine it may take seconds until it runs at all. */
const COMMAND_TIMEOUT_SECONDS = 20;
const HTTP_TIMEOUT_SECONDS = 3;
/** The client gives SessionEnd 1.5 s in all unless the hook asks for more. */
const LAST_WORD_TIMEOUT_SECONDS = 5;
const HTTP_EVENTS: readonly string[] = [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'SessionEnd',
];
export const HOOK_EVENTS: readonly string[] = [COMMAND_EVENT, ...HTTP_EVENTS];

export interface EntryOptions {
  readonly nodePath: string;
  readonly distFolder: string;
  readonly port: number;
  readonly token: string;
  /** Only when it is not the default one. */
  readonly carryoverHome: string | undefined;
  /** Over how many hooks the boot block is dealt out: the client limits what one hook may give. */
  readonly bootParts: number;
}

export type HookEntry = Readonly<Record<string, unknown>>;

export function hookUrl(port: number): string {
  return `http://127.0.0.1:${port}${HOOK_ROUTE}`;
}

export function hookEntries(event: string, options: EntryOptions): readonly HookEntry[] {
  if (event !== COMMAND_EVENT) return [httpEntry(event, options)];
  return Array.from({ length: options.bootParts }, (_, index) =>
    commandEntry(event, index === 0 ? [] : ['--part', String(index + 1)], options),
  );
}

function httpEntry(event: string, { port, token }: EntryOptions): HookEntry {
  return {
    type: 'http',
    url: hookUrl(port),
    timeout: event === 'SessionEnd' ? LAST_WORD_TIMEOUT_SECONDS : HTTP_TIMEOUT_SECONDS,
    headers: { Authorization: `Bearer ${token}`, 'X-Carryover-Skip': `$${SKIP_VARIABLE}` },
    allowedEnvVars: [SKIP_VARIABLE],
  };
}

export function serverEntry({ nodePath, distFolder, carryoverHome }: EntryOptions): Readonly<Record<string, unknown>> {
  return {
    type: 'stdio',
    command: nodePath,
    args: [join(distFolder, CLI_ENTRY), 'mcp'],
    ...(carryoverHome === undefined ? {} : { env: { CARRYOVER_HOME: carryoverHome } }),
    // Else the client offers the tool by name only, and the agent has to look for it first.
    alwaysLoad: true,
  };
}

/** Whatever version, port, token or Node wrote it. */
export function isOwnHook(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value.type === 'http') return isOwnUrl(text(value.url));
  const args = Array.isArray(value.args) ? value.args.map(text) : [];
  const script = args.findIndex((arg) => fileName(arg) === HOOK_ENTRY);
  return value.type === 'command' && script >= 0 && args[script + 1] === CLIENT;
}

export function isOwnServer(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value.args)) return false;
  const [script, command] = value.args.map(text).slice(-2);
  return fileName(script ?? '') === CLI_ENTRY && command === 'mcp';
}

export function bearerTokenOf(hook: unknown): string | undefined {
  if (!isObject(hook) || !isObject(hook.headers)) return undefined;
  return /^Bearer (\S+)$/.exec(text(hook.headers.Authorization))?.[1];
}

function commandEntry(event: string, further: readonly string[], options: EntryOptions): HookEntry {
  const { nodePath, distFolder, carryoverHome } = options;
  const home = carryoverHome === undefined ? [] : ['--home', carryoverHome];
  return {
    type: 'command',
    command: nodePath,
    // With args the client starts the program itself: no shell, no quoting.
    args: [join(distFolder, HOOK_ENTRY), CLIENT, event, ...further, ...home],
    timeout: COMMAND_TIMEOUT_SECONDS,
  };
}

function isOwnUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, pathname } = new URL(url);
  return LOOPBACK.has(hostname) && pathname === HOOK_ROUTE;
}

/** Of either kind of path: settings may come from another system. */
function fileName(path: string): string {
  return basename(path.replaceAll('\\', '/'));
}
