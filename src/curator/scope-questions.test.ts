import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ActId, newId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import type { Review } from '../memory/review.ts';
import { everything } from './apply/scripted.fixture.ts';
import { askWhereItHolds } from './scope-questions.ts';
import { Workbench } from './workbench.fixture.ts';

const RULE = 'Run make lint before every commit';
const WISH = 'I prefer short answers without filler';
let bench: Workbench;
beforeEach(async () => {
  bench = await Workbench.open({ answer: async () => ({ text: 'NONE' }) });
});
afterEach(async () => {
  try {
    const before = await everything(bench);
    await bench.rebuild();
    expect(await everything(bench), 'a replay gives the same').toEqual(before);
  } finally {
    await bench.dispose();
  }
});

/** As an earlier release kept it: its acts do not say how places are told. */
async function learnedBefore(user: string, answer: string): Promise<void> {
  const id = await bench.turn({ user });
  const turn = await bench.journal.turn(id);
  if (turn === undefined) throw new Error('no turn');
  await bench.projector.record({
    kind: 'curation',
    id: newId<ActId>(bench.now),
    ts: bench.now,
    workspace: bench.space,
    curator: 'rules',
    turns: [{ id: turn.id, rev: turn.rev }],
    files: [],
    settings: { match: 'similar', preset: 'six', root: null },
    promptHash: '',
    answers: [answer],
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
  });
  await bench.keeper.settleAll();
}

function ask(): Promise<void> {
  const { journal, knowledge, projector, clock } = bench;
  return askWhereItHolds({ journal, knowledge, projector, clock });
}

async function amended(before: Learning, changed: Partial<Learning>): Promise<void> {
  await bench.edit({ kind: 'amend', before, after: { ...before, ...changed } });
}

function asked(): Promise<readonly Review[]> {
  return bench.knowledge.reviews({ limit: 100 });
}

describe('L-04: which lines of user.md are rules of one project', () => {
  beforeEach(async () => {
    await learnedBefore(`${RULE}. ${WISH}.`, `PREFERENCE: ${RULE}\nPREFERENCE: ${WISH}`);
    expect(bench.file('user.md')).toContain(RULE);
  });

  it('is asked once, moves nothing by itself, and knows where each was said', async () => {
    await ask();
    await ask();
    expect(await asked()).toMatchObject([
      { status: 'waiting', workspace: null, held: { learning: { content: RULE }, movesTo: bench.space } },
    ]);
    expect(bench.file('user.md')).toContain(RULE);
    await learnedBefore('Wrap lines at 100 columns.', 'PREFERENCE: Wrap lines at 100 columns');
    await ask();
    expect(await asked()).toHaveLength(1);
  });

  it('yes moves the line to its project, and can be taken back', async () => {
    await ask();
    const before = bench.file('user.md');
    await bench.decide((await asked())[0], 'accepted');
    expect(bench.file('user.md')).not.toContain(RULE);
    expect(bench.file('context.md')).toContain(RULE);
    const { last } = await bench.journal.actCounts();
    const [act] = await bench.journal.acts(last - 1, 1);
    if (act === undefined) throw new Error('no act');
    await bench.edit({ kind: 'revert', acts: [act.id], learnings: [] });
    expect(bench.file('user.md')).toBe(before);
    expect(await asked()).toMatchObject([{ status: 'waiting' }]);
  });

  it('no keeps it everywhere, for good', async () => {
    await ask();
    const before = bench.file('user.md');
    await bench.decide((await asked())[0], 'rejected');
    await ask();
    expect(await asked()).toMatchObject([{ status: 'rejected' }]);
    expect(bench.file('user.md')).toBe(before);
  });

  it.each([
    ['removed', (before: Learning) => bench.edit({ kind: 'drop', learnings: [before] })],
    ['switched off', (before: Learning) => amended(before, { validTo: bench.now })],
    ['moved', (before: Learning) => amended(before, { workspace: bench.space, scope: { kind: 'space' } })],
  ])('is asked no more when it is %s meanwhile, and no answer brings it back', async (_, change) => {
    await ask();
    const [question] = await asked();
    if (question?.held.kind !== 'learning') throw new Error('nothing is asked');
    const now = await bench.knowledge.learning(question.held.learning.id);
    if (now === undefined) throw new Error('it is not known');
    await change(now);
    const known = await bench.knowledge.learnings({ limit: 9 });
    expect(await bench.knowledge.reviews({ statuses: ['waiting'], limit: 9 })).toEqual([]);
    // What is removed goes with its reviews: there is nothing left to answer.
    if ((await bench.knowledge.review(question.id)) !== undefined) await bench.decide(question, 'accepted');
    expect(await bench.knowledge.learnings({ limit: 9 })).toEqual(known);
  });

  it('what the person wrote into the file by themselves is not asked about', async () => {
    const file = { name: 'user.md', workspace: null } as const;
    const before = (await bench.knowledge.file(file))?.content ?? '';
    await bench.edit({ kind: 'file', file, before, content: `${before}- Deploy from main only\n` });
    await ask();
    expect((await asked()).map(({ held }) => held.kind === 'learning' && held.learning.content)).toEqual([RULE]);
  });
});

it('a home that knows nothing is asked nothing, and no act is kept of that', async () => {
  await ask();
  expect((await bench.journal.actCounts()).total).toBe(0);
});
