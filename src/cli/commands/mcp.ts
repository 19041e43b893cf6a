/**
 * `carryover mcp`: the read-only memory tools over standard input and output, for one project: the one it was started
 * in, or the one of the app whose token it was given. It lives as long as the agent's session, so it also sees to it
 * that a daemon does: http hooks cannot start one. There is one of it in every session, so it loads next to nothing.
 */
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { connectToDaemon } from '../../http/client.ts';
import { daemonMemory } from '../../mcp/daemon-memory.ts';
import { serveStdio } from '../../mcp/serve-stdio.ts';
import { callerOf, memoryTools } from '../../mcp/tools.ts';
import { APP_TOKEN_VARIABLE } from '../../platform/apps.ts';
import { systemClock } from '../../platform/clock.ts';
import { startDaemon } from '../../platform/start-daemon.ts';
import { VERSION } from '../../platform/version.ts';
import { currentHome, daemonEntry } from '../home.ts';

/** A supervisor brings a dead daemon back in less; longer than this means that it is gone too. */
const LOOK_EVERY_MS = 1_000;

/** It passes text on: compiled code saves it nothing, and the compiler takes 5 MB. */
const UNCOMPILED = ['--no-opt', '--no-maglev', '--no-sparkplug'];

export async function runMcp(): Promise<number> {
  for (const flag of UNCOMPILED) setFlagsFromString(flag);
  const paths = currentHome();
  const token = process.env[APP_TOKEN_VARIABLE];
  const client = connectToDaemon({ paths, as: token ? { token } : undefined, keepsConnection: true });
  const isUp = () =>
    client.request('GET', '/health').then(
      () => true,
      () => false,
    );
  const keepUp = async () => {
    // A person stopped it: the next session may start it again, not this one.
    if (existsSync(paths.stopMark)) return;
    // One look that fails is a daemon being restarted; two in a row is a daemon that nobody restarts.
    if ((await isUp()) || (await pause(LOOK_EVERY_MS).then(isUp))) return;
    try {
      startDaemon({ paths, entry: daemonEntry(), env: process.env, now: systemClock.now() });
    } catch {
      // A home that cannot be written (now): the tools say that the daemon is not there, and the next look tries again.
    }
  };
  const timer = setInterval(() => void keepUp(), LOOK_EVERY_MS * 2);
  void keepUp();
  const { sessionId, workspace } = callerOf(process.env, process.cwd());
  // An app is bound to its own space, wherever it runs.
  const memory = daemonMemory(client, { sessionId, workspace: token ? undefined : workspace });
  // The client ends us by closing our input.
  await serveStdio(memoryTools(memory), VERSION, { input: process.stdin, output: process.stdout });
  clearInterval(timer);
  return 0;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
