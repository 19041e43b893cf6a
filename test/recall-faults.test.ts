/**
 * Faults of the search index: killed while it is filled, deleted, damaged, or its threads gone. What was stored is found
 * afterwards, once; and hooks are answered all the while, with nothing at worst.
 */

import { randomBytes } from 'node:crypto';
import { mkdirSync, openSync, rmdirSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openPlainDatabase } from '../src/platform/sqlite.ts';
import { callApi } from './support/api.ts';
import { changedDist } from './support/changed-dist.ts';
import { report } from './support/figures.ts';
import { makeHome, stopDaemon, type TestHome, waitForDaemon } from './support/home.ts';
import { postHook, postRecords, promptEvent, runHook } from './support/hooks.ts';
import { exportRows } from './support/journal.ts';
import { signal } from './support/processes.ts';
import { indexed, statusOf } from './support/recall.ts';
import { serve, serveReady } from './support/serve.ts';
import { allCurated } from './support/stores.ts';
import { tell } from './support/talk.ts';
import { waitFor } from './support/wait.ts';
import { makeFolder } from './support/workspace.ts';

const KILLS = 5;
/** One request takes so many. */
const RECORDS = 500;
/** Enough that the index is filled for longer than it takes to see that it is. */
const REQUESTS = 16;
/** Of all that was stored, so many are searched for. */
const SAMPLES = 20;
const LETTERS = 'bcdfghjklm';

/** A word for each number that no other text holds. */
function wordOf(number: number): string {
  return `q${[...String(number).padStart(6, '0')].map((digit) => LETTERS[Number(digit)]).join('o')}`;
}

async function store(home: TestHome, from: number): Promise<void> {
  const records = Array.from({ length: RECORDS }, (_, index) => ({
    id: `record-${from + index}`,
    // No turn is made of it: what is looked at here is the index alone.
    type: 'event',
    session_id: 'many',
    content: `The keeper of ${wordOf(from + index)} paints the tower and counts the boats that pass in the evening.`,
  }));
  expect((await postRecords(home, records)).status).toBe(201);
}

/** As a daemon that was killed left it. */
function recordsIn(path: string): number {
  const index = openPlainDatabase(path);
  try {
    const isMade = index.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'spaces'`).pluck().get() === 1;
    return isMade ? Number(index.prepare('SELECT coalesce(sum(docs), 0) FROM spaces').pluck().get()) : 0;
  } finally {
    index.close();
  }
}

async function erase(home: TestHome, number: number): Promise<number> {
  const headers = { authorization: `Bearer ${home.scriptToken}` };
  return (await fetch(`${home.url}/memory/record/record-${number}`, { method: 'DELETE', headers })).status;
}

/** The words that are not found, or more than once. */
async function notFoundOnce(home: TestHome, numbers: readonly number[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const number of numbers) {
    const { status, body } = await callApi(home, `/memory/search?q=${wordOf(number)}&k=20`);
    const hits = (body.hits ?? []) as readonly { readonly id: string; readonly snippet: string }[];
    const found = hits.filter(({ snippet }) => snippet.includes(wordOf(number))).map(({ id }) => id);
    if (status !== 200 || found.length !== 1 || found[0] !== `record-${number}`)
      wrong.push(`${status} record-${number}: ${found.join(', ') || 'not found'}`);
  }
  return wrong;
}

function sampleOf(count: number): readonly number[] {
  return Array.from({ length: SAMPLES }, (_, index) => Math.floor((index * count) / SAMPLES));
}

/** Prompts one after the other until stopped; each must be answered, with an object. */
function keepPrompting(
  home: TestHome,
  session: string,
): { stop(): Promise<{ readonly answered: number; readonly bad: readonly string[] }> } {
  const bad: string[] = [];
  let answered = 0;
  let isStopped = false;
  const work = (async () => {
    for (let round = 0; !isStopped; round += 1) {
      const payload = promptEvent(session, 'who paints the tower', {
        prompt_id: `${session}-${round}`,
      });
      const answer = await postHook(home, payload).catch(() => undefined);
      // Nobody was there, which the hook command sees to.
      if (answer === undefined) await sleep(20);
      else if (answer.status !== 200 || typeof JSON.parse(answer.body) !== 'object') bad.push(answer.body);
      else answered += 1;
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await work;
      return { answered, bad };
    },
  };
}

it('killed -9 again and again while it is filled, it holds everything afterwards, once, and hooks are answered meanwhile (F-01, F-07)', async () => {
  await using home = await makeHome();
  let served = await serveReady(home);
  for (let request = 0; request < REQUESTS; request += 1) await store(home, request * RECORDS);
  await stopDaemon(home);
  removeAll(home.paths.recall);

  served = await serveReady(home);
  const prompting = keepPrompting(home, 'asking');
  let cutOff = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    // A little later each time, so that it is cut off in different places.
    await sleep(kill * 20);
    signal(served.pid, 'SIGKILL');
    expect(await served.ended).toBe('SIGKILL');
    if (recordsIn(home.paths.recall) < REQUESTS * RECORDS) cutOff += 1;
    // A fresh start mark: the hook shall not start a daemon of its own.
    writeFileSync(home.paths.startMark, '');
    const cold = await runHook(home, promptEvent('cold', 'who counts the boats', { prompt_id: `cold-${kill}` }));
    expect(cold, cold.stderr).toMatchObject({ code: 0, stdout: '' });
    served = await serveReady(home);
  }
  const { answered, bad } = await prompting.stop();
  await indexed(home);
  report('index killed', { kills: KILLS, 'cut off': cutOff, 'prompts answered': answered });
  expect(cutOff).toBeGreaterThan(0);
  expect(answered).toBeGreaterThan(0);
  expect(bad).toEqual([]);
  expect(await notFoundOnce(home, sampleOf(REQUESTS * RECORDS))).toEqual([]);
});

const DAMAGES: readonly { readonly what: string; damage(path: string): void }[] = [
  { what: 'deleted', damage: (path) => removeAll(path) },
  { what: 'empty', damage: (path) => truncateSync(path, 0) },
  { what: 'cut in half', damage: (path) => truncateSync(path, Math.floor(statSync(path).size / 2)) },
  { what: 'all garbage', damage: (path) => writeFileSync(path, randomBytes(statSync(path).size)) },
  {
    what: 'garbage behind its beginning',
    damage: (path) => writeSync(openSync(path, 'r+'), randomBytes(statSync(path).size - 4096), 0, null, 4096),
  },
];

function removeAll(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

it('deleted or damaged while the daemon was stopped, it is filled again by itself, and everything is in it once (F-07, F-08)', async () => {
  await using home = await makeHome();
  await serveReady(home);
  await store(home, 0);
  const cwd = makeFolder('project');
  await tell(home, { session: 'told', cwd, ends: true }, [
    { user: 'Remember that the foghorn is tested on Tuesdays.' },
  ]);
  await allCurated(home, 1);
  await indexed(home, 1);
  const foghorns = async (): Promise<number> => {
    const { body } = await callApi(home, '/memory/search?q=foghorn&type=facts');
    return (body.hits as readonly unknown[] | undefined)?.length ?? 0;
  };
  expect(await foghorns()).toBe(1);
  for (const [index, { what, damage }] of DAMAGES.entries()) {
    await stopDaemon(home);
    damage(home.paths.recall);
    await serveReady(home);
    const prompting = keepPrompting(home, `asking-${index}`);
    // A search is what meets damage that the beginning of the file does not show.
    await waitFor(async () => (await callApi(home, '/memory/search?q=keeper')).status === 200, {
      what: `a search, ${what}`,
    });
    await indexed(home, 1);
    const { answered, bad } = await prompting.stop();
    expect({ what, bad, answered: answered > 0 }).toEqual({ what, bad: [], answered: true });
    expect(await notFoundOnce(home, sampleOf(RECORDS)), what).toEqual([]);
    expect(await foghorns(), what).toBe(1);
  }
});

it('a record is erased, and that is answered, although the index cannot be made or written (D-023, F-07)', async () => {
  await using home = await makeHome();
  mkdirSync(home.paths.recall, { recursive: true });
  await serveReady(home);
  await store(home, 0);
  expect(await erase(home, 7)).toBe(200);
  rmdirSync(home.paths.recall);
  await waitFor(async () => (await callApi(home, '/memory/search?q=keeper')).status === 200, {
    what: 'the index to be made',
  });
  await indexed(home);
  const index = openPlainDatabase(home.paths.recall);
  index.exec('BEGIN IMMEDIATE');
  expect(await erase(home, 8)).toBe(200);
  index.exec('ROLLBACK');
  index.close();
  await waitFor(async () => (await notFoundOnce(home, [8])).join().includes('not found'), { what: 'it to be gone' });
  expect(await notFoundOnce(home, [6, 9])).toEqual([]);
  expect(await notFoundOnce(home, [7, 8])).toHaveLength(2);
});

describe('a prompt is answered with nothing, and stored, when', () => {
  it.each([
    ['the threads that search die of every question', "parentPort.on('message', () => process.exit(1));"],
    ['they cannot even start', "throw new Error('no');"],
    ['they never answer', "parentPort.on('message', () => undefined);"],
  ])('%s (B-045)', async (_, source) => {
    await using home = await makeHome();
    const dist = changedDist('search-thread.js', `import { parentPort } from 'node:worker_threads';\n${source}\n`);
    await serve(home, {}, [], dist);
    await waitForDaemon(home);
    const prompts = ['who keeps the light', 'who keeps the boats', 'who keeps the key'];
    for (const prompt of prompts) {
      const answer = await postHook(home, promptEvent('s', prompt, { prompt_id: prompt }));
      expect(answer).toMatchObject({ status: 200, body: '{}' });
    }
    const stored = (await exportRows(home)).records.filter(({ type }) => type === 'prompt');
    expect(stored.map(({ content }) => content)).toEqual(prompts);
  });

  it('there is no index and none can be made; once it can, what was said is found (F-07)', async () => {
    await using home = await makeHome();
    mkdirSync(home.paths.recall, { recursive: true });
    await serveReady(home);
    const said = promptEvent('s', `who is the keeper of ${wordOf(7)}`);
    expect(await postHook(home, said)).toMatchObject({ status: 200, body: '{}' });
    await waitFor(async () => (await statusOf(home)).problems.some(({ code }) => code === 'search-unavailable'), {
      what: 'status to say that there is no index',
    });
    rmdirSync(home.paths.recall);
    await waitFor(async () => (await callApi(home, `/memory/search?q=${wordOf(7)}`)).status === 200, {
      what: 'the index to be made',
    });
    await indexed(home);
    const { body } = await callApi(home, `/memory/search?q=${wordOf(7)}`);
    expect(body.hits).toHaveLength(1);
  });
});
