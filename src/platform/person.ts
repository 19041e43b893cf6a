/**
 * Whether a process is run by a person at a terminal: it is our own command line, it has a controlling terminal, and nothing
 * it descends from is an agent or was started by one. Whatever cannot be told counts against it.
 *
 * Limits, which SECURITY.md repeats: a program that leaves its agent behind and drives a terminal that somebody else opened
 * (a multiplexer, a terminal emulator of its own) is not recognised, nor is a program that a person starts on a terminal.
 */
import { basename } from 'node:path';
import type { ProcessTable, RunningProcess } from './process-table.ts';

/** Programs that are agents, by the name of the program or of the script it runs. */
const AGENTS: ReadonlySet<string> = new Set([
  ...[
    'claude',
    'claude-code',
    'codex',
    'gemini',
    'opencode',
    'copilot',
    'qwen',
    'qwen-code',
    'cline',
    'aider',
    'goose',
  ],
  ...['cursor-agent', 'amp', 'crush', 'droid', 'auggie', 'kiro-cli', 'openhands', 'plandex', 'continue-cli', 'kimi'],
]);
/** Where an agent's script lies when its own name says nothing: `…/@openai/codex/bin/cli.js`. */
const AGENT_PACKAGES =
  /[/\\](?:@anthropic-ai[/\\]claude-code|@openai[/\\]codex|@google[/\\]gemini-cli|@qwen-code[/\\]qwen-code|@github[/\\]copilot|opencode-ai)[/\\]/;
/**
 * What agents, and we for them, put into the environment of all they start. What editors put into that of their terminals
 * for agents to find them by is none: people work there.
 */
const AGENT_MARKS =
  /^(?:CLAUDECODE|CLAUDE_CODE_(?:ENTRYPOINT|SESSION_ID)|CODEX_(?:SANDBOX\w*|THREAD_ID|CI)|GEMINI_CLI|QWEN_CODE|OPENCODE|CURSOR_AGENT|CLINE_ACTIVE|GOOSE_TERMINAL|CARRYOVER_RUN|CARRYOVER_APP_TOKEN)=./;
/** Our own commands that agents and their clients start. */
const AGENT_COMMANDS: readonly string[] = ['run', 'mcp', 'hook'];
const INTERPRETERS = /^(?:node|bun|bunx|deno|npx|npm|pnpm|yarn|python[\d.]*|uv|uvx|pipx|sh|bash|dash|zsh)$/;
const OWN_ENTRY = /^carryover(?:\.js)?$/;

/** Programs that open a terminal nobody needs to look at. */
const TERMINAL_TOOLS =
  /^(?:script|expect|unbuffer|socat|dtach|abduco|python[\d.]*|perl[\d.]*|ruby[\d.]*|node|bun|deno|php[\d.]*|tclsh[\d.]*)$/;
/** What stands between such a program and whoever started it. */
const LAUNCHERS = /^(?:sh|bash|dash|zsh|fish|ksh|busybox|env|nohup|setsid|timeout|nice|xargs|parallel|stdbuf)$/;
/** Who takes in processes that were left behind, or starts them when nobody is there. */
const INITS =
  /^(?:systemd|init|launchd|tini|docker-init|dumb-init|catatonit|runit|s6-svscan|openrc-init|procd|cron|crond|anacron|atd)$/;
/** More than any shell inside a shell. */
const MOST_ANCESTORS = 256;
const NAME_CHARS = 40;

/** Why this process is not taken for a person's, as the end of a sentence; undefined when it is one. */
export function doubtAbout(table: Pick<ProcessTable, 'find' | 'parentsOf'>, pid: number): string | undefined {
  const self = table.find(pid);
  if (self === undefined) return 'the process that asked is not there';
  if (self.uid !== process.getuid?.()) return 'the process that asked is not yours';
  if (!isOwnEntry(self)) return 'it was not asked by the `carryover` command';
  if (!self.hasTerminal) return 'it was asked without a terminal';
  const line = lineOf(table, self);
  if (line === undefined) return 'the processes it comes from cannot be told';
  const agent = line.find((each) => isAgent(each, self)) ?? connectedAgent(table, line);
  if (agent !== undefined) return `it was asked below an agent (${nameOf(agent)})`;
  const mark = line.flatMap(({ env }) => env).find((entry) => AGENT_MARKS.test(entry));
  if (mark !== undefined) return `it was asked below an agent (${mark.split('=')[0]} is set)`;
  const maker = forsakenMaker(line);
  return maker === undefined ? undefined : `its terminal was opened by ${nameOf(maker)}, which nobody sits at`;
}

/** The process and all it descends from; undefined when that does not come to an end. */
function lineOf(table: Pick<ProcessTable, 'find'>, self: RunningProcess): readonly RunningProcess[] | undefined {
  const line = [self];
  // A parent outside of our namespace is told as 0.
  for (let at = self; at.ppid > 0; ) {
    if (line.length === MOST_ANCESTORS) return undefined;
    const parent = table.find(at.ppid);
    if (parent === undefined) {
      // It ended meanwhile, or it is of another user and hidden from us, which no agent of ours is.
      const again = table.find(at.pid);
      if (again?.ppid !== at.ppid) return undefined;
      return line;
    }
    line.push(parent);
    at = parent;
  }
  return line;
}

function isAgent(each: RunningProcess, self: RunningProcess): boolean {
  if (each !== self && isOwnEntry(each) && AGENT_COMMANDS.includes(commandOf(each))) return true;
  const [program = '', ...rest] = each.args;
  // Only of an interpreter the next word is a program, too: `su claude` names a user.
  const scripts = INTERPRETERS.test(bareName(program)) ? rest.filter((arg) => !arg.startsWith('-')).slice(0, 2) : [];
  return (
    [each.name, ...[program, ...scripts].map(bareName)].some((name) => AGENTS.has(name.toLowerCase())) ||
    [program, ...scripts].some((path) => AGENT_PACKAGES.test(path))
  );
}

/** Whoever has memory served to it is a client, whatever its name: `carryover mcp` is its child. */
function connectedAgent(
  table: Pick<ProcessTable, 'parentsOf'>,
  line: readonly RunningProcess[],
): RunningProcess | undefined {
  const clients = new Set(table.parentsOf((args) => isOwnEntry({ args }) && commandOf({ args }) === 'mcp'));
  // A server that was left behind belongs to nobody.
  return line.find((each) => clients.has(each.pid) && !takesInOrphans(each));
}

/**
 * Who opened the terminal, when that is a tool for scripts whose own parents are gone: nobody can be looking at it. One
 * that was started from a program that is still there, or from a terminal, is as good as that program. The first process of
 * a container takes in what was left behind, whatever it is called.
 */
function forsakenMaker(line: readonly RunningProcess[]): RunningProcess | undefined {
  const session = line[0]?.session;
  const makerAt = line.findIndex((each) => each.session !== session);
  const maker = line[makerAt];
  if (maker === undefined || maker.hasTerminal || !isNamed(maker, TERMINAL_TOOLS)) return undefined;
  const starter = line.slice(makerAt + 1).find((each) => each.hasTerminal || !isNamed(each, LAUNCHERS));
  if (starter === undefined) return maker;
  return !starter.hasTerminal && takesInOrphans(starter) ? maker : undefined;
}

/** In a container the first process may be any program. */
function takesInOrphans(each: RunningProcess): boolean {
  return each.pid === 1 || isNamed(each, INITS);
}

function isOwnEntry({ args: [, script = ''] }: Pick<RunningProcess, 'args'>): boolean {
  return OWN_ENTRY.test(basename(script));
}

function commandOf({ args }: Pick<RunningProcess, 'args'>): string {
  return args.slice(2).find((arg) => !arg.startsWith('-')) ?? '';
}

/** The kernel's name of a program may be that of its first thread. */
function isNamed({ name, args: [program = ''] }: RunningProcess, names: RegExp): boolean {
  return names.test(name) || names.test(bareName(program));
}

function bareName(path: string): string {
  return basename(path).replace(/\.(?:[cm]?js|exe|py)$/, '');
}

function nameOf({ name, args: [program], pid }: RunningProcess): string {
  const shown = bareName(program ?? name).replaceAll(/[^\w.+-]/g, '?');
  return `${shown.slice(0, NAME_CHARS)}, process ${pid}`;
}
