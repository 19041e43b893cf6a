/**
 * Who brings the daemon back: its supervisor, or, when that is gone too, the MCP server of a running session. And how
 * it ends when it is asked to: what is under way is finished, for five seconds at most, and the supervisor goes with it.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { daemonProcesses, killDaemons } from './support/daemon-processes.ts';
import { report } from './support/figures.ts';
import { DIST, isHealthy, makeHome, runCli, startDaemon, type TestHome, waitForDaemon } from './support/home.ts';
import { exportRows } from './support/journal.ts';
import { limitNow } from './support/pace.ts';
import { processesOf, signal } from './support/processes.ts';
import { waitFor } from './support/wait.ts';

function startMcpServer(home: TestHome): ChildProcess {
  return spawn(process.execPath, [join(DIST, 'carryover.js'), 'mcp'], {
    env: home.env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** A request whose body is half sent; `finish` sends the rest, and the status is that of the answer. */
function startSlowRecord(home: TestHome, id: string): { finish(): void; readonly status: Promise<number | undefined> } {
  const body = JSON.stringify({ id, type: 'event', content: 'slowly said' });
  const sending = request(`${home.url}/memory/record`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${home.token()}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  const status = new Promise<number | undefined>((resolve) => {
    sending.on('response', (answer) => resolve(answer.resume().statusCode));
    sending.on('error', () => resolve(undefined));
  });
  sending.write(body.slice(0, 20));
  return { finish: () => sending.end(body.slice(20)), status };
}

it('has its daemon back soon after a kill -9 (F-01)', async () => {
  await using home = await makeHome();
  const { pid } = await startDaemon(home);
  const { supervisors } = daemonProcesses(home);
  const killedAt = performance.now();
  signal(pid, 'SIGKILL');
  await waitForDaemon(home, pid);
  report('daemon killed', { 'back after ms': performance.now() - killedAt });
  expect(performance.now() - killedAt).toBeLessThan(6_000);
  expect(daemonProcesses(home)).toMatchObject({ supervisors, daemons: [expect.any(Number)] });
});

it('is brought back by the MCP server of a session when daemon and supervisor are gone, and runs without it after', async () => {
  await using home = await makeHome();
  const first = await startDaemon(home);
  const mcp = startMcpServer(home);
  await sleep(500);
  const killedAt = performance.now();
  killDaemons(home);
  const second = await waitFor(async () => ((await isHealthy(home)) ? waitForDaemon(home, first.pid) : undefined), {
    what: 'the MCP server to start a daemon',
  });
  const bothMs = performance.now() - killedAt;

  // The supervisor alone: the daemon goes on; when it dies too, nobody but the MCP server is left to notice.
  for (const pid of daemonProcesses(home).supervisors) signal(pid, 'SIGKILL');
  await sleep(200);
  expect(await isHealthy(home)).toBe(true);
  const killedAgainAt = performance.now();
  signal(second.pid, 'SIGKILL');
  await waitFor(async () => ((await isHealthy(home)) ? waitForDaemon(home, second.pid) : undefined), {
    what: 'the MCP server to start a daemon once more',
  });
  report('no supervisor', {
    'both killed, back after ms': bothMs,
    'one after the other': performance.now() - killedAgainAt,
  });
  expect(daemonProcesses(home)).toMatchObject({ daemons: [expect.any(Number)], supervisors: [expect.any(Number)] });
  mcp.stdin?.end();
  const [code] = await once(mcp, 'exit');
  expect(code).toBe(0);
  expect(await isHealthy(home)).toBe(true);
});

it('finishes what is under way when it is stopped, waits five seconds at most, and takes its supervisor along', async () => {
  await using home = await makeHome();
  await startDaemon(home);
  const finished = startSlowRecord(home, 'finished-in-time');
  const endless = startSlowRecord(home, 'never-finished');
  await sleep(200);
  const askedAt = performance.now();
  const stopping = runCli(home, ['daemon', 'stop']);
  await sleep(800);
  finished.finish();
  expect(await finished.status).toBe(201);
  expect(await stopping).toMatchObject({ code: 0, stderr: '' });
  const stoppedMs = performance.now() - askedAt;
  expect(await endless.status).toBe(undefined);
  await waitFor(() => processesOf(home.paths.home).length === 0, { what: 'daemon and supervisor to end' });
  report('graceful stop with an endless request', { ms: stoppedMs });
  expect(stoppedMs).toBeLessThan(limitNow(8_000));

  expect(await runCli(home, ['daemon', 'status'])).toMatchObject({ code: 1 });
  await startDaemon(home);
  const { records } = await exportRows(home);
  expect(records.map(({ id }) => id)).toEqual(['finished-in-time']);
  const idleStop = await runCli(home, ['daemon', 'stop']);
  expect(idleStop.code).toBe(0);
  await waitFor(() => processesOf(home.paths.home).length === 0, { what: 'daemon and supervisor to end' });
  report('graceful stop when idle', { ms: idleStop.elapsedMs });
});

it('ends on `daemon stop` also while its daemon cannot start', async () => {
  await using home = await makeHome();
  await startDaemon(home);
  chmodSync(home.paths.token, 0o644);
  signal(daemonProcesses(home).daemons[0] ?? 0, 'SIGKILL');
  await waitFor(() => daemonProcesses(home).daemons.length === 0, { what: 'the daemon to give up' });
  expect(daemonProcesses(home).supervisors).toHaveLength(1);
  chmodSync(home.paths.token, 0o600);
  expect(await runCli(home, ['daemon', 'stop'])).toMatchObject({ code: 0, stderr: '' });
  await waitFor(() => processesOf(home.paths.home).length === 0, { what: 'the supervisor to end' });
});

it('gets a new supervisor when its own was killed', async () => {
  await using home = await makeHome();
  const { pid } = await startDaemon(home);
  const [first] = daemonProcesses(home).supervisors;
  signal(first ?? 0, 'SIGKILL');
  await waitFor(() => daemonProcesses(home).supervisors.some((supervisor) => supervisor !== first), {
    what: 'a new supervisor',
  });
  expect(daemonProcesses(home).daemons).toContain(pid);
  signal(pid, 'SIGKILL');
  await waitForDaemon(home, pid);
});
