import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Act, IMPORT_CURATOR } from '../memory/act.ts';
import { type ActId, newId } from '../memory/ids.ts';
import type { MemoryFileName } from '../memory/memory-file.ts';
import { everything, update } from './apply/scripted.fixture.ts';
import { Projector } from './projector.ts';
import { recurate } from './rebuild.ts';
import { Workbench } from './workbench.fixture.ts';

const TABS = 'Likes tabs in every kind of code';
const TEA = 'Drinks green tea in the morning';
const KEYS = 'rotate the signing keys';
const BACKUPS = 'Backups are off for staging servers';
const LOGS = 'Loves verbose logs from the linter';
const BANK = 'call the bank about the loan';

/** Says the same about a turn whenever it is asked. */
function answerTo(prompt: string): string {
  const told = prompt.slice(prompt.lastIndexOf('## Observations'));
  const lines = [TABS, TEA, BACKUPS, LOGS].filter((line) => told.includes(line)).map((line) => `PREFERENCE: ${line}`);
  const tasks = [KEYS, BANK].filter((line) => told.includes(line)).map((line) => `ACTION: ${line}`);
  return [...lines, ...tasks].join('\n') || 'NONE';
}

let bench: Workbench;
beforeEach(async () => {
  bench = await Workbench.open({ answer: async ({ prompt }) => ({ text: answerTo(prompt) }) });
  writeFileSync(`${bench.project}/app.ts`, 'x');
  await bench.turn({ user: `In all my projects: ${TABS}. In all my projects: ${TEA}. Next steps: ${KEYS}, ${BANK}` });
  await bench.turn({ user: 'look', answer: `${BACKUPS}. ${LOGS}.` });
  await bench.curate();
});
afterEach(() => bench.dispose());

async function edited(name: 'user.md' | 'context.md', change: (content: string) => string): Promise<void> {
  bench.now += 1_000;
  const before = bench.file(name);
  writeFileSync(bench.path(name), change(before));
  expect(bench.file(name)).not.toBe(before);
  await bench.keeper.settleAll();
}

async function review(content: string) {
  const reviews = await bench.knowledge.reviews({ limit: 99 });
  return reviews.find(({ held }) => held.kind === 'learning' && held.learning.content === content);
}

/** What a person sees of it, without ids and times. */
async function seen() {
  const { learnings, actions, reviews } = await everything(bench);
  return {
    open: learnings
      .filter(({ validTo }) => validTo === null)
      .map(({ content, trust }) => `${trust} ${content}`)
      .sort(),
    actions: actions.map(({ content, status }) => `${status} ${content}`).sort(),
    reviews: reviews.map(({ held, status }) => `${status} ${held.kind === 'learning' && held.learning.content}`).sort(),
    files: (['user.md', 'context.md', 'files.md'] as const).map((name) => bulletsOf(name)),
  };
}

function bulletsOf(name: MemoryFileName): readonly string[] {
  const lines = bench.file(name).split('\n');
  return lines.filter((line) => line.startsWith('- ')).sort();
}

async function everythingDone(): Promise<void> {
  await bench.setAction(KEYS, 'dismissed');
  await bench.decide(await review(BACKUPS), 'accepted');
  await bench.decide(await review(LOGS), 'rejected');
  await edited('user.md', (text) => text.replace(`- ${TABS}\n`, ''));
  await edited('user.md', (text) => text.replace(TEA, 'Drinks black tea in the morning'));
  await edited('context.md', (text) => text.replace(`- ${BANK}`, `- [x] ${BANK}`));
  await edited('context.md', (text) => text.replace('- [x]', '- water the plants on Friday\n- [x]'));
}

async function expectReplayed(): Promise<void> {
  const before = await everything(bench);
  const files = await seen();
  await bench.rebuild();
  expect(await everything(bench)).toEqual(before);
  expect(await seen()).toEqual(files);
}

describe('what people did, when everything is curated anew', () => {
  it('stays done: dismissed, accepted, rejected, taken out, changed, ticked and written', async () => {
    await everythingDone();
    await expectReplayed();
    const before = await seen();
    expect(before.actions).toEqual([`completed ${BANK}`, `dismissed ${KEYS}`, 'pending water the plants on Friday']);
    await bench.recurate();
    await expectReplayed();
    expect(await bench.curate()).toMatchObject({ curated: 2 });
    expect(await seen()).toEqual(before);
    await expectReplayed();
    await bench.recurate();
    await bench.curate();
    expect(await seen()).toEqual(before);
  });

  it('also when a task was mentioned twice before it was dismissed, and not when it is asked for afterwards', async () => {
    await bench.turn({ user: `And do not forget: ${KEYS}` });
    await bench.curate();
    await bench.setAction(KEYS, 'dismissed');
    await bench.recurate();
    await bench.curate();
    expect((await seen()).actions).toEqual([`dismissed ${KEYS}`, `pending ${BANK}`]);
    await bench.turn({ user: `On second thoughts: ${KEYS}` });
    await bench.curate();
    expect((await seen()).actions).toContain(`pending ${KEYS}`);
    await expectReplayed();
  });

  it('a line taken out may be said again, and is learned again', async () => {
    await edited('user.md', (text) => text.replace(`- ${TABS}\n`, ''));
    await bench.recurate();
    await bench.curate();
    await bench.turn({ user: `In all my projects: ${TABS}, after all` });
    await bench.curate();
    expect(bench.file('user.md')).toContain(TABS);
    await expectReplayed();
  });

  it('a line taken out stays out of what the curator writes itself', async () => {
    await bench.dispose();
    const written = update('USER', '# User', '', '## Preferences', `- ${TABS}`, `- ${TEA}`);
    bench = await Workbench.open({ answer: async () => ({ text: written }) });
    await bench.turn({ user: `${TABS}. ${TEA}.` });
    await bench.curate();
    await edited('user.md', (text) => text.replace(`- ${TABS}\n`, ''));
    await bench.recurate();
    await bench.curate();
    expect(bulletsOf('user.md')).toEqual([`- ${TEA}`]);
    await expectReplayed();
  });

  it('an accepted correction keeps away what it replaced', async () => {
    await bench.dispose();
    const NO = 'No tabs in Python code';
    const script = ({ prompt }: { prompt: string }) => {
      if (!prompt.includes(NO)) return answerTo(prompt);
      const [, id] = /(\w{6,})[^\n]*Likes tabs/.exec(prompt) ?? [];
      return `CORRECTION: ${NO}${id === undefined ? '' : ` (turns 1; replaces ${id})`}`;
    };
    bench = await Workbench.open({ answer: async (question) => ({ text: script(question) }) });
    await bench.turn({ user: `${TABS}.` });
    await bench.curate();
    await bench.turn({ user: 'go on', answer: NO });
    await bench.curate();
    const held = (await bench.knowledge.reviews({ limit: 9 }))[0];
    expect(held?.held).toMatchObject({ replaces: expect.any(String) });
    await bench.decide(held, 'accepted');
    const before = await seen();
    expect(before.open).toEqual([`typed ${NO}`]);
    await bench.recurate();
    await bench.curate();
    expect(await seen()).toEqual(before);
    await expectReplayed();
  });

  it('an accepted rewrite stays accepted, as far as it wrote anything', async () => {
    await bench.dispose();
    const animals = [...'abcdefghij'].map((letter) => `- ${letter.repeat(5)} runs the ${letter.repeat(4)} build`);
    let script = update('TOOLS', '# Tools', ...animals);
    bench = await Workbench.open({ answer: async () => ({ text: script }) });
    await bench.turn({ user: 'see', answer: animals.join('\n') });
    await bench.curate();
    const NEW = '- zzzzz runs the zzzz build';
    script = update('TOOLS', '# Tools', NEW);
    await bench.turn({ user: 'see', answer: NEW });
    await bench.curate();
    await bench.decide((await bench.knowledge.reviews({ limit: 9 }))[0], 'accepted');
    expect(bench.file('tools.md')).toBe(`# Tools\n${NEW}\n`);
    await bench.recurate();
    expect(bench.file('tools.md')).toContain(NEW);
    expect(await bench.knowledge.reviews({ limit: 9 })).toMatchObject([{ status: 'accepted' }]);
    await expectReplayed();
  });
});

describe('what curators wrote, when everything is curated anew', () => {
  /** As an import tells it: a curation that a replay does not leave out. */
  async function imported(): Promise<void> {
    const id = await bench.turn({ user: 'The relay listens on port 2525.' });
    bench.now += 1_000;
    await bench.projector.record({
      kind: 'curation',
      id: newId<ActId>(bench.now),
      ts: bench.now,
      workspace: null,
      curator: IMPORT_CURATOR,
      turns: [{ id, rev: 1 }],
      files: [],
      settings: { match: 'similar', preset: 'six', root: null },
      promptHash: '',
      answers: ['FACT: The relay listens on port 2525'],
      inputTokens: 0,
      outputTokens: 0,
      costUsd: 0,
    });
    await bench.keeper.settleAll();
  }

  /** The import is void then, but its turns count as curated. */
  async function checkpointed(): Promise<void> {
    const scopes = [null];
    bench.now += 1_000;
    const base = { kind: 'checkpoint', id: newId<ActId>(bench.now), ts: bench.now, workspace: null } as const;
    const state = await bench.knowledge.scopeState(scopes);
    await bench.projector.record({ ...base, cause: 'retention', scopes, state });
  }

  it.each([
    ['an import', [imported]],
    ['an import and a checkpoint', [imported, checkpointed]],
  ] as const)('is no person, also after %s, and when the store is lost afterwards (POI-2)', async (_, steps) => {
    for (const step of steps) await step();
    // What the checkpoint does not hold.
    await bench.turn({ user: `${BACKUPS}, say I` });
    await bench.curate();
    expect(bench.file('context.md') + bench.file('user.md')).toContain(BACKUPS);
    await bench.recurate();
    const before = await everything(bench);
    await bench.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${bench.memory}/memory.db${suffix}`, { force: true });
    await bench.reopen();
    expect(await everything(bench)).toEqual(before);
    await bench.curate();
    expect(bench.reports.filter(({ event }) => event === 'human-edit')).toEqual([]);
    expect((await bench.knowledge.files()).flatMap(({ humanLines }) => humanLines)).toEqual([]);
  });
});

describe('curating anew that is cut off', () => {
  class CutOff extends Projector {
    override async record(act: Act): Promise<void> {
      await super.record(act);
      throw new Error('the power is gone');
    }
  }

  it.each(['after its act', 0, 1, 4, 7, 9])('at %s is found and finished by the next start (B-075)', async (moment) => {
    await everythingDone();
    const before = await seen();
    const { journal, knowledge, scheduler, keeper, clock } = bench;
    const projector = typeof moment === 'string' ? new CutOff({ journal, knowledge }) : bench.projector;
    let acts = 0;
    const broken = recurate({ journal, knowledge, projector, scheduler, keeper, clock }, () => {
      if (acts === moment) throw new Error('the power is gone');
      acts += 1;
    });
    await expect(broken).rejects.toThrow('the power is gone');
    expect(await seen()).toEqual(before);
    await bench.close();
    await bench.reopen();
    expect(await bench.knowledge.isRebuildUnfinished()).toBe(true);
    await bench.rebuild();
    expect(await bench.knowledge.isRebuildUnfinished()).toBe(false);
    expect(await bench.contents()).not.toContain(TEA);
    expect(await bench.curate()).toMatchObject({ curated: 2 });
    expect(await seen()).toEqual(before);
    await expectReplayed();
  });

  it('lets no batch run between its act and the new store', async () => {
    await bench.turn({ user: 'And one more thing to read' });
    let curated: Promise<unknown> | undefined;
    await bench.recurate(() => {
      curated ??= bench.curate();
    });
    // The store before it would have had one turn to read.
    expect(await curated).toMatchObject({ curated: 3 });
    expect(await bench.curate()).toMatchObject({ curated: 0, waiting: 0 });
    await expectReplayed();
  });
});
