/**
 * F-25 point by point: the daemon is killed at every named moment of a forgetting. The next start finishes it by itself,
 * with the same receipt, the same files and the same knowledge as one that was never disturbed, and nothing else is lost.
 */
import { appendFileSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesWith } from '../src/privacy/forget/forget.fixture.ts';
import { callApi } from './support/api.ts';
import { report } from './support/figures.ts';
import { makeHome, stopDaemon, type TestHome } from './support/home.ts';
import { postHook, startEvent } from './support/hooks.ts';
import { exportRows } from './support/journal.ts';
import { signal } from './support/processes.ts';
import { serveReady } from './support/serve.ts';
import { mountSmallDisk, whyNoMount } from './support/small-disk.ts';
import { heldBy, memoryFiles, withStores } from './support/stores.ts';
import { tell } from './support/talk.ts';
import { waitFor } from './support/wait.ts';
import { sayItIsMine } from './support/waiting-edits.ts';
import { makeFolder, makeWorkspace, type Workspace } from './support/workspace.ts';

const PATIENCE_MS = 60_000;
/** Others write too: filled to the last byte, the test itself may be the one that finds no room. */
const LEFT_BYTES = 16 * 1024;
const SECRET = 'quokkaberry';
const COMMANDS = Array.from({ length: 30 }, (_, at) => `cat ${SECRET}-${at}.log`);
/** `CARRYOVER_FORGET_RUNS`, which asks for many runs, asks for all of them. */
const FEW = ['after-act', 'after-forget-acts', 'after-forget-batch:1', 'after-file-write', 'after-forget-verified'];
const MORE = [
  ...[
    'after-commit',
    'before-file-write',
    'after-forget-gathered',
    'after-checkpoint-stored',
    'after-forget-checkpoint',
  ],
  ...['after-forget-batch:2', 'after-forget-erased', 'after-forget-copies'],
];
const POINTS = process.env.CARRYOVER_FORGET_RUNS === undefined ? FEW : [...FEW, ...MORE];
const WISH = { session_id: 'gone', confirm: true, wait: true };

interface Receipt {
  readonly counts: Readonly<Record<string, number>>;
  readonly verification: { readonly state: string; readonly traces_in: readonly string[] };
}

describe('a daemon that is killed while it forgets', () => {
  let first: Workspace;
  let second: Workspace;
  let told: TestHome;
  let calm: Awaited<ReturnType<typeof outcomeOf>>;

  beforeAll(async () => {
    first = makeWorkspace({ files: { 'src/app.ts': 'export {};\n' } });
    second = makeWorkspace();
    told = await makeHome({ config: { 'curator.profile': 'manual' } });
    const { pid, ended } = await serveReady(told);
    const cwd = first.project;
    await tell(told, { session: 'stays', cwd, ends: true }, [
      { user: 'I prefer tabs over spaces.' },
      { user: 'Remember that our staging server is called walrus.' },
    ]);
    await tell(told, { session: 'elsewhere', cwd: second.project, ends: true }, [
      { user: 'Remember that this project is built with bazel.' },
    ]);
    await tell(told, { session: 'gone', cwd, ends: true }, [
      { user: `I prefer ${SECRET} jam on scones, please remember that.`, commands: COMMANDS },
    ]);
    await waitFor(async () => (await exportRows(told)).turns.length === 4, { what: 'the turns' });
    await callApi(told, '/memory/curate', {});
    appendFileSync(join(told.paths.memory, 'user.md'), '- Never deploys on Fridays\n');
    await sayItIsMine(told);
    await postHook(told, { ...startEvent('later'), cwd, transcript_path: undefined });
    await tell(told, { session: 'later', cwd }, [{ user: 'Remember that lunch is at noon.' }]);
    await waitFor(async () => (await exportRows(told)).turns.length === 5, { what: 'the turn that waits' });
    signal(pid, 'SIGTERM');
    await ended;
    await using home = await copyOf(told);
    await serveReady(home);
    await callApi(home, '/memory/forget', WISH);
    calm = await outcomeOf(home);
  });
  afterAll(async () => {
    await told[Symbol.asyncDispose]();
    first[Symbol.dispose]();
    second[Symbol.dispose]();
  });

  it('knows what the points below are held against', () => {
    expect(calm.receipts).toMatchObject([{ counts: { sessions: 1, learnings: 1, injections: 1 } }]);
    expect(calm.receipts[0]?.counts.records).toBeGreaterThan(60);
    expect(calm.receipts[0]?.counts.acts).toBeGreaterThan(0);
    expect(calm.held.join()).toMatch(/tabs/);
    expect(Object.values(calm.files).join()).toMatch(/Never deploys on Fridays/);
    expect(calm.left).toMatchObject({ turns: 4 });
  });

  it.each(POINTS)('%s: the next start finishes it, and nothing else is lost (D-064, F-25)', async (fault) => {
    await using home = await copyOf(told);
    const { ended } = await serveReady(home, { CARRYOVER_FAULT: fault });
    await callApi(home, '/memory/forget', WISH).catch(() => undefined);
    expect(await Promise.race([ended, sleep(PATIENCE_MS, 'alive')])).toBe('SIGKILL');
    await serveReady(home);
    await waitFor(async () => (await receiptsOf(home)).length > 0, { what: 'the receipt' });
    expect(await outcomeOf(home)).toEqual(calm);
    report('killed while forgetting', { fault });
  });
});

it('takes the folder of a space that is forgotten; who goes on working there begins a new one (D-064)', async () => {
  using workspace = makeWorkspace();
  const cwd = workspace.project;
  await using home = await makeHome({ config: { 'curator.profile': 'manual' } });
  await serveReady(home);
  await tell(home, { session: 'goes-on', cwd }, [{ user: 'add it', commands: [`npm install ${SECRET}`] }]);
  await waitFor(async () => (await exportRows(home)).turns.length === 1, { what: 'the turn' });
  await callApi(home, '/memory/curate', {});
  expect(Object.keys(memoryFiles(home)).join()).toMatch(/spaces/);
  const before = (await exportRows(home)).records[0]?.workspace;
  const { body: app } = await callApi(home, '/apps', { name: 'bot', workspace: cwd });
  const { body } = await callApi(home, '/memory/forget', { workspace: cwd, confirm: true, wait: true });
  expect(body).toMatchObject({ counts: { sessions: 1 }, verification: { traces_in: [] } });
  expect(readdirSync(join(home.paths.memory, 'spaces'))).toEqual([]);
  await tell(home, { session: 'goes-on', cwd }, [{ user: 'What is left?' }]);
  const spaces = new Set((await exportRows(home)).records.map(({ workspace: space }) => space));
  expect(spaces.size).toBe(1);
  expect(spaces).not.toContain(before);
  expect(await callApi(home, '/apps')).toMatchObject({ body: { apps: [{ name: 'bot', forgotten: true }] } });
  const said = await fetch(`${home.url}/memory/record`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'prompt', content: 'hello' }),
  });
  expect(said.status).toBe(403);
});

const noMount = whyNoMount();
it.skipIf(noMount !== undefined)(
  'works on a disk without any room, and says so where it does not (D-064)',
  async () => {
    using disk = mountSmallDisk(40);
    using workspace = makeWorkspace();
    await using home = await makeHome({ folder: join(disk.folder, 'home'), config: { 'curator.profile': 'manual' } });
    await serveReady(home);
    for (const session of ['gone', 'next'])
      await tell(home, { session, cwd: workspace.project, ends: true }, [{ user: `${session}: the ${SECRET} relay.` }]);
    await waitFor(async () => existsSync(home.paths.reserve) && (await exportRows(home)).turns.length === 2, {
      what: 'the turns, and the reserve',
    });
    disk.fill(LEFT_BYTES);
    expect(await callApi(home, '/memory/forget', WISH)).toMatchObject({ body: { verification: { traces_in: [] } } });
    rmSync(home.paths.reserve, { force: true });
    disk.fill(LEFT_BYTES);
    const next = { session_id: 'next', confirm: true, wait: true };
    expect((await callApi(home, '/memory/forget', next)).status).toBeGreaterThanOrEqual(500);
    disk.free();
    expect(await callApi(home, '/memory/forget', next)).toMatchObject({ body: { verification: { traces_in: [] } } });
    expect(filesWith(home.paths.home, SECRET)).toEqual([]);
  },
);

async function copyOf(home: TestHome): Promise<TestHome> {
  const folder = makeFolder('home');
  cpSync(home.paths.home, folder, { recursive: true, filter: (path) => !path.startsWith(home.paths.run) });
  return makeHome({ folder, config: { 'curator.profile': 'manual' } });
}

async function receiptsOf(home: TestHome): Promise<readonly Receipt[]> {
  const receipts = (await callApi(home, '/memory/forgets')).body.receipts as readonly Receipt[];
  return receipts.filter(({ verification }) => verification.state !== 'proving');
}

async function outcomeOf(home: TestHome) {
  const receipts = (await receiptsOf(home)).map(({ counts, verification }) => ({
    counts,
    traces: verification.traces_in,
  }));
  await stopDaemon(home);
  const { curated, left } = await withStores(home, async ({ knowledge, journal }) => ({
    curated: (await knowledge.counts()).curatedTurns,
    left: await journal.counts(),
  }));
  expect(filesWith(home.paths.home, SECRET)).toEqual([]);
  return { receipts, curated, left, held: await heldBy(home), files: memoryFiles(home) };
}
