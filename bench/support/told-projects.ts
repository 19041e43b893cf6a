/**
 * Projects in which a person tells rules once, and later tasks need them: a file with one JSON object a line, as
 * `test/corpora/told-once/README.md` says. Rows that follow one another with the same session are turns of one session. Calls are
 * taken in the shapes that recordings have.
 */
import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { PlayedCall, PlayedSession } from './play-session.ts';

export interface ToldRule {
  readonly key: string;
  /** As it stands in the prompt. */
  readonly quote: string;
  /** What a model would call it. */
  readonly type: string;
}

export interface ToldSession {
  readonly id: string;
  readonly turns: readonly ToldTurn[];
  readonly rules: readonly ToldRule[];
  /** Keys of rules that its task cannot do without. */
  readonly needs: readonly string[];
  /** What it says in somebody else's words, or for this once: no later session should be told it as a rule. */
  readonly never: readonly string[];
}

interface ToldTurn {
  readonly prompt: string;
  readonly calls: readonly unknown[];
  readonly answer: string;
}

interface Row {
  readonly project: string;
  readonly session: string | number;
  readonly kind: 'brief' | 'filler' | 'later';
  readonly prompt: string;
  readonly calls?: readonly unknown[];
  readonly answer?: string;
  readonly rules?: readonly { readonly quote: string; readonly key: string; readonly type?: string }[];
  readonly needs?: readonly string[];
  readonly never?: readonly string[];
}

/** Where recorded agents worked; their paths become paths of the project's folder. */
const RECORDED_FOLDERS = /\/home\/user\/workspace|\/workspace\b|\/repo\b/g;
const EDITS = /edit|write|patch|create|file_change/i;
const READS = /^(?:read|view|cat|open)/i;

export function toldProjects(file: string): ReadonlyMap<string, readonly ToldSession[]> {
  const projects = new Map<string, ToldSession[]>();
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const row = JSON.parse(line) as Row;
    for (const { quote } of row.rules ?? [])
      if (!row.prompt.includes(quote)) throw new Error(`${file}:${at + 1}: the prompt does not say "${quote}"`);
    const sessions = projects.get(row.project) ?? [];
    projects.set(row.project, sessions);
    const id = `${row.project}-${row.session}`;
    const before = sessions.at(-1);
    if (before?.id === id) sessions[sessions.length - 1] = joined(before, sessionOf(id, row));
    else sessions.push(sessionOf(id, row));
  }
  return projects;
}

export function asPlayed({ id, turns }: ToldSession, project: string): PlayedSession {
  return {
    id,
    turns: turns.map(({ prompt, calls, answer }) => ({
      prompt,
      answer,
      calls: calls.map((call) => playedCall(call, project)),
    })),
  };
}

function sessionOf(
  id: string,
  { prompt, calls = [], answer = '', rules = [], needs = [], never = [] }: Row,
): ToldSession {
  const typed = rules.map(({ type = 'PREFERENCE', ...rule }) => ({ ...rule, type: type.toUpperCase() }));
  return { id, turns: [{ prompt, calls, answer: answer || 'Done.' }], rules: typed, needs, never };
}

function joined(one: ToldSession, other: ToldSession): ToldSession {
  return {
    id: one.id,
    turns: [...one.turns, ...other.turns],
    rules: [...one.rules, ...other.rules],
    needs: [...one.needs, ...other.needs],
    never: [...one.never, ...other.never],
  };
}

function playedCall(call: unknown, project: string): PlayedCall {
  const fields = fieldsOf(call);
  const tool = textOf(fields.tool ?? fields.name ?? fields.tool_name);
  const given = fields.input ?? fields.args ?? fields.arguments ?? fields.tool_input ?? fields;
  const input = typeof given === 'string' ? { [EDITS.test(tool) ? 'path' : 'command']: given } : fieldsOf(given);
  const placed = (text: string): string => text.replaceAll(RECORDED_FOLDERS, project);
  const output = placed(textOf(fields.output ?? fields.result ?? fields.error));
  const path = textOf(input.file_path ?? input.path);
  const ok = fields.ok !== false && (fields.error ?? false) === false && (fields.exit_code ?? 0) === 0;
  if (path !== '' && (EDITS.test(tool) || READS.test(tool))) {
    const file = isAbsolute(placed(path)) ? placed(path) : join(project, path);
    const edit = READS.test(tool) ? {} : { old_string: 'before', new_string: 'after' };
    return { tool: READS.test(tool) ? 'Read' : 'Edit', input: { file_path: file, ...edit }, output, ok };
  }
  const command = input.command ?? input.cmd;
  if (command === undefined) return { tool: tool || 'Task', input, output, ok };
  return {
    tool: 'Bash',
    input: { command: Array.isArray(command) ? command.join(' ') : placed(textOf(command)) },
    output,
    ok,
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
