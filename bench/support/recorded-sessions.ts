/**
 * Recorded sessions of an agent. A line of a file is `{id, session_id, space, user_message, tool_calls: [{tool, input, output, ok}], assistant}`: `input` is `{command}` for
 * a call of a shell and `{path}` for an edited file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { PlayedSession } from './play-session.ts';

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

/** As the hooks tell it, in a folder of the project's own. */
export function asPlayed(session: RecordedSession, project: string): PlayedSession {
  const placed = (text: string): string => text.replaceAll(RECORDED_FOLDER, project);
  const calls = session.tool_calls.map(({ input, output, ok }) => ({
    tool: input.path === undefined ? 'Bash' : 'Edit',
    input:
      input.path === undefined
        ? { command: placed(input.command ?? '') }
        : { file_path: placed(input.path), old_string: 'before', new_string: 'after' },
    output: placed(output),
    ok,
  }));
  return {
    id: `${session.space}-${session.session_id}`,
    turns: [{ prompt: session.user_message, calls, answer: placed(session.assistant) }],
  };
}
