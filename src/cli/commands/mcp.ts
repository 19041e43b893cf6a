/**
 * `carryover mcp`: the read-only memory tools over standard input and output, for one project: the one it was started
 * in. It lives as long as the agent's session, so it also sees to it that a daemon does: http hooks cannot start one.
 */
import { connectToDaemon } from '../../http/client.ts';
import { createMcpServer } from '../../mcp/server.ts';
import { serveStdio } from '../../mcp/stdio.ts';
import { systemClock } from '../../platform/clock.ts';
import { startDaemon } from '../../platform/start-daemon.ts';
import { currentHome, daemonEntry, isRunning } from '../home.ts';

/** A supervisor brings a dead daemon back in less; longer than this means that it is gone too. */
const LOOK_EVERY_MS = 1_000;

export async function runMcp(): Promise<number> {
  const paths = currentHome();
  const workspace = process.env.CLAUDE_PROJECT_DIR || process.cwd();
  const client = connectToDaemon({ paths });
  const keepUp = async () => {
    // One look that fails is a daemon being restarted; two in a row is a daemon that nobody restarts.
    if ((await isUp()) || (await pause(LOOK_EVERY_MS).then(isUp))) return;
    startDaemon({ paths, entry: daemonEntry(), env: process.env, now: systemClock.now() });
  };
  const isUp = () => isRunning(paths).catch(() => false);
  const timer = setInterval(() => void keepUp(), LOOK_EVERY_MS * 2);
  void keepUp();
  await serveStdio(
    createMcpServer({
      search: async (query) => client.request('GET', '/memory/search', { query: { ...query, workspace } }),
      status: async () => client.request('GET', '/memory/status'),
    }),
  );
  clearInterval(timer);
  return 0;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
