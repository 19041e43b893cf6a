/**
 * Recorded sessions of an agent, played through the hooks of a daemon as Claude Code would have sent them. A line of a file
 * is `{id, session_id, space, user_message, tool_calls: [{tool, input, output, ok}], assistant}`: `input` is `{command}` for
 * a call of a shell and `{path}` for an edited file.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Api } from './api.ts';

interface RecordedCall {
  readonly tool: string;
  readonly input: { readonly command?: string; readonly path?: string };
  readonly output: string;
  readonly ok: boolean;
}

export interface RecordedSession {
  readonly id: string;
  readonly session_id: string;
  readonly space: string;
  readonly user_message: string;
  readonly tool_calls: readonly RecordedCall[];
  readonly assistant: string;
}

/** Where the recorded agent worked; its paths become paths of the project's folder. */
const RECORDED_FOLDER = '/home/user/workspace';

/** The sessions of each file of a folder, in their order. */
export function recordedProjects(folder: string): ReadonlyMap<string, readonly RecordedSession[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return new Map(
    files.sort().map((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
      return [basename(name, '.jsonl'), lines.map((line) => JSON.parse(line) as RecordedSession)];
    }),
  );
}

/** Paths that the session edited, from the project's root. */
export function editedPaths({ tool_calls: calls }: RecordedSession): readonly string[] {
  const paths = calls.flatMap(({ ok, input }) => (ok && input.path !== undefined ? [input.path] : []));
  return [...new Set(paths.map((path) => relative(RECORDED_FOLDER, path)))];
}

export async function playSession(api: Api, project: string, session: RecordedSession): Promise<void> {
  const send = (event: string, fields: object): Promise<unknown> =>
    api.post('/hooks/claude-code', {
      session_id: `${session.space}-${session.session_id}`,
      prompt_id: session.id,
      cwd: project,
      transcript_path: '',
      hook_event_name: event,
      ...fields,
    });
  const placed = (text: string): string => text.replaceAll(RECORDED_FOLDER, project);
  for (const path of editedPaths(session)) touch(join(project, path));
  await send('SessionStart', { source: 'startup' });
  await send('UserPromptSubmit', { prompt: session.user_message });
  for (const [at, { input, output, ok }] of session.tool_calls.entries()) {
    const path = input.path === undefined ? undefined : placed(input.path);
    const call = {
      tool_use_id: `${session.id}-${at}`,
      tool_name: path === undefined ? 'Bash' : 'Edit',
      tool_input:
        path === undefined
          ? { command: placed(input.command ?? '') }
          : { file_path: path, old_string: 'before', new_string: 'after' },
    };
    await send('PreToolUse', call);
    if (ok) await send('PostToolUse', { ...call, tool_response: responseOf(path, placed(output)) });
    else await send('PostToolUseFailure', { ...call, error: `Exit code 1\n${placed(output)}` });
  }
  await send('Stop', { last_assistant_message: placed(session.assistant) });
  await send('SessionEnd', { reason: 'exit' });
}

function responseOf(path: string | undefined, output: string): object {
  return path === undefined ? { stdout: output, stderr: '' } : { filePath: path };
}

function touch(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '', { flag: 'a' });
}
