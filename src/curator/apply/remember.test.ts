import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deriveId, type LearningId, newId, type RecordId } from '../../memory/ids.ts';
import { type Learning, newLearning } from '../../memory/learning.ts';
import { everything, openScripted, type Scripted } from './scripted.fixture.ts';

const OLD = 'The billing API listens on port 4000';
const NEW = 'The billing API listens on port 5000';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted();
  await scripted.learn({ user: `${OLD}.` }, `FACT: ${OLD}`);
});
afterEach(() => scripted.bench.dispose());

async function remember(content: string, different: Partial<Learning> = {}): Promise<void> {
  const { bench } = scripted;
  const { now, space } = bench;
  const given = { id: newId<LearningId>(now), workspace: space, type: 'FACT', content, trust: 'typed' } as const;
  await bench.edit({ kind: 'remember', learning: newLearning(now, { ...given, pinned: true, ...different }) });
}

async function mark(content: string, marks: { readonly pinned?: boolean; readonly sensitive?: boolean }) {
  const learning = await scripted.learning(content);
  await scripted.bench.edit({ kind: 'mark', target: { kind: 'learning', id: learning.id }, learning, ...marks });
}

describe('what a person has kept', () => {
  it('stands in its file, closes what it changes, and is said again when it is known', async () => {
    const { bench, learning } = scripted;
    await remember(NEW);
    expect(bench.file('context.md')).toContain(`- ${NEW}\n`);
    expect(bench.file('context.md')).not.toContain(OLD);
    const kept = await learning(NEW);
    expect(kept).toMatchObject({ trust: 'typed', pinned: true, validTo: null });
    expect(await learning(OLD)).toMatchObject({ supersededBy: kept.id });
    await remember(NEW);
    expect(await bench.contents()).toEqual([NEW]);
    expect((await bench.knowledge.learningHistory(kept.id)).map(({ cause }) => cause)).toEqual([
      'remembered',
      'remembered',
    ]);
    const before = await everything(bench);
    await bench.rebuild();
    expect(await everything(bench)).toEqual(before);
  });
});

describe('what is pinned', () => {
  it('L-20: is replaced by a later word of the person, and the pin goes with it', async () => {
    const { bench, learn, learning } = scripted;
    await mark(OLD, { pinned: true });
    await learn({ user: `${NEW}.` }, `FACT: ${NEW}`);
    expect(await learning(OLD)).toMatchObject({ validTo: bench.now, supersededBy: (await learning(NEW)).id });
    expect(await learning(NEW)).toMatchObject({ pinned: true, validTo: null });
    expect(bench.file('context.md')).toContain(NEW);
    expect(bench.file('context.md')).not.toContain(OLD);
    expect((await bench.knowledge.file(bench.ref('context.md')))?.humanLines).toEqual([`- ${NEW}`]);
  });

  it('is closed by no agent and no tool without a person', async () => {
    const { bench, learn, learning } = scripted;
    const agents = 'The worker queue holds 40 jobs';
    await learn({ user: 'go on', answer: agents }, `FACT: ${agents}`);
    await mark(agents, { pinned: true });
    const other = 'The worker queue holds 50 jobs';
    await learn({ user: 'go on', answer: other }, `FACT: ${other}`);
    expect(await learning(agents)).toMatchObject({ pinned: true, validTo: null });
    const [review] = await bench.knowledge.reviews({ statuses: ['waiting'], limit: 9 });
    expect(review?.reason).toContain('pinned');
    await bench.decide(review, 'accepted');
    expect(await learning(agents)).toMatchObject({ validTo: bench.now });
  });

  it('is a line that no rewrite takes away, until it is pinned no more', async () => {
    const { bench } = scripted;
    await mark(OLD, { pinned: true });
    expect((await bench.knowledge.file(bench.ref('context.md')))?.humanLines).toEqual([`- ${OLD}`]);
    await mark(OLD, { pinned: false });
    expect((await bench.knowledge.file(bench.ref('context.md')))?.humanLines).toEqual([]);
    const { id } = await scripted.learning(OLD);
    expect((await bench.knowledge.learningHistory(id)).map(({ cause }) => cause)).toEqual([
      'learned',
      'marked',
      'marked',
    ]);
  });
});

describe('what is sensitive', () => {
  it('leaves the files that agents read, and comes back with the mark taken off', async () => {
    const { bench } = scripted;
    const before = bench.file('context.md');
    await mark(OLD, { sensitive: true });
    expect(bench.file('context.md')).not.toContain(OLD);
    expect(await bench.contents()).toEqual([OLD]);
    await mark(OLD, { sensitive: false });
    expect(bench.file('context.md')).toBe(before);
  });

  it('is noted of a record, too', async () => {
    const { bench } = scripted;
    const id = deriveId<RecordId>('one');
    const target = { kind: 'record', id } as const;
    await bench.edit({ kind: 'mark', target, learning: null, sensitive: true });
    await bench.edit({ kind: 'mark', target, learning: null, pinned: true });
    expect((await bench.knowledge.recordMarks([id])).get(id)).toEqual({
      id,
      workspace: bench.space,
      pinned: true,
      sensitive: true,
    });
  });
});
