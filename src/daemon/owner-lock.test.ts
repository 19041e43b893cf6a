import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tryLock } from './owner-lock.ts';

const RACER = fileURLToPath(new URL('./owner-lock-race.fixture.ts', import.meta.url));
const ROUNDS = 15;
const LET_GO = {};
/** Time for a message to reach both of them before they start. */
const AHEAD_MS = 15;

let folder = '';
let racers: readonly ChildProcess[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-lock-'));
  racers = [1, 2].map(() => fork(RACER, [join(folder, 'warm-up')]));
  await Promise.all(racers.map((racer) => once(racer, 'message')));
});
afterEach(() => {
  for (const racer of racers) racer.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function tell(message: object): Promise<readonly boolean[]> {
  const answers = racers.map((racer) => once(racer, 'message') as Promise<[boolean]>);
  for (const racer of racers) racer.send(message);
  return (await Promise.all(answers)).map(([got]) => got);
}

it('goes to exactly one of two that ask at the same moment, every time (F-09)', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const got = await tell({ path: join(folder, `${round}.lock`), at: Date.now() + AHEAD_MS });
    expect(got.toSorted()).toEqual([false, true]);
    await tell(LET_GO);
  }
});

it('is free again when its holder lets go, and when it is killed', async () => {
  const path = join(folder, 'owner.lock');
  await tell({ path, at: 0 });
  expect(tryLock(path)).toBe(undefined);
  await tell(LET_GO);
  const lock = tryLock(path);
  expect(lock).toBeDefined();
  lock?.release();

  await tell({ path, at: 0 });
  expect(tryLock(path)).toBe(undefined);
  for (const racer of racers) racer.kill('SIGKILL');
  await Promise.all(racers.map((racer) => once(racer, 'exit')));
  const after = tryLock(path);
  expect(after).toBeDefined();
  after?.release();
});
