/**
 * F-25: something is said, learned from, given to sessions and prompts, backed up; then it is forgotten while others go on
 * talking and the daemon is killed -9 at a random moment. Afterwards no byte of the home tells of it, and neither a rebuild
 * nor an export from before brings it back. `CARRYOVER_FORGET_RUNS=100` runs it as often as the figures say.
 */
import { existsSync, globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { callApi } from './support/api.ts';
import { report } from './support/figures.ts';
import { makeHome, runCli, startDaemon, type TestHome, waitForDaemon } from './support/home.ts';
import { postHook, promptEvent, startEvent, toolEvent } from './support/hooks.ts';
import { signal } from './support/processes.ts';
import { type SeededRandom, seededRandom } from './support/random.ts';
import { memoryFile } from './support/stores.ts';
import { tell } from './support/talk.ts';
import { waitFor } from './support/wait.ts';
import { makeWorkspace } from './support/workspace.ts';

const RUNS = Number(process.env.CARRYOVER_FORGET_RUNS ?? 6);
const PATIENCE_MS = 60_000;
const RUN_MS = 30_000;
const KINDS = ['record', 'learning', 'session', 'source', 'hit'] as const;

interface Plant {
  readonly session: string;
  readonly words: readonly string[];
  readonly host: string;
}

it(
  'leaves no trace of what was forgotten, through kills and beside captures; nothing brings it back (D-064, F-25)',
  async () => {
    const random = seededRandom('forget');
    using workspace = makeWorkspace();
    const cwd = workspace.project;
    await using home = await makeHome({ config: { 'curator.profile': 'realtime' } });
    let { pid } = await startDaemon(home);
    await tell(home, { session: 'other', cwd }, [{ user: 'I prefer tabs over spaces.' }]);
    const chatter = new AbortController();
    const talking = talkOn(home, cwd, chatter.signal);
    const gone: string[] = [];
    const exports: string[] = [];
    let kills = 0;
    try {
      for (let run = 0; run < RUNS; run += 1) {
        const plant = await sow(home, cwd, random, run);
        exports.push(await exportOf(home));
        const selection = await select(home, plant, KINDS[run % KINDS.length] ?? 'session');
        const asked = callApi(home, '/memory/forget', { ...selection, confirm: true, wait: true }).catch(
          () => undefined,
        );
        if (random.next() < 0.7) {
          await sleep(random.between(0, 600));
          signal(pid, 'SIGKILL');
          kills += 1;
          ({ pid } = await waitForDaemon(home, pid));
        }
        await asked;
        await settled(home, selection);
        gone.push(...(selection.session_id === undefined ? plant.words.slice(0, 1) : plant.words));
        expect(tracesOf(home, gone), `run ${run}, ${JSON.stringify(selection)}`).toEqual([]);
      }
    } finally {
      chatter.abort();
      await talking;
    }
    report('forgetting', { runs: RUNS, kills });
    // Whoever reads the databases and leaves must not take away the log that the daemon writes to: its locks must hold.
    expect((await runCli(home, ['verify'])).code).toBe(0);
    expect(deletedFilesOf(pid)).toEqual([]);
    expect(memoryFile(home, 'user.md')).toMatch(/tabs/);

    await callApi(home, '/memory/rebuild', {});
    expect(tracesOf(home, gone)).toEqual([]);
    for (const earlier of exports.slice(-3)) await importAll(home, earlier);
    await callApi(home, '/memory/curate', {});
    expect(tracesOf(home, gone)).toEqual([]);
  },
  RUN_MS * (RUNS + 2),
);

/** Says it, has it read from a page and learned, given to a session and to a prompt, and found by a search. */
async function sow(home: TestHome, cwd: string, random: SeededRandom, run: number): Promise<Plant> {
  const word = () =>
    Array.from({ length: 5 }, () => random.pick([...'bdfgklmnprstvz']) + random.pick([...'aeiou'])).join('');
  const words = [word(), word()];
  const [first = '', second = ''] = words;
  const session = `sown-${run}-${random.between(1, 1e9)}`;
  const host = `${second}.example.test`;
  const ofTurn = { prompt_id: `turn of ${session}`, cwd, transcript_path: undefined };
  const send = async (payload: object) => expect((await postHook(home, { ...payload, ...ofTurn })).status).toBe(200);
  await send(startEvent(session));
  await send(promptEvent(session, `Remember that the ${first} relay is fed by the old mill.`));
  await send(
    toolEvent(session, `${session}-fetch`, {
      tool_name: 'WebFetch',
      tool_input: { url: `https://${host}/guide`, prompt: 'what is it' },
      tool_response: `The ${first} relay needs the ${second} adapter at 12 volts.`,
    }),
  );
  const stop = {
    ...promptEvent(session, ''),
    hook_event_name: 'Stop',
    last_assistant_message: `The ${first} relay it is.`,
  };
  await send(stop);
  await waitFor(async () => (await learningsSaying(home, first)).length > 0, {
    what: 'it to be learned',
    timeoutMs: PATIENCE_MS,
  });
  const later = { ...startEvent(`${session}-later`), cwd, transcript_path: undefined };
  await postHook(home, later);
  await postHook(home, {
    ...promptEvent(`${session}-later`, 'what feeds the relay?'),
    cwd,
    transcript_path: undefined,
  });
  return { session, words, host };
}

async function select(home: TestHome, plant: Plant, kind: (typeof KINDS)[number]): Promise<Record<string, unknown>> {
  const [first = ''] = plant.words;
  if (kind === 'learning') {
    const ids = (await learningsSaying(home, first)).map(({ id }) => id);
    await callApi(home, '/memory/forget', { learning_id: ids, confirm: true, wait: true });
    expect(await learningsSaying(home, first)).toEqual([]);
  }
  // What an answer repeats and what a page says are records of their own: they stay when only a fact goes.
  if (kind === 'session' || kind === 'learning') return { session_id: plant.session };
  if (kind === 'source') await callApi(home, '/memory/forget', { source: plant.host, confirm: true, wait: true });
  const { body } = await callApi(home, `/memory/search?q=${first}&type=records&k=50`);
  const hits = body.hits as readonly { readonly id: string }[];
  return { record_id: hits.map(({ id }) => id) };
}

async function learningsSaying(home: TestHome, word: string): Promise<readonly { readonly id: string }[]> {
  const { body } = await callApi(home, `/memory/search?q=${word}&type=facts`);
  return (body.hits ?? []) as readonly { readonly id: string }[];
}

/** One that was cut off is gone on with; one that never began is asked for again. */
async function settled(home: TestHome, selection: object): Promise<void> {
  await waitFor(
    async () => {
      const { status, body } = await callApi(home, '/memory/forget', { ...selection, confirm: true, wait: true }).catch(
        () => ({
          status: 0,
          body: {},
        }),
      );
      if (status === 200) expect(body).toMatchObject({ verification: { traces_in: [] } });
      return status === 404 || status === 200;
    },
    { what: 'it to be forgotten', timeoutMs: PATIENCE_MS },
  );
  await waitFor(async () => (await receiptsOf(home)).every(({ state }) => state !== 'proving'), { what: 'the proof' });
  for (const { traces_in } of await receiptsOf(home)) expect(traces_in).toEqual([]);
}

interface Verification {
  readonly state: string;
  readonly traces_in: readonly string[];
}

async function receiptsOf(home: TestHome): Promise<readonly Verification[]> {
  const { body } = await callApi(home, '/memory/forgets');
  return (body.receipts as readonly { readonly verification: Verification }[]).map(({ verification }) => verification);
}

async function talkOn(home: TestHome, cwd: string, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const user = `Please look at step ${turn} of the plan again.`;
    await tell(home, { session: 'chatter', cwd }, [{ user }]).catch(() => undefined);
    await sleep(50);
  }
}

async function exportOf(home: TestHome): Promise<string> {
  const headers = { authorization: `Bearer ${home.token()}` };
  return (await fetch(`${home.url}/memory/export?format=jsonl`, { headers })).text();
}

async function importAll(home: TestHome, lines: string): Promise<void> {
  const headers = { authorization: `Bearer ${home.scriptToken}`, 'content-type': 'application/x-ndjson' };
  const answer = await fetch(`${home.url}/memory/import`, { method: 'POST', headers, body: lines });
  expect(answer.status).toBe(200);
  await answer.text();
}

/** Files of the home that the process writes to and nobody can find any more. */
function deletedFilesOf(pid: number): readonly string[] {
  return readdirSync(`/proc/${pid}/fd`)
    .map((name) => readlinkSync(`/proc/${pid}/fd/${name}`))
    .filter((path) => path.includes('/memory/') && path.endsWith('(deleted)'));
}

function tracesOf(home: TestHome, words: readonly string[]): readonly string[] {
  return globSync('**/*', { cwd: home.paths.home, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      // A file that was put in place meanwhile is looked at under its new name the next time.
      if (!existsSync(path)) return [];
      const text = readFileSync(path).toString('latin1').toLowerCase();
      return words.filter((word) => text.includes(word)).map((word) => `${word} in ${path}`);
    });
}
