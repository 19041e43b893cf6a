import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench } from './workbench.fixture.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await Workbench.open();
});
afterEach(() => bench.dispose());

describe('curation by rules, from turns to files', () => {
  it('writes what the user prefers into user.md and what was installed into tools.md (A-053, B-030)', async () => {
    await bench.turn({ user: 'I prefer tabs over spaces.', answer: 'Noted.' });
    await bench.turn({
      user: 'add zod',
      calls: [{ input: 'npm install zod', output: 'added 1 package' }],
      answer: 'Done.',
    });
    expect(await bench.curate()).toMatchObject({ curated: 2, parked: 0, waiting: 0, failure: undefined });
    expect(bench.file('user.md')).toMatch(/## Preferences\n- .*tabs/);
    expect(bench.file('tools.md')).toMatch(/## Installed\n- .*zod/);
  });

  it('turns a correction into changed files within one batch, the old one in history (B-063, B-073, A-061)', async () => {
    await bench.turn({ user: 'Remember that dates are written MM/DD/YYYY in this project.', answer: 'Noted.' });
    await bench.curate();
    const before = await bench.knowledge.learnings({ limit: 10 });
    await bench.turn({ user: 'No, dates should be DD/MM/YYYY', answer: 'Understood.' });
    await bench.curate();
    const files = bench.file('context.md') + bench.file('user.md');
    expect(files).toContain('DD/MM/YYYY');
    expect(files).not.toMatch(/^- .*written MM\/DD\/YYYY/m);
    const old = before[0];
    expect(old).toBeDefined();
    if (old === undefined) return;
    const history = await bench.knowledge.learningHistory(old.id);
    expect(history.map(({ cause }) => cause)).toEqual(['learned', 'corrected']);
    expect((await bench.knowledge.learning(old.id))?.supersededBy).not.toBeNull();
  });

  it('curates a turn again without doubling what was learned when a late event revises it', async () => {
    const id = await bench.turn({ user: 'I prefer tabs over spaces.', answer: 'Noted.' });
    await bench.curate();
    const [session] = await bench.journal.sessions({ limit: 1 });
    await bench.journal.append({
      records: [
        {
          id: 'late' as never,
          ts: bench.now,
          type: 'assistant',
          sessionId: session?.id as never,
          workspace: bench.space,
          turnId: id,
          source: 'assistant',
          tool: null,
          path: null,
          content: 'One more thing.',
          tags: [],
          metadata: {},
        },
      ],
    });
    await bench.journal.closeTurn(id, 'late-event', bench.now);
    expect(await bench.curate()).toMatchObject({ curated: 1 });
    const learnings = await bench.knowledge.learnings({ limit: 10 });
    expect(learnings).toHaveLength(1);
    expect(learnings[0]?.confidence).toBe(0.7);
  });

  it('reinforces what is said again (C-031)', async () => {
    await bench.turn({ user: 'I prefer tabs over spaces.' });
    await bench.curate();
    await bench.turn({ user: 'As I said, I prefer tabs over spaces.' });
    await bench.curate();
    const learnings = await bench.knowledge.learnings({ limit: 10 });
    expect(learnings.map(({ confidence }) => confidence)).toEqual([0.8]);
  });
});

describe('what the agent repeats of the memory it was given', () => {
  it('is neither learned again nor counted as said again (anti-junk)', async () => {
    await bench.turn({ user: 'I prefer tabs over spaces.' });
    await bench.curate();
    await bench.turn({
      user: 'what do you know about me?',
      answer: 'From memory: the user prefers tabs over spaces.',
    });
    await bench.curate();
    const learnings = await bench.knowledge.learnings({ limit: 10 });
    expect(learnings.map(({ confidence, content }) => [confidence, /tabs/.test(content)])).toEqual([[0.7, true]]);
  });
});

describe('rebuild', () => {
  async function someHistory(): Promise<void> {
    await bench.turn({ user: 'I prefer tabs over spaces.' });
    await bench.turn({ user: 'Remember that the API runs on port 4000.' });
    await bench.curate();
    writeFileSync(bench.path('user.md'), `${bench.file('user.md')}- Lives in Oslo, in the north\n`);
    await bench.keeper.settle(bench.space);
    await bench.turn({ user: 'No, the API runs on port 5000.' });
    await bench.curate();
  }

  async function everything() {
    const learnings = await bench.knowledge.learnings({ valid: false, limit: 1_000 });
    const files = (await bench.knowledge.files()).map(({ name, content, version }) => ({ name, content, version }));
    return { learnings, files, user: bench.file('user.md'), context: bench.file('context.md') };
  }

  it('gives equal learnings and byte-equal files after knowledge and files were deleted (B-012, B-075)', async () => {
    await someHistory();
    const before = await everything();
    expect(before.user).toContain('Oslo');
    expect(before.context).toContain('5000');
    await bench.close();
    rmSync(join(bench.memory, 'memory.db'));
    for (const name of ['user.md', 'context.md', 'tools.md', 'files.md'] as const)
      rmSync(bench.path(name), { force: true });
    await bench.reopen();
    expect(await everything()).toEqual(before);
  });

  it('replays into a store beside the one in use and takes its place (B-075)', async () => {
    await someHistory();
    const before = await everything();
    const progress: number[] = [];
    rmSync(bench.path('user.md'));
    await bench.rebuild((done) => progress.push(done));
    expect(await everything()).toEqual(before);
    expect(progress.length).toBeGreaterThan(2);
    expect(existsSync(join(bench.memory, 'memory.db.rebuilding'))).toBe(false);
    expect(await bench.curate()).toMatchObject({ curated: 0 });
  });
});

describe('a human edit', () => {
  beforeEach(async () => {
    await bench.turn({ user: 'I prefer tabs over spaces.' });
    await bench.turn({ user: 'I always want short answers.' });
    await bench.curate();
  });

  it('is recorded, kept, and wins over the curator (F-19)', async () => {
    const edited = bench.file('user.md').replace(/- .*tabs.*\n/, '- Prefers two spaces, since the new linter\n');
    writeFileSync(bench.path('user.md'), edited);
    await bench.turn({ user: 'I prefer dark mode in every editor.' });
    await bench.curate();
    const after = bench.file('user.md');
    expect(after).toContain('Prefers two spaces, since the new linter');
    expect(after).not.toMatch(/tabs/);
    expect(after).toMatch(/dark mode/);
    const acts = await bench.journal.acts(0, 100);
    expect(acts.filter(({ kind }) => kind === 'edit')).toHaveLength(1);
    expect((await bench.contents()).some((content) => /tabs/.test(content))).toBe(false);
  });

  it('loses its secrets before it is kept, on disk too', async () => {
    const secret = `hunter${2}`;
    writeFileSync(bench.path('user.md'), `${bench.file('user.md')}- The password is ${secret}, do not tell\n`);
    await bench.keeper.settle(bench.space);
    expect(readFileSync(bench.path('user.md'), 'utf8')).toContain('The password is [removed]');
    expect(JSON.stringify(await bench.journal.acts(0, 100))).not.toContain(secret);
    const acts = await bench.journal.acts(0, 100);
    expect(acts.filter(({ kind }) => kind === 'edit')).toHaveLength(1);
  });

  it('that deletes a file is undone, and said', async () => {
    const before = bench.file('user.md');
    rmSync(bench.path('user.md'));
    await bench.keeper.settle(bench.space);
    expect(bench.file('user.md')).toBe(before);
    expect(bench.reports.map(({ event }) => event)).toContain('file-restored');
  });
});
