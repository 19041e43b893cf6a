import { afterEach, expect, it } from 'vitest';
import { isEncrypted } from '../../../test/support/encrypted.ts';
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
