/** `carryover up`: the daemon in the foreground, with one screen that says where things are and what to do next. */

import { waitUntilRunning } from '../../daemon/connect.ts';
import { prepareHome } from '../../daemon/home.ts';
import { Supervisor } from '../../daemon/supervisor.ts';
import { connectToDaemon } from '../../http/client.ts';
import { isLocked, type WireLockedStatus } from '../../http/locked-status.ts';
import type { WireStatus } from '../../http/wire.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import { systemClock } from '../../platform/clock.ts';
import { openLog } from '../../platform/log.ts';
import type { HomePaths } from '../../platform/paths.ts';
import { choosePort } from '../choose-port.ts';
import { currentHome, daemonEntry } from '../home.ts';
import { lockedLines } from '../locked-lines.ts';
import { ownCommand } from '../own-command.ts';
import { paint, say } from '../terminal.ts';

export async function runUp(): Promise<number> {
  process.umask(0o077);
  const paths = currentHome();
  prepareHome(paths);
  const log = openLog({ folder: paths.logs, clock: systemClock, redact: (text) => text });
  const supervisor = Supervisor.take({
    paths,
    entry: daemonEntry(),
    env: process.env,
    log,
    elapsed: () => systemClock.elapsed(),
  });
  if (supervisor === undefined) {
    await waitUntilRunning(paths);
    await showScreen(paths, 'already running in the background; `daemon stop` ends it');
    return 0;
  }
  await choosePort(paths);
  const stop = () => {
    writeFileAtomically(paths.stopMark, '');
    supervisor.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const running = supervisor.run();
  try {
    await waitUntilRunning(paths);
    await showScreen(paths, 'Ctrl-C ends it; `daemon start` runs it in the background instead');
  } catch (error) {
    stop();
    await running;
    throw error;
  }
  await running;
  return 0;
}

async function showScreen(paths: HomePaths, ending: string): Promise<void> {
  const answer = await connectToDaemon({ paths }).request('GET', '/memory/status');
  const status = answer as WireStatus | WireLockedStatus;
  const command = ownCommand();
  say();
  say(`  ${paint('bold', 'Carryover')} ${status.version} is running${isLocked(status) ? ', and locked' : ''}`);
  say();
  say(`  API        http://127.0.0.1:${status.port}`);
  say(`  Home       ${paths.home}`);
  if (isLocked(status)) {
    say();
    for (const line of lockedLines(status)) say(`  ${line}`);
    say();
    say(`    ${paint('cyan', `${command} unlock`)}`);
  } else showCaptured(status.journal, command);
  say();
  say(`  ${paint('dim', ending)}`);
  say();
}

function showCaptured({ records, sessions }: WireStatus['journal'], command: string): void {
  say(`  Captured   ${records} records in ${sessions} sessions`);
  say();
  say(records === 0 ? '  Next: connect Claude Code, in the folder of a project' : '  To connect another project');
  say();
  say(`    ${paint('cyan', `${command} init`)}`);
  say();
  say('  Then work as always, and look at what was kept:');
  say();
  say(`    ${command} open`);
  say(`    ${command} status`);
  say(`    ${command} search "what you remember of it"`);
}
