/** `carryover daemon start|stop|status|logs`. */

import { createReadStream, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../../daemon/connect.ts';
import { logLines } from '../../daemon/last-failure.ts';
import { readRunFile } from '../../daemon/run-file.ts';
import { isLocked, type WireLockedStatus } from '../../http/locked-status.ts';
import type { WireStatus } from '../../http/wire.ts';
import { CarryoverError } from '../../memory/error.ts';
import { systemClock } from '../../platform/clock.ts';
import { choosePort } from '../choose-port.ts';
import { haltDaemon } from '../halt-daemon.ts';
import { currentHome, daemonClient } from '../home.ts';
import { lockedLines } from '../locked-lines.ts';
import { ago, say, sayJson } from '../terminal.ts';

export async function startInBackground(): Promise<number> {
  const paths = currentHome();
  if (!(await isRunning(paths))) await choosePort(paths);
  const client = await daemonClient(paths);
  const status = (await client.request('GET', '/memory/status')) as WireStatus | WireLockedStatus;
  say(`running on http://127.0.0.1:${status.port} (pid ${status.pid})`);
  if (isLocked(status)) for (const line of lockedLines(status)) say(line);
  return 0;
}

export async function stopDaemon(): Promise<number> {
  say(
    { stopped: 'stopped', 'gave-up': 'stopped trying to start it', 'not-running': 'not running' }[
      await haltDaemon(currentHome())
    ],
  );
  return 0;
}

/** Exit code 1 when it does not run, so that scripts can ask. */
export async function showDaemon({ json }: { json?: unknown }): Promise<number> {
  const paths = currentHome();
  const running = await isRunning(paths);
  const run = running ? readRunFile(paths.runFile) : undefined;
  if (json === true) sayJson({ running, ...run });
  else if (run === undefined) say('not running; `carryover daemon start` starts it');
  else
    say(
      `running on http://127.0.0.1:${run.port} (pid ${run.pid}, version ${run.version}, started ${ago(run.startedAt, systemClock.now())})`,
    );
  return running ? 0 : 1;
}

export async function showLogs({ lines, follow }: { lines?: unknown; follow?: unknown }): Promise<number> {
  const count = Number(lines);
  if (!Number.isInteger(count) || count < 0)
    throw new CarryoverError(`not a number of lines: ${String(lines)}`, {
      code: 'invalid-input',
      hint: 'for example: --lines 200',
    });
  const path = join(currentHome().logs, 'daemon.log');
  const known = logLines(path);
  for (const line of known.slice(known.length - count)) say(line);
  if (known.length === 0) say('no log yet; it is written when the daemon runs');
  if (follow === true) await followFile(path);
  return 0;
}

async function followFile(path: string): Promise<void> {
  let at = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const print = async () => {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size < at) at = 0;
    if (size === at) return;
    const from = at;
    at = size;
    for await (const chunk of createReadStream(path, { start: from, end: size - 1, encoding: 'utf8' }))
      process.stdout.write(chunk);
  };
  await new Promise<void>((_, reject) => {
    watch(path, () => {
      print().catch(reject);
    });
  });
}
