/**
 * The tool calls of a batch with their outcome, as code saw them. Made from records, which hold the whole input; a turn
 * without records gives its summaries. A call of a shell has its line, whatever the client calls the tool and however it
 * hands the command over: as text, as JSON with a `command`, as a list of arguments. Limits: a call without an outcome is
 * `unknown`, and proves nothing.
 */

import { isObject, text } from '../../memory/json-guards.ts';
import type { StoredRecord } from '../../memory/record.ts';
import type { ToolCallSummary } from '../../memory/turn.ts';
import { isShellTool } from '../../memory/turn-statements.ts';
import { type ShellCommand, shellCommands, shellLine } from '../../text/shell.ts';
import type { CuratedTurn } from '../curator.ts';

export interface Call {
  readonly turn: number;
  readonly sessionId: string;
  readonly tool: string;
  readonly input: string;
  readonly outcome: ToolCallSummary['outcome'];
  readonly output: string;
  readonly path: string | null;
  /** Made by a subagent, whose plans are its own. */
  readonly bySubagent: boolean;
}

/** A call of a shell, read once. */
export interface ShellCall extends Call {
  readonly line: string;
  readonly commands: readonly ShellCommand[];
}

const OUTCOMES: Partial<Record<StoredRecord['type'], Call['outcome']>> = { tool_result: 'ok', error: 'error' };
const COMMAND_FIELDS = ['command', 'cmd', 'script', 'commands'] as const;
/** Longer is no list of arguments. */
const JSON_CHARS = 100_000;
/** How a client tells the exit status in the text of a result: at its head, or in JSON around it. */
const HEAD_STATUS = /^\s*(?:process exited with|exit) (?:code|status):? ([1-9]\d*)/im;
const JSON_STATUS = /"(?:exit_?code|exit_?status|return_?code)"\s*:\s*-?[1-9]/i;
const STATUS_CHARS = 300;
/** What a failed command leaves in its output when something else gave the exit status. */
const FAILED_OUTPUT =
  /\b(?:npm err!|npm error|err_\w+|command not found|no such file|traceback|fatal:|error:|error ts\d+|e: unable|permission denied|build failed|(?<!\b0 )fail(?:ed)?\b(?! *[:=]? *0)|[1-9]\d* (?:failed|failing|errors?|problems))/i;
const OUTPUT_CHARS = 4_000;

export function callsIn(turns: readonly CuratedTurn[]): readonly Call[] {
  return turns
    .flatMap((curated) => (curated.records.length === 0 ? fromSummaries(curated) : fromRecords(curated)))
    .map((call) => (call.outcome === 'ok' && saysItFailed(call.output) ? { ...call, outcome: 'error' } : call));
}

export function shellCallsIn(calls: readonly Call[]): readonly ShellCall[] {
  return calls.flatMap((call) => asShell(call) ?? []);
}

/** The commands of a call that worked, as far as can be told. */
export function workedIn({ outcome, output, commands }: ShellCall): readonly ShellCommand[] {
  if (outcome !== 'ok') return [];
  const looksFailed = FAILED_OUTPUT.test(output.slice(-OUTPUT_CHARS));
  return commands.filter(({ masked }) => !masked || !looksFailed);
}

/** Null when it called no shell. */
export function asShell(call: Call): ShellCall | null {
  if (!isShellTool(call.tool)) return null;
  const line = lineOf(call.input);
  return { ...call, line, commands: shellCommands(line) };
}

function lineOf(input: string): string {
  const value = /^\s*[{[]/.test(input) && input.length <= JSON_CHARS ? parsed(input) : undefined;
  if (Array.isArray(value)) return shellLine(value.map(text));
  if (!isObject(value)) return input.trim();
  const command = COMMAND_FIELDS.map((field) => value[field]).find((one) => one !== undefined);
  if (Array.isArray(command)) return shellLine(command.map(text));
  const args = Array.isArray(value.args) ? ` ${shellLine(value.args.map(text))}` : '';
  return `${text(command)}${args}`.trim();
}

/** Undefined for a line that only begins like JSON: `[ -f x ] && …`. */
function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}

function saysItFailed(output: string): boolean {
  const head = output.slice(0, STATUS_CHARS);
  if (HEAD_STATUS.test(head)) return true;
  return /^\s*\{/.test(head) && [head, output.slice(-STATUS_CHARS)].some((part) => JSON_STATUS.test(part));
}

function fromSummaries({ number, turn }: CuratedTurn): Call[] {
  return turn.toolCalls.map((call) => ({
    ...call,
    turn: number,
    sessionId: turn.sessionId,
    path: call.path ?? null,
    bySubagent: call.agent !== undefined,
  }));
}

function fromRecords({ number, turn, records }: CuratedTurn): Call[] {
  const calls = new Map<string, Call>();
  for (const record of records) {
    const { type, tool, path, content, metadata } = record;
    if (tool === null) continue;
    const key = text(metadata.tool_use_id) || record.id;
    const open = calls.get(key) ?? {
      turn: number,
      sessionId: turn.sessionId,
      tool,
      input: text(metadata.command),
      outcome: 'unknown',
      output: '',
      path,
      bySubagent: text(metadata.agent_id) !== '',
    };
    const outcome = type === 'approval' && metadata.decision === 'denied' ? 'denied' : OUTCOMES[type];
    if (type === 'tool_use') calls.set(key, { ...open, input: content });
    else if (outcome !== undefined) calls.set(key, { ...open, outcome, output: content });
  }
  return [...calls.values()];
}
