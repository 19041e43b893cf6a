/**
 * Curation when things go wrong: the daemon is killed at every named point of it, the model misbehaves in every way it
 * knows, or never answers. What must hold: old or new and never mixed, every turn counted once, nothing lost, no budget
 * passed, and no hook that notices.
 */

import { cpSync, existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from './support/api.ts';
import { daemonProcesses } from './support/daemon-processes.ts';
import { report } from './support/figures.ts';
import { makeHome, startDaemon, stopDaemon, type TestHome, waitForDaemon } from './support/home.ts';
import { promptEvent, runHook, startEvent } from './support/hooks.ts';
import { exportRows } from './support/journal.ts';
import { makeModelHome } from './support/model-home.ts';
import { type Behaviour, type ModelRequest, startModelServer } from './support/model-server.ts';
import { limitNow } from './support/pace.ts';
import { signal } from './support/processes.ts';
import { serve, serveReady } from './support/serve.ts';
import {
  actsOf,
  allCurated,
  curationsPerTurn,
  heldBy,
  learningsOf,
  memoryFiles,
  newestVersions,
  withStores,
} from './support/stores.ts';
import { type ToldTurn, tell } from './support/talk.ts';
import { waitFor } from './support/wait.ts';
import { makeFolder, makeWorkspace, type Workspace } from './support/workspace.ts';

const TURNS: readonly ToldTurn[] = [
  { user: 'I prefer tabs over spaces.' },
  { user: 'add a parser', commands: ['npm install parsely-deluxe'] },
  { user: 'Remember that our staging server is at staging.quokka.example.' },
];

/** Turns are curated as soon as a daemon runs. */
const AT_ONCE = { 'curator.profile': 'realtime' };

/** 100 tokens in and 20 out, which is what the scripted model says it used, at the price of the default model. */
const CALL_USD = (100 * 0.1 + 20 * 0.5) / 1_000_000;

describe('a daemon that is killed while it curates', () => {
  let workspace: Workspace;
  /** Turns kept, none of them curated. */
  let captured: TestHome;
  /** The same, curated without any trouble. */
  let calm: TestHome;

  beforeAll(async () => {
    // Enough for a line of files.md.
    const files = ['app', 'cart', 'desk', 'list', 'page'].map((name) => [`src/${name}.ts`, 'export {};\n']);
    workspace = makeWorkspace({ files: Object.fromEntries(files) });
    captured = await makeHome({ config: { 'curator.profile': 'manual' } });
    await startDaemon(captured);
    await tell(captured, { session: 'kept', cwd: workspace.project, ends: true }, TURNS);
    await waitFor(async () => (await exportRows(captured)).turns.length === TURNS.length, { what: 'the turns' });
    await stopDaemon(captured);
    calm = await makeHome({ folder: copyOf(captured), config: AT_ONCE });
    await startDaemon(calm);
    await allCurated(calm, TURNS.length);
    await stopDaemon(calm);
  });
  afterAll(async () => {
    await calm[Symbol.asyncDispose]();
    await captured[Symbol.asyncDispose]();
    workspace[Symbol.dispose]();
  });

  it('knows what the points below are held against', async () => {
    expect(await heldBy(calm)).toHaveLength(TURNS.length);
    expect(Object.keys(memoryFiles(calm))).toHaveLength(4);
  });

  it.each([
    'after-claim:1',
    'after-answer:1',
    'after-act:1',
    'after-act:2',
    'after-commit:1',
    'after-commit:2',
    'before-file-write:1',
    'before-file-write:3',
    'after-file-write:1',
    'after-file-write:3',
  ])('%s: is old or new, never mixed, and every turn counts once after a restart (6, A-075, F-16)', async (fault) => {
    await using home = await makeHome({ folder: copyOf(captured), config: AT_ONCE });
    const { ended } = await serve(home, { CARRYOVER_FAULT: fault });
    expect(await ended).toBe('SIGKILL');
    const held = await heldBy(home);
    const curated = Object.keys(await curationsPerTurn(home)).length;
    const left = await withStores(home, async ({ knowledge }) => knowledge.queue.summary());
    if (held.length > 0)
      expect({ held, left }).toMatchObject({ held: await heldBy(calm), left: { claimed: 0, waiting: 0 } });
    else expect(left.claimed + left.waiting).toBe(TURNS.length);
    expect([0, TURNS.length]).toContain(curated);
    const versions = await newestVersions(home);
    for (const text of Object.values(memoryFiles(home))) expect(versions).toContain(text);

    await startDaemon(home);
    await allCurated(home, TURNS.length);
    await stopDaemon(home);
    expect(await heldBy(home)).toEqual(await heldBy(calm));
    expect(memoryFiles(home)).toEqual(memoryFiles(calm));
    expect(Object.values(memoryFiles(home)).toSorted()).toEqual(await newestVersions(home));
    expect(Object.values(await curationsPerTurn(home))).toEqual(TURNS.map(() => 1));
  });

  it.each([
    {
      fault: 'after-answer:1',
      calls: 2,
      when: 'before the answer was journalled: it is asked for once more, and both are paid',
    },
    { fault: 'after-act:2', calls: 1, when: 'after it: nothing is asked or paid twice' },
  ])('$fault, with a model, $when (F-14, F-16)', async ({ fault, calls }) => {
    await using server = await startModelServer({ does: 'answer', text: 'FACT: The user wants tabs over spaces.' });
    await using home = await makeModelHome(server, AT_ONCE, copyOf(captured));
    const { ended } = await serve(home, { CARRYOVER_FAULT: fault });
    expect(await ended).toBe('SIGKILL');
    expect(server.requests).toHaveLength(1);
    await startDaemon(home);
    await allCurated(home, TURNS.length);
    expect(server.requests).toHaveLength(calls);
    const { day } = (await callApi(home, '/memory/spend')).body;
    expect(day).toMatchObject({ calls, failed_calls: 0, unsettled_calls: 0, usd: expect.closeTo(calls * CALL_USD, 8) });
    expect((await heldBy(home)).filter((held) => held.includes('tabs'))).toEqual([
      expect.stringContaining('0.7 The user wants tabs over spaces.'),
    ]);
    expect(Object.values(await curationsPerTurn(home))).toEqual(TURNS.map(() => 1));
  });

  it.each(['before-rebuild-swap:1', 'after-rebuild-swap:1'])(
    '%s: a rebuild that was cut off is finished by the next daemon, with nothing changed (B-012, B-075)',
    async (fault) => {
      await using home = await makeHome({ folder: copyOf(calm), config: AT_ONCE });
      const [learnings, files] = [await learningsOf(home), memoryFiles(home)];
      const { ended } = await serveReady(home, { CARRYOVER_FAULT: fault });
      const answer = await callApi(home, '/memory/rebuild', {}).catch(() => undefined);
      expect(answer?.body.finished).toBeUndefined();
      expect(await ended).toBe('SIGKILL');
      expect(await learningsOf(home)).toEqual(learnings);
      expect(memoryFiles(home)).toEqual(files);

      await startDaemon(home);
      // Not by opening the store: a file that others have open is not replaced.
      await waitFor(() => !existsSync(`${home.paths.knowledge}.rebuild`), { what: 'the rebuild to be finished' });
      await allCurated(home, TURNS.length);
      await stopDaemon(home);
      expect(await learningsOf(home)).toEqual(learnings);
      expect(memoryFiles(home)).toEqual(files);
      expect(Object.values(await curationsPerTurn(home))).toEqual(TURNS.map(() => 1));
    },
  );

  it.each(['after-act:1', 'after-recurate-act:1', 'before-rebuild-swap:1', 'after-rebuild-swap:1'])(
    '%s: curating everything anew that was cut off is finished by the next daemon (B-012, B-075)',
    async (fault) => {
      await using home = await makeHome({ folder: copyOf(calm), config: AT_ONCE });
      const files = memoryFiles(home);
      const { ended } = await serveReady(home, { CARRYOVER_FAULT: fault });
      const answer = await callApi(home, '/memory/rebuild', { recurate: true }).catch(() => undefined);
      expect(answer?.body.finished).toBeUndefined();
      expect(await ended).toBe('SIGKILL');
      expect(memoryFiles(home)).toEqual(files);

      await startDaemon(home);
      await waitFor(() => !existsSync(`${home.paths.knowledge}.rebuild`), { what: 'the rebuild to be finished' });
      await waitFor(async () => Object.values(await curationsPerTurn(home)).every((times) => times === 2), {
        what: 'the turns to be read again',
      });
      await stopDaemon(home);
      expect(await heldBy(home)).toEqual(await heldBy(calm));
      expect(memoryFiles(home)).toEqual(files);
    },
  );
});

it('loses no turn when the daemon is killed between capture and processing (6, A-075)', async () => {
  using workspace = makeWorkspace();
  await using home = await makeHome();
  let { pid } = await startDaemon(home);
  const session = { session: 'killed', cwd: workspace.project };
  await tell(home, session, [{ user: 'I prefer short answers.' }]);
  await waitFor(async () => (await exportRows(home)).turns.length === 1, { what: 'the turn to be closed' });
  signal(pid, 'SIGKILL');
  ({ pid } = await waitForDaemon(home, pid));
  // This one is killed before the turn is even closed.
  await tell(home, session, [{ user: 'Remember that the backup runs at midnight.' }]);
  signal(pid, 'SIGKILL');
  await waitForDaemon(home, pid);
  await tell(home, { ...session, ends: true }, []);
  await allCurated(home, 2);
  expect(await heldBy(home)).toEqual([
    expect.stringMatching(/^FACT .* 0\.7 .*midnight/),
    expect.stringMatching(/^PREFERENCE .* 0\.7 .*short answers/),
  ]);
  expect(Object.values(await curationsPerTurn(home))).toEqual([1, 1]);
  expect(daemonProcesses(home).daemons).toHaveLength(1);
});

/** Far enough from each other that none is taken for another. */
const FACTS = [
  'The kiln is fired at nine hundred degrees',
  'Invoices leave the office every second Tuesday',
  'Our mascot is a purple walrus called Bertram',
  'Nightly builds are published to the harbour bucket',
  'The translation team sits in Lisbon',
  'Postgres listens on port 6543 in the lab',
  'Customer numbers begin with the letter Q',
  'The lift in building four needs a badge',
  'Fixtures are generated by the weaver script',
  'Timestamps are stored as whole seconds',
  'Screenshots belong into the gallery folder',
  'Ferries carry the servers across the fjord',
] as const;

/** Says of every turn it is shown what there is to learn. */
function goodAnswer({ prompt }: ModelRequest): Behaviour {
  const seen = FACTS.filter((fact) => prompt.includes(fact));
  return { does: 'answer', text: seen.map((fact) => `FACT: ${fact}. (scope space)`).join('\n') || 'NONE' };
}

const MISBEHAVIOURS: readonly Behaviour[] = [
  { does: 'status', status: 429, headers: { 'retry-after': '1' } },
  { does: 'status', status: 500 },
  { does: 'status', status: 529 },
  { does: 'reset' },
  { does: 'half' },
  { does: 'half-json' },
  { does: 'html' },
  { does: 'huge' },
  { does: 'refusal' },
  { does: 'drip', everyMs: 2 },
  { does: 'empty' },
  { does: 'wrong-schema' },
];

describe('a model that misbehaves', () => {
  it('in every way it knows: every turn counts once in the end, and nothing costs more than it may (F-12, F-13, F-14)', async () => {
    using workspace = makeWorkspace();
    await using server = await startModelServer((request) => MISBEHAVIOURS[request.number - 1] ?? goodAnswer(request));
    await using home = await makeModelHome(server, { 'curator.profile': 'manual' });
    await startDaemon(home);
    const turns = FACTS.map((fact) => ({ user: `Please note: ${fact}.` }));
    await tell(home, { session: 'trouble', cwd: workspace.project, ends: true }, turns);
    await waitFor(async () => (await exportRows(home)).turns.length === FACTS.length, { what: 'the turns' });
    let rounds = 0;
    for (let left = FACTS.length; left > 0; rounds += 1) {
      expect(rounds).toBeLessThan(2 * MISBEHAVIOURS.length);
      await callApi(home, '/memory/curate/retry', {});
      const { status, body } = await callApi(home, '/memory/curate', {});
      expect(status).toBe(200);
      const { parked } = (await callApi(home, '/memory/queue')).body;
      left = Number(body.waiting) + Number(parked);
    }
    const { day, daily_usd } = (await callApi(home, '/memory/spend')).body as {
      day: { calls: number; usd: number; unsettled_calls: number };
      daily_usd: number;
    };
    report('misbehaving model', { rounds, calls: day.calls, cents: day.usd * 100 });
    expect(server.requests.length).toBeGreaterThan(MISBEHAVIOURS.length);
    expect(server.highestConcurrency).toBe(1);
    expect(day).toMatchObject({ calls: server.requests.length, unsettled_calls: 0 });
    expect(day.usd).toBeLessThanOrEqual(daily_usd);
    const learnings = await learningsOf(home);
    expect(learnings.map(({ content }) => content.replace(/\.$/, '')).toSorted()).toEqual(FACTS.toSorted());
    expect(new Set(learnings.map(({ confidence }) => confidence))).toEqual(new Set([0.7]));
    expect(Object.values(await curationsPerTurn(home))).toEqual(FACTS.map(() => 1));
  });

  it('and is too dear: at the cap the rules go on and say so, and the cap is never passed (F-14, A-074)', async () => {
    using workspace = makeWorkspace();
    const dailyUsd = 0.02;
    await using server = await startModelServer({ does: 'reset' });
    await using home = await makeModelHome(server, { 'curator.profile': 'manual', 'curator.dailyUsd': dailyUsd });
    await startDaemon(home);
    await tell(home, { session: 'dear', cwd: workspace.project, ends: true }, TURNS);
    await waitFor(async () => (await exportRows(home)).turns.length === TURNS.length, { what: 'the turns' });
    const ends: Readonly<Record<string, unknown>>[] = [];
    while (ends.at(-1)?.waiting !== 0 && ends.length < 20) ends.push((await callApi(home, '/memory/curate', {})).body);
    expect(ends.at(-1)).toMatchObject({ curated: TURNS.length, waiting: 0, problem: null });
    expect(ends.at(-1)?.fallback).toContain('cap');
    const { day } = (await callApi(home, '/memory/spend')).body as { day: { usd: number } };
    expect(server.requests.length).toBeGreaterThan(0);
    expect(day.usd).toBeLessThanOrEqual(dailyUsd);
    const curated = (await actsOf(home)).filter((act) => act.kind === 'curation');
    expect(curated.map(({ curator }) => curator)).toEqual(['rules']);
    expect(await learningsOf(home)).toHaveLength(TURNS.length);
  });

  it('and never answers: hooks are as quick as ever and harmless, and the turn is there for the next daemon (23, B-045)', async () => {
    using workspace = makeWorkspace();
    await using server = await startModelServer({ does: 'hang' });
    await using home = await makeModelHome(server);
    await startDaemon(home);
    const cwd = workspace.project;
    await tell(home, { session: 'stuck', cwd }, [{ user: 'Remember that the spare key is with Ada.' }]);
    await waitFor(() => server.requests.length === 1, { what: 'the model to be asked' });
    const elapsedMs: number[] = [];
    for (const payload of [
      startEvent('next', { cwd }),
      promptEvent('next', 'who has the key', { cwd }),
      { ...promptEvent('next', ''), cwd, hook_event_name: 'PreCompact', trigger: 'auto' },
      startEvent('next', { cwd, source: 'compact' }),
      { ...promptEvent('next', ''), cwd, hook_event_name: 'Stop', last_assistant_message: 'Ada has it.' },
      { ...promptEvent('next', ''), cwd, hook_event_name: 'SessionEnd', reason: 'other' },
    ]) {
      const { code, stderr, stdout, elapsedMs: took } = await runHook(home, payload);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      if (payload.hook_event_name === 'SessionStart') expect(stdout).toContain('spare key is with Ada');
      elapsedMs.push(took);
    }
    report('hooks beside a stuck curator', { 'slowest ms': Math.max(...elapsedMs) });
    expect(Math.max(...elapsedMs)).toBeLessThan(limitNow(STUCK_HOOK_MS));
    expect(server.requests).toHaveLength(1);
    await stopDaemon(home);
    server.use({ does: 'answer', text: 'FACT: The spare key is with Ada. (scope space)' });
    await startDaemon(home);
    await allCurated(home, 2);
    expect((await learningsOf(home)).map(({ content }) => content)).toEqual([
      expect.stringContaining('spare key is with Ada'),
    ]);
  });
});

/** The hook's own deadline is 1.5 s; the rest is the start of a process on a busy machine. */
const STUCK_HOOK_MS = 3_000;

/** A folder with the same memory, for another home. */
function copyOf(home: TestHome): string {
  const folder = makeFolder('home');
  cpSync(home.paths.home, folder, { recursive: true, filter: (path) => !path.startsWith(home.paths.run) });
  return folder;
}
