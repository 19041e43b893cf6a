import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench } from '../curator/workbench.fixture.ts';
import type { MemoryWish } from '../http/memories-api.ts';
import { type ActId, deriveId, type LearningId, newId } from '../memory/ids.ts';
import { MemoriesService } from './memories.ts';

const DAY_MS = 86_400_000;
let bench: Workbench;
let desk: MemoriesService;
let wish: MemoryWish;

beforeEach(async () => {
  bench = await Workbench.open();
  desk = new MemoriesService({
    journal: bench.journal,
    knowledge: bench.knowledge,
    clock: bench.clock,
    clean: (text) => text.replaceAll('hunter2', '[removed]'),
    edit: async (workspace, change) => {
      bench.now += 1_000;
      const id = newId<ActId>(bench.now);
      await bench.projector.record({ kind: 'edit', id, ts: bench.now, workspace, change });
      return id;
    },
  });
  wish = { service: 'redis', category: 'timing', observation: 'Takes 60s to start', workspace: bench.space };
});
afterEach(() => bench.dispose());

describe('the desk for memories (C-050)', () => {
  it('keeps what is written without secrets, on one line, and refuses what is out of bounds', async () => {
    const { learning, act } = await desk.create({
      ...wish,
      observation: ' Answers\nhunter2  slowly ',
      service: ' general ',
    });
    expect(learning).toMatchObject({
      content: 'Answers [removed] slowly',
      subject: null,
      confidence: 0.7,
      trust: 'typed',
    });
    expect(act).not.toBeNull();
    for (const bad of [
      { confidence: 1.1 },
      { confidence: Number.NaN },
      { observation: ' \n ' },
      { observation: 'x'.repeat(2_001) },
    ]) {
      await expect(desk.create({ ...wish, ...bad })).rejects.toMatchObject({ code: 'invalid-input' });
      await expect(desk.change(learning.id, bad)).rejects.toMatchObject({ code: 'invalid-input' });
    }
    await expect(desk.change(deriveId<LearningId>('nobody'), {})).rejects.toMatchObject({ code: 'not-found' });
    expect((await bench.journal.actCounts()).total).toBe(1);
  });

  it('changes text, confidence and standing, and journals nothing when nothing changes (C-037)', async () => {
    const { learning } = await desk.create(wish);
    const { id } = learning;
    expect(await desk.change(id, { observation: 'Takes  60s to start', active: true })).toEqual({
      learning,
      act: null,
    });
    expect((await desk.change(id, { confidence: 0.2 })).learning).toMatchObject({ confidence: 0.2, validTo: null });
    expect((await desk.change(id, { observation: 'Takes 75s to start' })).learning).toMatchObject({ confidence: 0.7 });
    expect((await desk.change(id, { active: false, confidence: 0.9 })).learning.validTo).not.toBeNull();
    expect((await desk.change(id, { confidence: 0.3 })).learning).toMatchObject({ confidence: 0.3, validTo: null });
    bench.now += 90 * DAY_MS;
    const { learning: again } = await desk.change(id, { active: true });
    expect(again).toMatchObject({ confidence: 0.7, content: 'Takes 75s to start', validTo: null });
    expect(again.confirmedAt).toBeGreaterThan(bench.now - DAY_MS);
  });

  it('drops what is there, each scope by an edit of its own, and takes an edit back once', async () => {
    const [here, everywhere] = [await desk.create(wish), await desk.create({ ...wish, workspace: null })];
    const nobody = deriveId<LearningId>('nobody');
    const ids = [here.learning.id, everywhere.learning.id];
    const { dropped, unknown, acts } = await desk.drop([...ids, nobody, ...ids]);
    expect([dropped.map(({ id }) => id), unknown, acts.length]).toEqual([ids, [nobody], 2]);
    const [act = deriveId<ActId>('none')] = acts;
    expect(await desk.takeBack(act)).toEqual([here.learning]);
    await expect(desk.takeBack(act)).rejects.toMatchObject({ code: 'already-decided' });
    await expect(desk.takeBack(deriveId<ActId>('none'))).rejects.toMatchObject({ code: 'not-found' });
    const changed = await desk.change(here.learning.id, { observation: 'Takes 75s to start' });
    const taken = changed.act ?? deriveId<ActId>('none');
    expect(await desk.takeBack(taken)).toMatchObject([{ content: 'Takes 60s to start' }]);
    await expect(desk.takeBack(taken)).rejects.toMatchObject({ code: 'already-decided' });
  });

  it('merges what is of one scope (C-065)', async () => {
    const one = await desk.create(wish);
    const other = await desk.create({ ...wish, category: 'behavior', confidence: 0.9 });
    const outside = await desk.create({ ...wish, workspace: null });
    const { id } = one.learning;
    expect((await desk.merge(id, [other.learning.id])).learning).toMatchObject({ id, confidence: 0.9 });
    expect(await bench.knowledge.learning(other.learning.id)).toMatchObject({ supersededBy: id });
    await expect(desk.merge(id, [outside.learning.id])).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(desk.merge(id, [id])).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
