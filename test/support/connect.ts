/** Connects the real client to a home, by the real `init`. */
import type { ClaudeResult } from './claude.ts';
import { runCli, type TestHome } from './home.ts';
import type { Workspace } from './workspace.ts';

export async function connectClaude(home: TestHome, workspace: Workspace): Promise<void> {
  const result = await runCli(home, ['init', '--client', 'claude-code', '--scope', 'user', '--yes'], {
    cwd: workspace.project,
    env: { HOME: workspace.home },
  });
  if (result.code !== 0) throw new Error(`init ended with ${result.code}: ${result.stderr}`);
}

/** The session a run of the client was. */
export function sessionOf(run: Pick<ClaudeResult, 'events'>): string {
  return run.events.find(({ session_id }) => session_id !== undefined)?.session_id ?? '';
}
