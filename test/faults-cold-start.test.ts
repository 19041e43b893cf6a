/**
 * Many processes at once on a machine where nothing runs yet: hooks that meet no daemon (F-10), and daemons that meet
 * each other (F-09). One daemon comes out of it, under one supervisor, and no event is lost.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { locateSpace } from '../src/capture/space-locator.ts';
import { readSpool } from '../src/capture/spool.ts';
import { EXIT } from '../src/daemon/exit-codes.ts';
import { logLines } from '../src/daemon/last-failure.ts';
import { tryLock } from '../src/daemon/owner-lock.ts';
import { readLastBlock } from '../src/recall/last-block.ts';
import { callApi } from './support/api.ts';
import { daemonProcesses } from './support/daemon-processes.ts';
import { isEncrypted } from './support/encrypted.ts';
import { report } from './support/figures.ts';
import { DIST, makeHome, type TestHome, waitForDaemon } from './support/home.ts';
import { runHook, startEvent, toolEvent } from './support/hooks.ts';
import { exportRows } from './support/journal.ts';
import { run } from './support/run.ts';
import { serveReady } from './support/serve.ts';
import { tell } from './support/talk.ts';
import { waitFor } from './support/wait.ts';
import { makeFolder } from './support/workspace.ts';

/** 1,000 processes: half a minute on two idle cores, far more on busy ones. */
const PATIENCE_MS = 240_000;
const AGENTS = 100;
const EVENTS_PER_AGENT = 10;
const NUMBER = '@NUMBER@';

/** One agent: its hooks run one after the other, each in a process of its own, and nothing else costs a process. */
const AGENT_SCRIPT = `
  number=0
  while [ $number -lt ${EVENTS_PER_AGENT} ]; do
    number=$((number + 1))
    printf '%s%s%s' "$BEFORE" $number "$AFTER" | "$NODE" "$HOOK" claude-code PostToolUse || exit 9
  done`;

function runAgent(home: TestHome, agent: number): ReturnType<typeof run> {
  const said = { tool_input: { command: 'true' }, tool_response: { stdout: 'done' } };
  const payload = JSON.stringify(toolEvent(`agent-${agent}`, `toolu-${agent}-${NUMBER}`, said));
  const [before, after] = payload.split(NUMBER);
  return run('sh', ['-c', AGENT_SCRIPT], {
    env: {
      ...home.env,
      NODE: process.execPath,
      HOOK: join(DIST, 'hook.cjs'),
      BEFORE: before,
      AFTER: after,
    },
    timeoutMs: PATIENCE_MS,
  });
}

function startedCount(home: TestHome): number {
  return logLines(join(home.paths.logs, 'daemon.log')).filter((line) => line.includes('"daemon-started"')).length;
}

it('takes 1,000 of 1,000 events of 100 agents that start at once on a cold machine, with one daemon (F-10)', {
  timeout: PATIENCE_MS,
}, async () => {
  await using home = await makeHome();
  const startedAt = performance.now();
  const agents = await Promise.all(Array.from({ length: AGENTS }, (_, agent) => runAgent(home, agent)));
  const hooksMs = performance.now() - startedAt;

  expect(agents.filter(({ code, stdout, stderr }) => code !== 0 || stdout !== '' || stderr !== '')).toEqual([]);
  await waitForDaemon(home);
  await waitFor(() => readSpool(home.paths.spool).files.length === 0, { what: 'an empty spool' });
  const { records } = await exportRows(home);
  const results = records.filter(({ type }) => type === 'tool_result').map(({ metadata }) => metadata.tool_use_id);
  report('100 agents, cold', { events: results.length, seconds: hooksMs / 1000 });

  expect(results.length).toBe(AGENTS * EVENTS_PER_AGENT);
  expect(new Set(results).size).toBe(AGENTS * EVENTS_PER_AGENT);
  expect(records.filter(({ type }) => type === 'tool_use')).toHaveLength(AGENTS * EVENTS_PER_AGENT);
  const { daemons, supervisors } = daemonProcesses(home);
  expect([daemons.length, supervisors.length]).toEqual([1, 1]);
  expect(startedCount(home)).toBe(1);
});

it('has one owner when 20 daemons and supervisors start at once; the others end by themselves (F-09)', async () => {
  await using home = await makeHome();
  const codes: (number | null)[] = [];
  const started = Array.from({ length: 20 }, (_, index) => {
    const role = index % 2 === 0 ? 'serve' : 'supervise';
    const child = spawn(process.execPath, [join(DIST, 'daemon.js'), role], { env: home.env, stdio: 'ignore' });
    void once(child, 'exit').then(([code]) => codes.push(code));
    return child;
  });
  const owner = await waitForDaemon(home);
  const alone = () => {
    const { daemons, supervisors } = daemonProcesses(home);
    return daemons.length === 1 && supervisors.length === 1;
  };
  await waitFor(alone, { what: 'all but one daemon and one supervisor to end' });
  // Whoever lost must not come back, and must not have touched the one that won.
  await sleep(1_500);
  const { daemons, supervisors } = daemonProcesses(home);
  report('20 daemons at once', { ended: codes.length, daemons: daemons.length, supervisors: supervisors.length });

  expect(daemons).toEqual([owner.pid]);
  expect(supervisors).toHaveLength(1);
  expect(startedCount(home)).toBe(1);
  expect(codes.filter((code) => code !== EXIT.notOwner && code !== EXIT.stopped)).toEqual([]);
  expect(started.filter(({ exitCode }) => exitCode === null).length).toBeLessThanOrEqual(2);
});

it('has one owner when 20 bare daemons start at once (F-09)', async () => {
  await using home = await makeHome();
  const codes = new Map<number, number | null>();
  for (let index = 0; index < 20; index += 1) {
    const child = spawn(process.execPath, [join(DIST, 'daemon.js'), 'serve'], { env: home.env, stdio: 'ignore' });
    void once(child, 'exit').then(([code]) => codes.set(child.pid ?? 0, code));
  }
  await waitFor(() => codes.size >= 19, { what: '19 of 20 to end' });
  const owner = await waitForDaemon(home);
  expect(daemonProcesses(home).daemons).toEqual([owner.pid]);
  expect([...codes.values()].filter((code) => code !== EXIT.notOwner)).toEqual([]);
});

it('gives a session its memory when the daemon was killed while it forgets and does not come back (U-17)', async ({
  skip,
}) => {
  skip(isEncrypted, 'no rendered block is kept there');
  await using home = await makeHome();
  const cwd = makeFolder('project');
  const { ended } = await serveReady(home, { CARRYOVER_FAULT: 'after-forget-copies' });
  await tell(home, { session: 'stays', cwd }, [{ user: 'look at the harbour' }]);
  await tell(home, { session: 'gone', cwd: makeFolder('other') }, [{ user: 'look at the quarry' }]);
  const lastBlock = () => readLastBlock(home.paths.bootBlocks, locateSpace(cwd), 1) ?? '';
  await waitFor(() => lastBlock().includes('harbour'), { what: 'a block for late sessions' });
  await callApi(home, '/memory/forget', { session_id: 'gone', confirm: true }).catch(() => undefined);
  expect(await ended).toBe('SIGKILL');
  // No daemon can own the home.
  const lock = tryLock(home.paths.ownerLock);
  expect(lock).toBeDefined();
  const { stdout } = await runHook(home, startEvent('late', { cwd }));
  lock?.release();
  expect(stdout).toContain('harbour');
});
