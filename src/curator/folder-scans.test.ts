import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FolderLooks } from './folder-scans.ts';
import { Workbench } from './workbench.fixture.ts';

let bench: Workbench;
let looks: FolderLooks;
let elapsed = 0;
let isAllowed = true;
beforeEach(async () => {
  bench = await Workbench.open();
  isAllowed = true;
  looks = new FolderLooks({
    journal: bench.journal,
    projector: bench.projector,
    clock: { now: () => bench.now, elapsed: () => elapsed },
    preset: () => 'six',
    clean: (text) => text,
    mayLook: () => isAllowed,
    onNews: (workspace) => bench.keeper.settle(workspace),
    onError: (error) => {
      throw error;
    },
  });
});
afterEach(async () => {
  await looks.stop();
  vi.useRealTimers();
  await bench.dispose();
});

function make(path: string): void {
  mkdirSync(join(bench.project, path, '..'), { recursive: true });
  writeFileSync(join(bench.project, path), '');
}

/** The moment after which a look begins is over, and so is the look. */
async function afterStart(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  looks.soon(bench.space);
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 0));
  await looks.stop();
}

describe('a look at the folder when a session starts (B-081)', () => {
  it('L-15: tells in files.md what is there, although no batch was read', async () => {
    const recipes = ['bread', 'cake', 'pie', 'soup', 'stew'].map((name) => `kitchen/${name}.md`);
    for (const recipe of recipes) make(recipe);
    await afterStart();
    await expect.poll(() => bench.file('files.md')).toContain('kitchen');
    expect((await bench.journal.lastScan(bench.space))?.paths).toEqual(recipes);
  });

  it('is done once a minute for a project, and again after that', async () => {
    await afterStart();
    make('cellar/wine.md');
    await afterStart();
    expect((await bench.journal.lastScan(bench.space))?.paths ?? []).toEqual([]);
    elapsed += 61_000;
    await afterStart();
    await expect.poll(async () => (await bench.journal.lastScan(bench.space))?.paths).toEqual(['cellar/wine.md']);
  });

  it('begins later than the answer to the session, and not at all when it is stopped or not wanted', async () => {
    make('attic/box.md');
    looks.soon(bench.space);
    await looks.stop();
    isAllowed = false;
    elapsed += 61_000;
    await afterStart();
    expect(await bench.journal.lastScan(bench.space)).toBeUndefined();
  });

  it('journals nothing when nothing has changed', async () => {
    make('attic/box.md');
    expect(await looks.look(bench.space)).toBe(true);
    expect(await looks.look(bench.space)).toBe(false);
    expect((await bench.journal.actCounts()).total).toBe(1);
  });
});
