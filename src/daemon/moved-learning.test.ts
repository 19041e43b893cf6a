/** A learning that a person moves between a project and everywhere: its line, its undo and a replay follow. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeReplayed, openScripted, type Scripted } from '../curator/apply/scripted.fixture.ts';
import { type ActId, deriveId, newId, type RecordId, type SpaceId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import { MemoriesService } from './memories.ts';

const RULE = 'Run make lint before every commit';
const WISH = 'I want short answers in all my projects';
const OTHER = deriveId<SpaceId>('another project');
let scripted: Scripted;
let desk: MemoriesService;

beforeEach(async () => {
  scripted = await openScripted();
  const { bench } = scripted;
  const { journal, knowledge, clock } = bench;
  desk = new MemoriesService({
    journal,
    knowledge,
    clock,
    clean: (text) => text,
    edit: async (workspace, change) => {
      await bench.edit(change, workspace);
      const { last } = await journal.actCounts();
      return (await journal.acts(last - 1, 1))[0]?.id ?? newId<ActId>(bench.now);
    },
  });
  await scripted.learn({ user: `${RULE}. ${WISH}.` }, `CORRECTION: ${RULE}\nPREFERENCE: ${WISH}`);
});
afterEach(() => closeReplayed(scripted.bench));

it('L-04: goes from its project to everywhere and back, with its line', async () => {
  const { bench } = scripted;
  const { id } = await scripted.learning(RULE);
  expect(bench.file('context.md')).toContain(RULE);
  await desk.change(id, { workspace: null });
  expect(await scripted.learning(RULE)).toMatchObject({ workspace: null, scope: { kind: 'user' }, validTo: null });
  expect(bench.file('user.md')).toContain(RULE);
  expect(bench.file('context.md')).not.toContain(RULE);
  await desk.change(id, { workspace: bench.space });
  expect(bench.file('context.md')).toContain(RULE);
  expect(bench.file('user.md')).not.toContain(RULE);
});

it('L-04: goes to a project that has no file for it yet', async () => {
  const { bench } = scripted;
  await desk.change((await scripted.learning(WISH)).id, { workspace: OTHER });
  const file = await bench.knowledge.file({ name: 'context.md', workspace: OTHER });
  expect(file?.content).toContain(WISH);
  expect(bench.file('user.md')).not.toContain(WISH);
});

it('L-04: is taken back, byte for byte', async () => {
  const { bench } = scripted;
  const before = [bench.file('context.md'), bench.file('user.md')];
  const { id } = await scripted.learning(RULE);
  const { act } = await desk.change(id, { workspace: null });
  expect(act).not.toBeNull();
  if (act !== null) await desk.takeBack(act);
  expect(await scripted.learning(RULE)).toMatchObject({ workspace: bench.space, scope: { kind: 'space' } });
  expect([bench.file('context.md'), bench.file('user.md')]).toEqual(before);
});

it('L-04: stays where the person put it when every turn is read again, and when it is said again', async () => {
  const { bench } = scripted;
  await desk.change((await scripted.learning(RULE)).id, { workspace: null });
  await scripted.learn({ user: `${RULE}.` }, `CORRECTION: ${RULE}`);
  await bench.recurate();
  const open = await bench.knowledge.learnings({ limit: 100 });
  expect(open.filter(({ content }) => content === RULE).map(({ workspace }) => workspace)).toEqual([null]);
});

/** The statement once more, said in another project. */
async function saidElsewhere(different: Partial<Learning> = {}): Promise<Learning> {
  const { bench } = scripted;
  const { id: _, ...known } = await scripted.learning(RULE);
  const { learning } = await desk.create({
    workspace: OTHER,
    category: 'CORRECTION',
    service: null,
    observation: 'another line',
  });
  const evidence = [deriveId<RecordId>('said elsewhere')];
  const after = { ...known, id: learning.id, workspace: OTHER, evidence, ...different };
  await bench.edit({ kind: 'amend', before: learning, after }, OTHER);
  return (await bench.knowledge.learning(learning.id)) ?? learning;
}

const holding = async () =>
  (await scripted.bench.knowledge.learnings({ limit: 100 })).filter(({ content }) => content.includes('make lint'));

it.each([
  ['another project', OTHER],
  ['everywhere', null],
])('ends as one where the same statement holds: %s', async (_, place) => {
  const { bench } = scripted;
  const [ours, theirs] = [await scripted.learning(RULE), await saidElsewhere({ pinned: true, confidence: 0.9 })];
  if (place === null) await desk.change(theirs.id, { workspace: null });
  const files = (await bench.knowledge.files()).map(({ content }) => content);
  const before = await holding();
  expect(before).toHaveLength(2);
  const { act, learning } = await desk.change(ours.id, { workspace: place });
  expect(await holding()).toMatchObject([
    { id: ours.id, workspace: place, trust: 'typed', pinned: true, confidence: 0.9, content: RULE },
  ]);
  expect(learning.id).toBe(ours.id);
  expect(learning.evidence).toEqual([...ours.evidence, ...theirs.evidence]);
  const ref =
    place === null
      ? ({ name: 'user.md', workspace: null } as const)
      : ({ name: 'context.md', workspace: place } as const);
  const text = (await bench.knowledge.file(ref))?.content ?? '';
  expect(text.split(RULE)).toHaveLength(2);
  expect(bench.file('context.md')).not.toContain(RULE);

  if (act === null) throw new Error('nothing was done');
  await desk.takeBack(act);
  const undone = await holding();
  expect(undone.map(({ updatedAt: __, ...one }) => one)).toEqual(before.map(({ updatedAt: __, ...one }) => one));
  expect((await bench.knowledge.files()).map(({ content }) => content)).toEqual(files);
});

it('is one with what holds everywhere when it is moved to another project', async () => {
  const ours = await scripted.learning(RULE);
  const wider = await saidElsewhere();
  await desk.change(wider.id, { workspace: null });
  const { learning } = await desk.change(ours.id, { workspace: OTHER });
  expect((await holding()).map(({ id }) => id)).toEqual([wider.id]);
  expect(learning).toMatchObject({ id: wider.id, workspace: null, evidence: [...wider.evidence, ...ours.evidence] });
  expect(scripted.bench.file('user.md')).toContain(RULE);
  expect(scripted.bench.file('context.md')).not.toContain(RULE);
});

it('keeps the words and the trust of the better source', async () => {
  const fact = 'The orders service listens on port 4100';
  await scripted.learn({ user: 'go on', answer: fact }, `FACT: ${fact} (turns 1)`);
  const said = await scripted.learning(fact);
  const { learning } = await desk.create({
    workspace: OTHER,
    category: 'FACT',
    service: null,
    observation: `${fact}!`,
  });
  await desk.change(said.id, { workspace: OTHER });
  const left = (await scripted.bench.knowledge.learnings({ limit: 9 })).filter(({ content }) =>
    content.includes('4100'),
  );
  expect(left).toMatchObject([{ id: said.id, workspace: OTHER, trust: 'typed', content: learning.content }]);
});

it('leaves its file when the person is no longer sure of it, as it leaves search and blocks, and comes back', async () => {
  const { bench } = scripted;
  const { id } = await scripted.learning(RULE);
  await desk.change(id, { confidence: 0.1 });
  expect(bench.file('context.md')).not.toContain(RULE);
  await desk.change(id, { confidence: 0.8 });
  expect(bench.file('context.md')).toContain(RULE);
});

it("what an agent said becomes the person's when they say that it holds everywhere; a task stays in its project", async () => {
  const { bench } = scripted;
  const fact = 'The orders service listens on port 4100';
  const task = 'Write the release notes';
  await scripted.learn(
    { user: `go on. Next step: ${task}`, answer: fact },
    `FACT: ${fact} (turns 1)\nACTION: ${task} (turns 1)`,
  );
  await desk.change((await scripted.learning(fact)).id, { workspace: null });
  expect(await scripted.learning(fact)).toMatchObject({ workspace: null, trust: 'typed' });
  expect(bench.file('user.md')).toContain(fact);
  const { id } = await scripted.learning(task);
  await expect(desk.change(id, { workspace: null })).rejects.toMatchObject({ code: 'invalid-input' });
});

it.each(['its project', 'another project'])('stays where it was put after a checkpoint of %s', async (which) => {
  const { bench } = scripted;
  const { knowledge, space } = bench;
  await desk.change((await scripted.learning(RULE)).id, { workspace: null });
  await desk.change((await scripted.learning(WISH)).id, { workspace: space });
  bench.now += 1_000;
  const base = { kind: 'checkpoint', id: newId<ActId>(bench.now), ts: bench.now, workspace: null } as const;
  const scopes = [which === 'its project' ? space : OTHER, null];
  await bench.projector.recordFrom(async () => {
    return { ...base, cause: 'forget', scopes, state: await knowledge.scopeState(scopes) };
  });
  const places = async () => [(await scripted.learning(RULE)).workspace, (await scripted.learning(WISH)).workspace];
  expect(await places()).toEqual([null, space]);
  await bench.rebuild();
  expect(await places()).toEqual([null, space]);
  expect(bench.file('user.md')).toContain(RULE);
  expect(bench.file('context.md')).toContain(WISH);
});
