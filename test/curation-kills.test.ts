/**
 * F-01, F-16, F-19 for the curating half: while turns come in, the daemon is killed -9 at random moments, told to rebuild
 * and a person writes into a file it is writing. What was said, what was written and what the files hold is compared at
 * the end.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { callApi } from './support/api.ts';
import { report } from './support/figures.ts';
import { makeHome, startDaemon, stopDaemon, type TestHome, waitForDaemon } from './support/home.ts';
import { signal } from './support/processes.ts';
import { seededRandom } from './support/random.ts';
import { allCurated, curationsPerTurn, heldBy, memoryFile, memoryFiles, newestVersions } from './support/stores.ts';
import { type Telling, type ToldTurn, tell } from './support/talk.ts';
import { waitFor } from './support/wait.ts';
import { sayItIsMine } from './support/waiting-edits.ts';
import { makeWorkspace } from './support/workspace.ts';

const KILLS = 10;
const TURNS = 50;
const EDITS = 8;
const REBUILDS = 6;
const SESSIONS = ['first', 'second', 'third'];
/** A turn that was killed with its daemon again and again is tried once more when a daemon has run for half a minute. */
const PATIENCE_MS = 120_000;

it('learns from every turn once and keeps every line a person wrote, through kills, rebuilds and edits (6, A-075, F-01, F-16, F-19)', async () => {
  const random = seededRandom('kill -9 while curating');
  const name = (): string => {
    const syllables = Array.from({ length: 4 }, () => random.pick([...'bdfklmnprstv']) + random.pick([...'aeiou']));
    return syllables.join('').replace(/^./, (letter) => letter.toUpperCase());
  };
  using workspace = makeWorkspace();
  const cwd = workspace.project;
  await using home = await makeHome({ config: { 'curator.profile': 'realtime' } });
  let { pid } = await startDaemon(home);
  const said = Array.from({ length: TURNS }, () => `${name()} lives in ${name()}.`);
  const written = Array.from({ length: EDITS }, () => `- ${name()} sings ${name()}.`);

  const talking = async (): Promise<void> => {
    // It is about the person, so that user.md is there to be written into.
    await tellUntilHeard(home, { session: 'first', cwd }, [{ user: 'I prefer tabs over spaces.' }]);
    for (const [index, fact] of said.entries()) {
      const session = SESSIONS[index % SESSIONS.length] ?? '';
      await tellUntilHeard(home, { session, cwd, ends: index % 5 === 4 }, [{ user: `Remember that ${fact}` }]);
      await sleep(random.between(0, 120));
    }
  };
  const editing = async (): Promise<void> => {
    const file = join(home.paths.memory, 'user.md');
    for (const line of written) {
      await sleep(random.between(200, 900));
      while (!existsSync(file)) await sleep(20);
      appendFileSync(file, `${line}\n`);
    }
  };
  const rebuilding = async (): Promise<void> => {
    for (let rebuild = 0; rebuild < REBUILDS; rebuild += 1) {
      await sleep(random.between(300, 1_200));
      // Cut off by a kill, or refused because the last one still runs: the next daemon finishes it.
      await callApi(home, '/memory/rebuild', {}).catch(() => undefined);
    }
  };
  const killing = async (): Promise<void> => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(random.between(100, 900));
      signal(pid, 'SIGKILL');
      ({ pid } = await waitForDaemon(home, pid));
    }
  };
  await Promise.all([talking(), editing(), rebuilding(), killing()]);
  for (const session of SESSIONS) await tell(home, { session, cwd, ends: true }, []);
  await allCurated(home, TURNS + 1, PATIENCE_MS);
  // The one a daemon finishes on its start may still be running.
  await waitFor(async () => (await callApi(home, '/memory/rebuild', {})).body.finished === true, {
    what: 'a last rebuild',
  });
  for (const line of written) expect(memoryFile(home, 'user.md')).toContain(line);
  await sayItIsMine(home);
  await stopDaemon(home);

  report('curating under fire', { kills: KILLS, turns: TURNS, edits: EDITS, rebuilds: REBUILDS });
  const held = await heldBy(home);
  expect(held.filter((learning) => learning.includes('lives'))).toEqual(
    said.map((fact) => `FACT space 0.7 ${fact}`).toSorted(),
  );
  const user = memoryFile(home, 'user.md').split('\n');
  for (const line of written) expect(user.filter((each) => each === line)).toEqual([line]);
  expect(new Set(Object.values(await curationsPerTurn(home)))).toEqual(new Set([1]));
  expect(Object.values(memoryFiles(home)).toSorted()).toEqual(await newestVersions(home));
});

/** The client's own hooks would spool what meets nobody; here it is said again until it is heard. */
async function tellUntilHeard(home: TestHome, telling: Telling, turns: readonly ToldTurn[]): Promise<void> {
  for (;;) {
    const isHeard = await tell(home, telling, turns).then(
      () => true,
      () => false,
    );
    if (isHeard) return;
    await sleep(20);
  }
}
