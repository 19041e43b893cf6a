import { afterEach, expect, it } from 'vitest';
import { isEncrypted } from '../../../test/support/encrypted.ts';
import { recentBatches, undoing } from '../../curator/undo.ts';
import { SESSION, Workbench } from '../../curator/workbench.fixture.ts';
import type { Learning } from '../../memory/learning.ts';
import { filesWith, forgetOn } from './forget.fixture.ts';

let bench: Workbench;
afterEach(() => bench.dispose());

async function noted(answer: string): Promise<Learning> {
  await bench.turn({ user: 'look after it', answer });
  await bench.scheduler.feed();
  const [newest] = await bench.knowledge.learnings({ limit: 1 });
  return newest ?? Promise.reject(new Error('nothing was noted down'));
}

it('takes what an agent noted down with its record, the event of it, and what a person edited since (D-064)', async () => {
  bench = await Workbench.open({ config: { 'curator.profile': 'manual' } });
  const kept = await noted('[MEMORY:timing:nginx] Reloads within two seconds');
  const seen = await noted(
    '[MEMORY:timing:redis] The quokkaberry shard takes 60s\n[EVENT:error:redis] The quokkaberry shard is down',
  );
  const other = await noted('[MEMORY:behavior:redis] Sheds load when the disk is full');
  await bench.edit({ kind: 'merge', into: other, from: [seen] });
  await bench.edit({ kind: 'drop', learnings: [seen] });
  await bench.edit({ kind: 'restore', learnings: [seen] });
  await bench.edit({ kind: 'amend', before: seen, after: { ...seen, content: 'The quokkaberry shard takes 75s' } });
  const [removed, gone] = [
    await noted('[MEMORY:timing:vault] Unseals in ten seconds'),
    await noted('[MEMORY:timing:vault] A quokkaberry wakes it'),
  ];
  await bench.edit({ kind: 'drop', learnings: [removed, gone] });
  const marks = async () =>
    ((await bench.knowledge.scopeState([bench.space])).dropped ?? []).map(({ turnId }) => turnId);
  expect((await marks()).toSorted()).toEqual([removed.turnId, gone.turnId].toSorted());
  // The bytes of an encrypted file say nothing either way.
  expect(filesWith(bench.home, 'quokkaberry').length > 0).toBe(!isEncrypted);

  const records = await bench.journal.recordsOfSession(SESSION);
  const ids = records
    .filter(({ type, content }) => type === 'assistant' && content.includes('quokka'))
    .map(({ id }) => id);
  const receipt = await forgetOn(bench).run({ kind: 'record', ids }, () => undefined);

  expect(receipt.counts.records).toBe(3);
  expect(receipt.verification.tracesIn).toEqual([]);
  expect(filesWith(bench.home, 'quokkaberry')).toEqual([]);
  const left = await bench.knowledge.learnings({ valid: false, limit: 9 });
  expect(left.map(({ id }) => id)).toEqual([other.id, kept.id]);
  await bench.scheduler.feed();
  await bench.rebuild();
  expect(await bench.knowledge.learnings({ valid: false, limit: 9 })).toEqual(left);
  expect(await marks()).toEqual([removed.turnId]);
});

it('S-01: forgets a memory that a person has removed: from the edit, its history, the files and the marks', async () => {
  bench = await Workbench.open({ config: { 'curator.profile': 'manual' } });
  const kept = await noted('[MEMORY:timing:nginx] Reloads within two seconds');
  const seen = await noted('[MEMORY:timing:redis] The quokkaberry shard takes 60s');
  await bench.edit({ kind: 'amend', before: seen, after: { ...seen, content: 'The wombatjam shard takes 75s' } });
  const changed = await bench.knowledge.learning(seen.id);
  if (changed === undefined) throw new Error('it is not known');
  const history = await bench.knowledge.learningHistory(seen.id);
  await bench.edit({ kind: 'drop', learnings: [changed], history });
  expect(await bench.knowledge.learning(seen.id)).toBeUndefined();
  const forget = forgetOn(bench);
  const selection = { kind: 'learning', ids: [seen.id] } as const;
  expect((await forget.preview(selection)).examples.join()).toContain('wombatjam');
  const receipt = await forget.run(selection, () => undefined);
  expect(receipt.verification).toMatchObject({ state: 'verified', tracesIn: [] });
  for (const word of ['quokkaberry', 'wombatjam']) expect(filesWith(bench.home, word)).toEqual([]);
  for await (const row of bench.journal.exportRows()) expect(JSON.stringify(row)).not.toMatch(/quokkaberry|wombatjam/);
  expect((await bench.knowledge.scopeState([bench.space])).dropped ?? []).toEqual([]);
  expect(await bench.knowledge.learning(kept.id)).toMatchObject({ content: kept.content });
  await expect(forget.preview(selection)).rejects.toMatchObject({ code: 'not-found' });
});

it('S-03: keeps what was done before undoable, where it says nothing of the forgotten; the preview counts the rest', async () => {
  bench = await Workbench.open({ config: { 'curator.profile': 'manual' } });
  const kept = await noted('[MEMORY:timing:nginx] Reloads within two seconds');
  const gone = await noted('[MEMORY:timing:redis] The quokkaberry shard takes 60s');
  await bench.edit({ kind: 'amend', before: kept, after: { ...kept, content: 'Reloads within three seconds' } });
  const [amended] = await recentBatches(bench, 1);
  await bench.edit({ kind: 'amend', before: gone, after: { ...gone, content: 'The quokkaberry shard takes 61s' } });
  const [ends] = await recentBatches(bench, 1);
  const forget = forgetOn(bench);
  const selection = { kind: 'record', ids: gone.evidence } as const;
  expect((await forget.preview(selection)).undosEnded).toBe(1);
  await forget.run(selection, () => undefined);
  const still = (await recentBatches(bench, 9)).map(({ act }) => act);
  expect(still).toContain(amended?.act);
  expect(still).not.toContain(ends?.act);
  if (amended === undefined) throw new Error('nothing can be taken back');
  const { edits } = await undoing(bench, { kind: 'act', id: amended.act });
  for (const { change, workspace } of edits) await bench.edit(change, workspace);
  expect(await bench.knowledge.learning(kept.id)).toMatchObject({ content: kept.content });
  const state = await bench.knowledge.learnings({ valid: false, limit: 9 });
  await bench.rebuild();
  expect(await bench.knowledge.learnings({ valid: false, limit: 9 })).toEqual(state);
});
