import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ActId, newId, type SpaceId } from '../memory/ids.ts';
import type { ScopeState } from '../memory/scope-state.ts';
import { everything } from './apply/scripted.fixture.ts';
import { Workbench } from './workbench.fixture.ts';

const TABS = 'I prefer tabs over spaces.';
const PORT = 'Remember that the zebra API runs on port 4000.';

let bench: Workbench;
beforeEach(async () => {
  bench = await Workbench.open();
  await bench.turn({ user: TABS });
  await bench.turn({ user: PORT });
  await bench.curate();
});
afterEach(() => bench.dispose());

/** Without what says `zebra`, as a forgetting would leave it. */
function cleansed(state: ScopeState): ScopeState {
  const isKept = (row: object) => !JSON.stringify(row).includes('zebra');
  const without = (text: string) => text.replace(/^.*zebra.*\n/gm, '');
  return {
    ...state,
    learnings: state.learnings.filter(isKept),
    history: state.history.filter(isKept),
    files: state.files.map((file) => ({
      ...file,
      content: without(file.content),
      humanLines: file.humanLines.filter((line) => !line.includes('zebra')),
    })),
  };
}

async function checkpoint(scopes: readonly (SpaceId | null)[] = [bench.space, null]): Promise<void> {
  bench.now += 1_000;
  const base = { kind: 'checkpoint', id: newId<ActId>(bench.now), ts: bench.now, workspace: null } as const;
  await bench.projector.recordFrom(async () => {
    const state = cleansed(await bench.knowledge.scopeState(scopes));
    return { ...base, cause: 'forget', scopes, state };
  });
}

/** What acts that are void now did not say, and not say again. */
async function known() {
  const { counts, ...all } = await everything(bench);
  return { ...all, counts: { ...counts, dropped: {} } };
}

const allText = async () => JSON.stringify([await known(), bench.file('context.md'), bench.file('user.md')]);

describe('a checkpoint', () => {
  it('takes the place of what was known, and a rebuild gives the same learnings and files', async () => {
    expect(await allText()).toContain('zebra');
    await checkpoint();
    await bench.keeper.settleAll();
    expect(await allText()).not.toContain('zebra');
    expect(bench.reports.filter(({ event }) => event === 'human-edit')).toEqual([]);
    await bench.turn({ user: 'I prefer dark mode in every editor.' });
    await bench.curate();
    const [before, file] = [await known(), readFileSync(bench.path('user.md'))];
    expect(JSON.stringify(before)).toMatch(/tabs[\s\S]*dark mode|dark mode[\s\S]*tabs/);
    await bench.rebuild();
    expect(await known()).toEqual(before);
    expect(readFileSync(bench.path('user.md'))).toEqual(file);
    // Their turns stay curated.
    await bench.curate();
    expect(await known()).toEqual(before);
  });

  it('gives way to a newer one where both hold the same scope', async () => {
    await checkpoint();
    await bench.turn({ user: 'I prefer dark mode in every editor.' });
    await bench.curate();
    await checkpoint([null]);
    await bench.turn({ user: 'Remember that the staging server is in Oslo.' });
    await bench.curate();
    const before = await known();
    await bench.rebuild();
    expect(await known()).toEqual(before);
    expect(JSON.stringify(before)).toContain('dark mode');
  });

  it('is what everything is curated anew on top of', async () => {
    await checkpoint();
    const before = await bench.contents();
    await bench.recurate();
    await bench.curate();
    const after = await bench.contents();
    expect(after).toEqual(expect.arrayContaining([...before]));
    expect(after.filter((content) => /tabs/.test(content))).toHaveLength(1);
  });

  it('neither loses what a person wrote into a file before it was rewritten, nor brings back what is gone', async () => {
    await checkpoint();
    const path = bench.path('context.md');
    expect(bench.file('context.md')).toContain('zebra');
    writeFileSync(path, `${bench.file('context.md')}- Plays chess on Sundays\n`);
    // As after a crash: the first look at the file is that of the next daemon.
    await bench.close();
    await bench.reopen();
    expect(bench.file('context.md')).toContain('Plays chess on Sundays');
    expect(await allText()).not.toContain('zebra');
    expect(await bench.contents()).toContain('Plays chess on Sundays');
    const acts = await bench.journal.acts(0, 100);
    expect(JSON.stringify(acts.filter(({ kind }) => kind === 'edit'))).not.toContain('zebra');
  });

  it('that leaves nothing of a file empties it, and nobody is taken for its author', async () => {
    bench.now += 1_000;
    const act = { kind: 'checkpoint', id: newId<ActId>(bench.now), ts: bench.now, workspace: null } as const;
    const state = { learnings: [], history: [], actions: [], reviews: [], files: [], recordMarks: [] };
    await bench.projector.record({ ...act, cause: 'forget', scopes: [bench.space, null], state });
    await bench.keeper.settleAll();
    expect([bench.file('context.md'), bench.file('user.md')]).toEqual(['', '']);
    expect(await bench.contents()).toEqual([]);
  });
});
