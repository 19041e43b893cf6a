import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EditChange } from '../../memory/act.ts';
import { type ActId, deriveId, type LearningId, newId } from '../../memory/ids.ts';
import { type Learning, newLearning } from '../../memory/learning.ts';
import { recentBatches, undoing, wasUndone } from '../undo.ts';
import { Workbench } from '../workbench.fixture.ts';
import { heldHistory } from './removal.ts';

const DAY_MS = 86_400_000;
let bench: Workbench;
beforeEach(async () => {
  bench = await Workbench.open({ config: { 'curator.profile': 'manual', 'files.preset': 'six' } });
});
afterEach(() => bench.dispose());

async function learnt(user: string): Promise<Learning> {
  await bench.turn({ user });
  await bench.curate();
  return known(user);
}

async function known(words: string): Promise<Learning> {
  const all = await bench.knowledge.learnings({ valid: false, limit: 100 });
  const found = all.find(({ content }) => words.includes(content.slice(-12).replace('.', '')));
  if (found === undefined) throw new Error(`nothing says ${words}: ${all.map(({ content }) => content)}`);
  return found;
}

/** A memory of the agent's own. */
async function noted(line: string): Promise<Learning> {
  await bench.turn({ user: 'check on it', answer: line });
  await bench.scheduler.feed();
  return known(line.replace(/^.*\] /, ''));
}

async function edit(change: EditChange): Promise<ActId> {
  bench.now += 1_000;
  const id = newId<ActId>(bench.now);
  await bench.projector.record({ kind: 'edit', id, ts: bench.now, workspace: bench.space, change });
  await bench.keeper.settleAll();
  return id;
}

async function undo(act: ActId): Promise<void> {
  const { edits } = await undoing(bench, { kind: 'act', id: act });
  for (const { change } of edits) await edit(change);
}

async function all(): Promise<readonly Learning[]> {
  return bench.knowledge.learnings({ valid: false, limit: 100 });
}

async function batchOf(id: ActId) {
  return (await recentBatches(bench, 50)).find(({ act }) => act === id);
}

async function now(learning: Learning): Promise<Learning> {
  return (await bench.knowledge.learning(learning.id)) ?? Promise.reject(new Error('gone'));
}

describe('a learning that a person writes', () => {
  it('is theirs, stands in its file, and is withdrawn when it is taken back', async () => {
    await learnt('We decided to deploy on Fridays only.');
    const given = { workspace: bench.space, trust: 'typed' } as const;
    const fact = newLearning(bench.now, {
      ...given,
      id: deriveId<LearningId>('fact'),
      type: 'FACT',
      content: 'The staging host is called heron',
    });
    const timing = newLearning(bench.now, {
      ...given,
      id: deriveId<LearningId>('timing'),
      type: 'timing',
      subject: 'redis',
      content: 'Takes 60s to start',
    });
    const act = await edit({ kind: 'amend', before: null, after: fact });
    await edit({ kind: 'amend', before: null, after: timing });
    expect(bench.file('context.md')).toContain('The staging host is called heron');
    expect(bench.file('context.md')).not.toContain('Takes 60s');
    expect((await bench.knowledge.learningHistory(fact.id)).map(({ cause }) => cause)).toEqual(['remembered']);
    await undo(act);
    expect(await now(fact)).toMatchObject({ validTo: bench.now });
    expect(bench.file('context.md')).not.toContain('heron');
  });

  it('is confirmed by an agent that observes it again, and not changed by one (C-031)', async () => {
    const timing = newLearning(bench.now, {
      id: deriveId<LearningId>('timing'),
      workspace: bench.space,
      trust: 'typed',
      type: 'timing',
      subject: 'redis',
      content: 'Takes 60s to start',
    });
    await edit({ kind: 'amend', before: null, after: timing });
    await noted('[MEMORY:timing:redis] Takes 60s to start');
    await noted('[MEMORY:timing:redis] Takes 90s to start').catch(() => undefined);
    expect(await now(timing)).toMatchObject({ confidence: 0.8, validTo: null, evidence: [] });
    expect(await bench.knowledge.reviews({ statuses: ['waiting'], limit: 9 })).toHaveLength(1);
  });
});

describe('a learning that a person changes', () => {
  it('says what they say from now on; the old wording is out of the files and does not come back', async () => {
    const old = await learnt('We decided to run the tests on port 5433.');
    const content = 'The tests run on port 5599';
    const act = await edit({ kind: 'amend', before: old, after: { ...old, content } });
    expect(await now(old)).toMatchObject({ content, trust: 'typed', validTo: null, evidence: old.evidence });
    expect(bench.file('context.md')).toContain('5599');
    expect(bench.file('context.md')).not.toContain('5433');
    const before = await all();
    expect(before.filter(({ supersededBy }) => supersededBy === old.id)).toMatchObject([{ content: old.content }]);
    await bench.rebuild();
    expect(await all()).toEqual(before);
    await bench.recurate();
    await bench.curate();
    expect((await bench.contents()).filter((text) => /543\d|5599/.test(text))).toEqual([content]);
    expect(bench.file('context.md')).not.toContain('5433');
    await undo(act);
    expect(await now(old)).toMatchObject({ content: old.content, trust: old.trust, validTo: null });
    expect((await all()).filter(({ supersededBy }) => supersededBy === old.id)).toEqual([]);
    expect(bench.file('context.md')).toContain('5433');
    expect((await batchOf(act))?.undone).toBe(true);
  });

  it('keeps what has become of it since, but for what they changed', async () => {
    const seen = await noted('[MEMORY:timing:redis] Takes 60s to start');
    await noted('[MEMORY:timing:redis] Takes 60s to start');
    await edit({ kind: 'amend', before: seen, after: { ...seen, subject: 'redis-main' } });
    expect(await now(seen)).toMatchObject({ subject: 'redis-main', confidence: 0.8, trust: 'assistant' });
  });

  it('is closed, and opened again as sure as something new when it had faded (C-037)', async () => {
    const seen = await noted('[MEMORY:timing:redis] Takes 60s to start');
    await edit({ kind: 'amend', before: seen, after: { ...seen, validTo: bench.now } });
    await noted('[MEMORY:timing:redis] Takes 60s to start');
    expect((await now(seen)).validTo).not.toBeNull();
    bench.now += 90 * DAY_MS;
    const closed = await now(seen);
    const opened = { ...closed, validTo: null, supersededBy: null, confirmedAt: bench.now + 1_000 };
    await edit({ kind: 'amend', before: closed, after: opened });
    expect(await now(seen)).toMatchObject({ confidence: 0.7, confirmedAt: bench.now, validTo: null });
    const causes = (await bench.knowledge.learningHistory(seen.id)).map(({ cause }) => cause);
    expect(causes).toEqual(['learned', 'withdrawn', 'reactivated']);
  });

  it('is not brought back by an agent in its old words, whatever it files them under, nor confirmed by them (C-006)', async () => {
    const seen = await noted('[MEMORY:timing:emby] Needs a minute after a restart');
    await edit({ kind: 'amend', before: seen, after: { ...seen, content: 'Needs five minutes after a restart' } });
    const set = await now(seen);
    const before = await all();
    for (const line of [
      '[MEMORY:timing:emby] Needs a minute after a restart',
      '[MEMORY:behavior:emby] Needs a minute after a restart',
      '[MEMORY:timing] Emby needs a minute after a restart',
    ])
      await bench.turn({ user: 'check on it', answer: line });
    await bench.scheduler.feed();
    expect(await all()).toEqual(before);
    expect((await bench.knowledge.counts()).dropped).toMatchObject({ 'decided-before': 3 });
    await noted('[MEMORY:timing:emby] Needs five minutes after a restart');
    expect((await now(set)).confidence).toBeCloseTo(set.confidence + 0.1);
  });

  it('is not brought back by an agent when it was switched off or was a fact, and is by the user (C-006)', async () => {
    const seen = await noted('[MEMORY:timing:redis] Takes 60s to start');
    await edit({ kind: 'amend', before: seen, after: { ...seen, validTo: bench.now } });
    const fact = await learnt('We decided to run the tests on port 5433.');
    await edit({ kind: 'amend', before: fact, after: { ...fact, content: 'The tests run on port 5599' } });
    bench.now += DAY_MS;
    const before = await all();
    await bench.turn({
      user: 'check on it',
      answer: `[MEMORY:timing:redis] Takes 60s to start\n[MEMORY:dependency:db] ${fact.content}`,
    });
    await bench.scheduler.feed();
    expect(await all()).toEqual(before);
    await bench.turn({ user: 'We decided to run the tests on port 5433.' });
    await bench.curate();
    expect(await bench.contents()).toContain(fact.content);
  });

  it('takes the task and its line with it when it is one', async () => {
    const task = newLearning(bench.now, {
      id: deriveId<LearningId>('task'),
      workspace: bench.space,
      trust: 'typed',
      type: 'ACTION',
      content: 'Renew the certificate of the gateway',
    });
    await learnt('We decided to deploy on Fridays only.');
    await edit({ kind: 'amend', before: null, after: task });
    const content = 'Renew the certificate of the mail host';
    await edit({ kind: 'amend', before: task, after: { ...task, content } });
    expect(await bench.knowledge.actions({ statuses: ['pending'], limit: 9 })).toMatchObject([{ content }]);
    expect(bench.file('context.md')).toContain('mail host');
    expect(bench.file('context.md')).not.toContain('gateway');
    const dropping = await edit({ kind: 'drop', learnings: [await now(task)] });
    expect(await bench.knowledge.actions({ statuses: ['pending'], limit: 9 })).toEqual([]);
    expect(bench.file('context.md')).not.toContain('mail host');
    await undo(dropping);
    expect(await bench.knowledge.actions({ statuses: ['pending'], limit: 9 })).toMatchObject([{ content }]);
  });
});

describe('learnings that a person removes', () => {
  it('are gone with their lines, come back by no turn that said them, and by taking it back as they were', async () => {
    await learnt('We decided to run the tests on port 5433.');
    const fact = await learnt('We decided to run the tests on port 5433.');
    expect(fact.evidence).toHaveLength(2);
    const seen = await noted('[MEMORY:timing:redis] Takes 60s to start');
    const marks = async () => (await bench.knowledge.scopeState([bench.space])).dropped;
    const act = await edit({ kind: 'drop', learnings: [fact, seen] });
    expect(await all()).toEqual([]);
    expect(bench.file('context.md')).not.toContain('5433');
    expect(await batchOf(act)).toMatchObject({ changed: [fact.content, seen.content], undone: false });
    await bench.recurate();
    await bench.curate();
    expect(await bench.contents()).toEqual([]);
    expect(await marks()).toHaveLength(3);
    await undo(act);
    expect(await marks()).toBeUndefined();
    expect(await now(fact)).toEqual(fact);
    expect(await now(seen)).toEqual(seen);
    expect(bench.file('context.md')).toContain('5433');
    const stored = await bench.journal.storedAct(act);
    expect(stored !== undefined && (await wasUndone(bench, stored))).toBe(true);
    const before = await all();
    await bench.rebuild();
    expect(await all()).toEqual(before);
    // Said again, it is what it was.
    await noted('[MEMORY:timing:redis] Takes 60s to start');
    expect((await now(seen)).confidence).toBe(0.8);
  });
});

describe('a learning that a person removed', () => {
  it('is not brought back by an agent that says it again in another turn, and is by the user (C-006)', async () => {
    const seen = await noted('[MEMORY:timing:redis] Takes 60s to start');
    const kept = await noted('[MEMORY:behavior:redis] Needs its cache warmed');
    await bench.turn({ user: 'check', answer: '[MEMORY:timing:redis] Needs its cache warmed' });
    await bench.scheduler.feed();
    const twice = (await all()).filter(({ type, content }) => type === 'timing' && content === kept.content);
    const fact = await learnt('We decided to run the tests on port 5433.');
    await edit({ kind: 'drop', learnings: [seen, ...twice, fact] });
    bench.now += DAY_MS;
    const said = [
      'timing:redis] Takes 60s to start',
      'behavior] takes 60s  to start',
      `dependency:db] ${fact.content}`,
    ];
    await bench.turn({ user: 'check', answer: said.map((line) => `[MEMORY:${line}`).join('\n') });
    await bench.scheduler.feed();
    expect(await bench.contents()).toEqual([kept.content]);
    // The other one that says so stays what it was.
    await noted('[MEMORY:behavior:redis] Needs its cache warmed');
    expect((await now(kept)).confidence).toBe(0.8);
    await bench.turn({ user: 'We decided to run the tests on port 5433.' });
    await bench.curate();
    expect(await bench.contents()).toContain(fact.content);
  });

  it('comes back with its history, also in a replay; an act that holds none brings it back without (C-062)', async () => {
    const seen = await noted('[MEMORY:timing:redis] Takes 60s to start');
    await noted('[MEMORY:timing:redis] Takes 60s to start');
    await edit({ kind: 'amend', before: seen, after: { ...seen, content: 'Takes 90s to start' } });
    const learning = await now(seen);
    const past = await bench.knowledge.learningHistory(seen.id);
    expect(past.map(({ cause }) => cause)).toEqual(['learned', 'reinforced', 'edited']);
    const history = await heldHistory(bench.knowledge, [learning]);
    await undo(await edit({ kind: 'drop', learnings: [learning], history }));
    for (const _ of ['as it is', 'replayed']) {
      expect(await now(learning)).toEqual(learning);
      expect(await bench.knowledge.learningHistory(seen.id)).toEqual(past);
      await bench.rebuild();
    }
    await noted('[MEMORY:timing:redis] Takes 90s to start');
    expect((await now(learning)).confidence).toBeCloseTo(learning.confidence + 0.1);
    await undo(await edit({ kind: 'drop', learnings: [learning] }));
    expect((await bench.knowledge.learningHistory(seen.id)).map(({ cause }) => cause)).toEqual(['reverted']);
  });
});

describe('learnings that a person merges (C-065)', () => {
  it('become one, as sure as the surest of them, and are apart again when it is taken back', async () => {
    const into = await noted('[MEMORY:timing:redis] Takes 60s to start');
    const other = await noted('[MEMORY:behavior:redis] Starting up is slow, about a minute');
    await noted('[MEMORY:behavior:redis] Starting up is slow, about a minute');
    const from = await now(other);
    const act = await edit({ kind: 'merge', into, from: [from] });
    expect(await now(into)).toMatchObject({
      confidence: 0.8,
      confirmedAt: from.confirmedAt,
      evidence: [...into.evidence, ...from.evidence],
      content: into.content,
    });
    expect(await now(from)).toMatchObject({ validTo: bench.now, supersededBy: into.id });
    const before = await all();
    await bench.rebuild();
    expect(await all()).toEqual(before);
    await undo(act);
    expect(await now(from)).toMatchObject({ validTo: null, supersededBy: null });
    expect(await now(into)).toMatchObject({ confidence: 0.7, evidence: into.evidence });
  });
});
