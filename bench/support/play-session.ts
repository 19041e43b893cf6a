/**
 * A session of an agent, played through the hooks of a daemon as Claude Code would send it: start, prompts, calls, answers,
 * end. What the hooks gave at the start and with each prompt comes back, as the model would have read it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bootPartCount } from '../../src/recall/boot-block.ts';
import type { Api } from './api.ts';

export interface PlayedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly ok: boolean;
}

interface PlayedTurn {
  readonly prompt: string;
  readonly calls: readonly PlayedCall[];
  readonly answer: string;
}

export interface PlayedSession {
  readonly id: string;
  readonly turns: readonly PlayedTurn[];
}

/** What a session was given: by its start, and with its prompts. */
export interface Given {
  readonly boot: string;
  readonly prompts: string;
}

/** The budget that is set unless a person chose another. */
const BUDGET_CHARS = 20_000;

export async function playSession(api: Api, project: string, { id, turns }: PlayedSession): Promise<Given> {
  const send = (event: string, fields: object): Promise<string> => sent(api, project, { id, event, fields });
  const boot = await bootGiven(send);
  const prompts: string[] = [];
  for (const [number, { prompt, calls, answer }] of turns.entries()) {
    const turn = { prompt_id: `${id}-${number}` };
    prompts.push(await send('UserPromptSubmit', { ...turn, prompt }));
    for (const [at, { tool, input, output, ok }] of calls.entries()) {
      const call = { ...turn, tool_use_id: `${id}-${number}-${at}`, tool_name: tool, tool_input: input };
      const path = input.file_path;
      if (ok && typeof path === 'string') touch(project, path);
      await send('PreToolUse', call);
      if (ok) await send('PostToolUse', { ...call, tool_response: responseOf(tool, path, output) });
      else await send('PostToolUseFailure', { ...call, error: `Exit code 1\n${output}` });
    }
    await send('Stop', { ...turn, last_assistant_message: answer });
  }
  await send('SessionEnd', { reason: 'exit' });
  return { boot, prompts: prompts.filter((text) => text !== '').join('\n') };
}

/** Has everything read. What a hook told a moment ago may not have become a turn yet. */
export async function readAll(api: Api): Promise<void> {
  let answer = '';
  for (let tries = 0; tries < 50; tries += 1) {
    answer = (await api.post('/memory/curate', {})).body;
    if (/"done":true,"curated":[1-9]/.test(answer)) return;
    await sleep(100);
  }
  throw new Error(`the session was never read: ${answer}`);
}

type Send = (event: string, fields: object) => Promise<string>;

/** A block comes in parts, one for each hook of a start. */
async function bootGiven(send: Send): Promise<string> {
  const parts: string[] = [];
  for (let part = 1; part <= bootPartCount(BUDGET_CHARS); part += 1)
    parts.push(await send('SessionStart', { source: 'startup', ...(part === 1 ? {} : { carryover_part: part }) }));
  return parts.filter((text) => text !== '').join('\n');
}

async function sent(
  api: Api,
  project: string,
  { id, event, fields }: { readonly id: string; readonly event: string; readonly fields: object },
): Promise<string> {
  const named = { session_id: id, cwd: project, transcript_path: '', hook_event_name: event };
  const { body } = await api.post('/hooks/claude-code', { ...named, ...fields });
  const { hookSpecificOutput } = JSON.parse(body) as { hookSpecificOutput?: { additionalContext?: string } };
  return hookSpecificOutput?.additionalContext ?? '';
}

function responseOf(tool: string, path: unknown, output: string): object {
  return typeof path === 'string' && tool !== 'Read' ? { filePath: path } : { stdout: output, stderr: '' };
}

/** Only inside the project, whatever a recording says. */
function touch(project: string, path: string): void {
  const inside = relative(project, path);
  if (inside === '' || inside.startsWith('..')) return;
  const file = join(project, inside);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '', { flag: 'a' });
}
