import { afterEach, expect, it } from 'vitest';
import { SESSION, Workbench } from '../../curator/workbench.fixture.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { RecordId } from '../../memory/ids.ts';
import { isHidden, isHiddenLearning } from '../../memory/withheld.ts';
import { filesWith, forgetOn, searchOn } from './forget.fixture.ts';
import { WithheldItems } from './withheld-items.ts';

const silently = (): void => undefined;

let bench: Workbench;
afterEach(() => bench.dispose());

async function promptOf(text: string): Promise<RecordId> {
  const found = (await bench.journal.recordsOfSession(SESSION)).find(({ content }) => content.includes(text));
  return found?.id ?? Promise.reject(new Error(`nobody said ${text}`));
}

it('T-01: one that cannot finish says so, is given to nobody, keeps no other from it, and is tried again later', async () => {
  bench = await Workbench.open();
  await bench.turn({ user: 'I prefer the flamingo theme in every editor.' });
  await bench.turn({ user: 'I prefer the walrus font in every editor.' });
  await bench.curate();
  const [flamingo, walrus] = [await promptOf('flamingo'), await promptOf('walrus')];
  const [learning] = (await bench.knowledge.restingOn([flamingo])).learnings;
  if (learning === undefined) throw new Error('nothing was learned');
  const search = searchOn(bench);
  const plan = search.plan.bind(search);
  let isBroken = true;
  let tries = 0;
  search.plan = (planning, onProgress) => {
    if (!isBroken || !JSON.stringify(planning.selection).includes(flamingo)) return plan(planning, onProgress);
    tries += 1;
    return Promise.reject(new CarryoverError('no process can be started', { code: 'task-ended', retryable: true }));
  };
  const withheld = new WithheldItems(bench);
  let elapsed = 0;
  const clock = { now: () => bench.now, elapsed: () => elapsed };
  const forget = forgetOn(bench, { search, withheld, clock });
  const wish = { kind: 'record', ids: [flamingo] } as const;

  await expect(forget.run(wish, silently)).rejects.toMatchObject({ code: 'task-ended' });
  await expect.poll(() => withheld.hidden?.texts).toContain(learning.content);
  expect(forget.problems).toMatchObject([
    { code: 'forgetting-waits', message: expect.stringMatching(/a record could not be forgotten.*no process/) },
  ]);
  const record = await bench.journal.record(flamingo);
  expect(record !== undefined && isHidden(record, withheld.hidden)).toBe(true);
  expect(isHiddenLearning(learning, withheld.hidden)).toBe(true);

  // The next one is not kept from it, and neither is what has nothing to do with it.
  const other = await forget.run({ kind: 'record', ids: [walrus] }, silently);
  expect(other.verification).toMatchObject({ state: 'verified', tracesIn: [] });
  expect(filesWith(bench.home, 'walrus')).toEqual([]);

  // Later and later.
  for (const [at, expected] of [
    [0, 1],
    [31_000, 2],
    [60_000, 2],
    [92_000, 3],
  ] as const) {
    elapsed = at;
    await forget.resume();
    expect([at, tries]).toEqual([at, expected]);
  }
  // Whoever starts anew tries at once.
  isBroken = false;
  const [receipt] = await forgetOn(bench, { search }).resume();
  expect(receipt?.verification.state).toBe('verified');
  expect(filesWith(bench.home, 'flamingo')).toEqual([]);
});

it('what was learned from it is given to nobody while it is under way, and after a start in the middle of it', async () => {
  bench = await Workbench.open();
  await bench.turn({ user: 'I prefer the flamingo theme in every editor.' });
  await bench.curate();
  const id = await promptOf('flamingo');
  const [learning] = (await bench.knowledge.restingOn([id])).learnings;
  const search = searchOn(bench);
  const ended = Promise.withResolvers<never>();
  search.plan = () => ended.promise;
  const withheld = new WithheldItems(bench);
  const going = forgetOn(bench, { search, withheld }).run({ kind: 'session', id: SESSION }, silently);
  await expect.poll(() => withheld.hidden?.texts).toEqual([learning?.content]);
  const afterStart = new WithheldItems(bench);
  await forgetOn(bench, { search, withheld: afterStart }).withholdUnfinished();
  expect(afterStart.hidden?.sessions).toEqual([SESSION]);
  await expect.poll(() => afterStart.hidden?.learnings).toEqual([learning?.id]);
  ended.reject(new CarryoverError('no process can be started', { code: 'task-ended', retryable: true }));
  await expect(going).rejects.toMatchObject({ code: 'task-ended' });
});

it('T-01: what is erased is told at once, as not proven yet; when the proof fails it is made up for', async () => {
  bench = await Workbench.open();
  await bench.turn({ user: 'I prefer the flamingo theme in every editor.' });
  const search = searchOn(bench);
  const prove = search.prove.bind(search);
  const failing = Promise.withResolvers<never>();
  search.prove = () => failing.promise;
  const withheld = new WithheldItems(bench);
  const forget = forgetOn(bench, { search, withheld });
  const selection = { kind: 'record', ids: [await promptOf('flamingo')] } as const;
  const receipt = await forget.run(selection, silently, 'erased');
  expect(receipt).toMatchObject({ counts: { records: 1 }, verification: { state: 'proving' } });
  expect(await forget.receipts(9)).toMatchObject([{ id: receipt.id, verification: { state: 'proving' } }]);
  expect(filesWith(bench.home, 'flamingo')).toEqual([]);
  expect(withheld.hidden).toBeUndefined();
  failing.reject(new CarryoverError('ended early', { code: 'task-ended', retryable: true }));
  await expect
    .poll(() => forget.problems)
    .toMatchObject([{ message: expect.stringMatching(/erased, but.*ended early/) }]);
  search.prove = prove;
  const again = await forget.run(selection, silently);
  expect(again).toMatchObject({ id: receipt.id, counts: { records: 1 }, verification: { state: 'verified' } });
  await expect.poll(() => forget.problems).toEqual([]);
  expect(await forget.receipts(9)).toEqual([again]);
});

it('S-04: what a preview has searched is not searched again by the deed, unless something was erased since', async () => {
  bench = await Workbench.open();
  for (let turn = 0; turn < 30; turn += 1)
    await bench.turn({ user: `Look at part ${turn} of it, ${'again '.repeat(300)}` });
  await bench.turn({ user: 'I prefer the flamingo theme in every editor.' });
  const id = await promptOf('flamingo');
  const wish = { selection: { kind: 'record', ids: [id] }, asked: { askedAt: bench.now, askedThrough: 1e9 } } as const;
  const sealed = { path: `${bench.home}/plan`, key: Buffer.alloc(32) };
  const bytesOf = async (search: ReturnType<typeof searchOn>): Promise<number> => {
    let most = 0;
    await search.plan({ ...wish, sealed, sessions: [], copiesOutside: [] }, (done) => {
      most = Math.max(most, done);
    });
    return most;
  };
  const fresh = await bytesOf(searchOn(bench));
  const search = searchOn(bench);
  await search.preview(wish);
  const shared = await bytesOf(search);
  expect(shared).toBeLessThan(fresh / 2);
  // What was said since counts all the same: the word is rare no more.
  await bench.turn({ user: 'The flamingo is pink.' });
  await bytesOf(search);
  expect(search.last?.unsaid.texts).not.toContain('flamingo');
});
