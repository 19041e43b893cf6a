import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receiptsOf } from '../../curator/receipts.ts';
import { SESSION, Workbench } from '../../curator/workbench.fixture.ts';
import { sampleInjection } from '../../journal/contract/samples.fixture.ts';
import type { Journal } from '../../journal/journal.ts';
import { deriveId, type LearningId, type RecordId } from '../../memory/ids.ts';
import { newLearning } from '../../memory/learning.ts';
import { isEmptied, type MemoryRecord, type StoredRecord } from '../../memory/record.ts';
import { defaultConfig } from '../../platform/config.ts';
import { filesWith, forgetOn } from '../forget/forget.fixture.ts';
import { runTask } from '../process/run-task.ts';
import { policyOf } from './policy.ts';
import { DAY, HOUR, noteFile, retentionOn, TestMachine } from './retention.fixture.ts';
import type { RetentionOptions } from './retention.ts';
import { sweepLimit } from './sweep-limit.ts';
import { readSweepNote } from './sweep-note.ts';

const THREAD = fileURLToPath(new URL('../../daemon/privacy-process.ts', import.meta.url));
const LONG = `export const quokka = ${'x'.repeat(400)}; wombat`;

let bench: Workbench;
let machine: TestMachine;
beforeEach(async () => {
  bench = await Workbench.open();
  machine = new TestMachine(bench);
});
afterEach(() => bench.dispose());

const records = () => bench.journal.recordsOfSession(SESSION);
async function said(text: string): Promise<StoredRecord> {
  const found = (await records()).find(({ content }) => content.includes(text));
  if (found === undefined) throw new Error(`nobody said ${text}`);
  return found;
}
const texts = async () => (await records()).filter((record) => !isEmptied(record)).map(({ content }) => content);
type Options = Partial<Omit<RetentionOptions, 'clock'>>;

/** A person lets go what is past its time after so many days, and its text goes. How many texts that were. */
async function sweepAfter(days: number, options: Options = {}): Promise<number> {
  const before = await emptiedTexts();
  const retention = retentionOn(bench, machine, options);
  machine.pass(days * DAY);
  await retention.confirm();
  machine.pass(7 * DAY + HOUR);
  await retention.look();
  return (await emptiedTexts()) - before;
}

async function emptiedTexts(): Promise<number> {
  let emptied = 0;
  for (const { id } of await bench.journal.sessions({ limit: 100 }))
    emptied += (await bench.journal.recordsOfSession(id)).filter(isEmptied).length;
  return emptied;
}

/** After so many days from when it is called. */
async function expiredAfter(days: number) {
  machine.pass(days * DAY);
  const { spaces } = await retentionOn(bench, machine).preview();
  machine.jump(-days * DAY);
  return spaces.find(({ workspace }) => workspace === bench.space);
}

async function knownState() {
  const learnings = await bench.knowledge.learnings({ limit: 100 });
  const folder = readdirSync(bench.memory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  return { learnings, files: folder.sort().map((name) => [name, readFileSync(`${bench.memory}/${name}`, 'utf8')]) };
}

async function append(...given: readonly Partial<MemoryRecord>[]): Promise<void> {
  const like = await said('pnpm');
  const whole = given.map(({ ...different }, n) => {
    const { seq: _, ...record } = like;
    return { ...record, id: deriveId<RecordId>('added', String(n)), turnId: null, ...different };
  });
  await bench.journal.append({ records: whole });
}

describe('retention', () => {
  it('empties text after 90 days and keeps stub, evidence, trust and learnings; the dry run says so before (D-015, D-016)', async () => {
    await bench.turn({ user: 'I prefer quokkaberry jam.', answer: 'Noted, the marmot agrees.' });
    await bench.curate();
    const before = await bench.knowledge.learnings({ limit: 10 });
    const ids = (await records()).map(({ id }) => id);

    expect(await expiredAfter(89)).toMatchObject({ days: 90, expired: 0 });
    expect(await expiredAfter(91)).toMatchObject({ expired: 2, hidden: 0, pinned: 0, uncurated: 0 });
    expect(await sweepAfter(82)).toBe(0);
    expect(await sweepAfter(2)).toBe(2);
    expect(await sweepAfter(91)).toBe(0);

    expect(await records()).toMatchObject(
      ids.map((id) => ({ id, content: '', metadata: { emptied: expect.stringMatching(/^[0-9a-f]{32,}$/) } })),
    );
    expect(await bench.knowledge.learnings({ limit: 10 })).toEqual(before);
    expect(before[0]?.evidence).toContain(ids[0]);
    expect(filesWith(bench.home, 'marmot')).toEqual([]);
    expect(readSweepNote(noteFile(bench))).toMatchObject({ emptied: 2, isFinished: true });
    expect((await bench.journal.verify()).problems).toEqual([]);
  });

  it('leaves knowledge and files as they were through a rebuild, and no learning is lost by curating anew (F-26)', async () => {
    await bench.turn({ user: 'I prefer tabs over spaces.' });
    await bench.turn({ user: 'Remember that the api listens on port 4100.' });
    await bench.curate();
    await sweepAfter(91);
    const before = await knownState();
    await bench.rebuild();
    expect(await knownState()).toEqual(before);
    await bench.recurate();
    await bench.curate();
    const contents = before.learnings.map(({ content }) => content);
    expect(await bench.contents()).toEqual(expect.arrayContaining(contents));
  });

  it('is of every space, so that no act of the user scope is void in one of which it says nothing', async () => {
    const identity = { anchor: '/other', root: '/other', kind: 'folder', fingerprint: 'other' } as const;
    const { id: space } = await bench.journal.resolveSpace(identity, bench.now);
    await bench.turn({ user: 'Remember that the cache lives on port 1111.', space, session: deriveId('other') });
    await bench.curate();
    machine.pass(100 * DAY);
    await bench.turn({ user: 'Remember that the zebra API runs on port 4000.' });
    await bench.curate();
    const learnings = await bench.knowledge.learnings({ limit: 9 });
    await bench.edit({ kind: 'revert', acts: [], learnings }, null);
    expect(await sweepAfter(0)).toBe(1);
    await bench.rebuild();
    expect([learnings.length, await bench.contents()]).toEqual([2, []]);
  });

  it('writes the file anew by another process when nobody is at work, and what is said meanwhile is kept', async () => {
    await bench.turn({ user: 'I prefer jam.', answer: 'Noted, the quokkaberry agrees.' });
    await bench.curate();
    const journal = join(bench.memory, 'transcript.db');
    const compact = async () => {
      const { result } = runTask(THREAD, 'compact', { path: journal });
      await bench.turn({ user: 'said meanwhile' });
      await result;
    };
    expect(await sweepAfter(91, { compact })).toBe(2);
    expect(readSweepNote(noteFile(bench))).toMatchObject({ isCompact: true });
    expect(await texts()).toContain('said meanwhile');
    expect(readFileSync(journal, 'latin1')).not.toContain('quokkaberry');
    expect((await bench.journal.verify()).problems).toEqual([]);
  });

  it('keeps what became of what turns were given, though nobody can judge it again', async () => {
    const turnId = await bench.turn({
      user: 'Which jam?',
      answer: 'Quokkaberry.',
      calls: [{ input: 'ls', output: 'jam' }],
    });
    const injection = sampleInjection({ sessionId: SESSION, items: [deriveId<LearningId>('gone')], text: '' });
    const given = { ...injection, detail: { turnId, scores: [1], tokens: 1, tookMs: 1 } };
    await bench.journal.append({ injections: [given] });
    await bench.knowledge.addReceipts(receiptsOf(given).map((receipt) => ({ ...receipt, outcome: 'used' as const })));
    await bench.curate();
    await sweepAfter(91);
    await bench.rebuild();
    expect(await bench.knowledge.receipts({ limit: 10 })).toMatchObject([{ outcome: 'used' }]);
  });

  it('keeps what is pinned, and what a pinned learning rests on (D-015)', async () => {
    await bench.turn({ user: 'We use pnpm here, never npm.', answer: 'The marmot agrees.' });
    await bench.turn({ user: 'Look at the heron.' });
    await bench.curate();
    const [marmot, heron] = [await said('marmot'), await said('heron')];
    await bench.edit({ kind: 'mark', target: { kind: 'record', id: heron.id }, learning: null, pinned: true });
    const given = { id: deriveId<LearningId>('pin'), workspace: bench.space, type: 'FACT', trust: 'typed' } as const;
    const learning = newLearning(bench.now, { ...given, content: 'marmots', evidence: [marmot.id], pinned: true });
    await bench.edit({ kind: 'remember', learning });
    expect(await expiredAfter(400)).toMatchObject({ expired: 1, pinned: 2 });
    expect(await sweepAfter(400)).toBe(1);
    expect(await texts()).toEqual(['The marmot agrees.', 'Look at the heron.']);
  });

  it('gives a turn that no curator has read another month, and no more', async () => {
    await bench.turn({ user: 'Nobody read this yet.' });
    expect(await expiredAfter(100)).toMatchObject({ expired: 0, uncurated: 1 });
    expect(await sweepAfter(112)).toBe(0);
    expect(await sweepAfter(2)).toBe(1);
    await bench.curate();
    expect(bench.problems).toEqual([]);
  });

  it('never touches what bears the time of a broken clock, and goes by each space (D-016, F-17)', async () => {
    await bench.turn({ user: 'We use pnpm here.' });
    await bench.curate();
    const other = (await bench.journal.resolveSpace({ anchor: '/o', root: '/o', kind: 'folder', fingerprint: 'o' }, 0))
      .id;
    await append(
      { ts: 0, content: 'from 1970' },
      { workspace: other, content: 'elsewhere' },
      { workspace: null, content: 'nowhere' },
    );
    const policy =
      (...spaces: readonly string[]) =>
      () =>
        policyOf({ ...defaultConfig(), 'retention.spaces': spaces }, async (name) =>
          name === 'other' ? other : undefined,
        );
    const off = () => policyOf({ 'retention.days': 'off', 'retention.spaces': [] }, async () => undefined);
    expect(await sweepAfter(91, { policy: off })).toBe(0);
    expect(await sweepAfter(1, { policy: policy('other=off') })).toBe(2);
    expect(await texts()).toEqual(['from 1970', 'elsewhere']);
    expect(await sweepAfter(1, { policy: policy('other=30') })).toBe(1);
    expect(await texts()).toEqual(['from 1970']);
  });

  it('leaves a short piece of what was read or written in a file, and of other output nothing (D-015)', async () => {
    const calls = [
      { tool: 'Read', input: 'a.ts', output: LONG, path: 'a.ts' },
      { tool: 'Bash', input: 'make', output: 'all done' },
    ];
    await bench.turn({ user: 'Read it.', calls });
    await bench.curate();
    await sweepAfter(91);
    const results = (await records()).filter(({ type }) => type === 'tool_result');
    expect(results.map(({ content }) => content)).toEqual([`${LONG.slice(0, 200)}…`, '']);
    expect(filesWith(bench.home, 'wombat')).toEqual([]);
  });

  it('S-05: counts nothing as emptied whose text stays, and leaves alone what says nothing', async () => {
    await bench.turn({ user: 'We use pnpm here.' });
    await bench.curate();
    const file = { type: 'tool_result', tool: 'Read', path: 'a.ts', tags: ['mine'] } as const;
    const silent = { content: '', tags: ['mine'], metadata: { cost_usd: 3 } };
    await append({ ...file, content: 'short enough to stay', metadata: { cost_usd: 2 } }, silent);
    const before = await records();
    expect(await sweepAfter(91)).toBe(2);
    const [, short, empty] = await records();
    expect(short?.content).toBe('short enou…');
    expect(isEmptied(short as StoredRecord)).toBe(true);
    expect(empty).toEqual(before[2]);
  });

  it('T-02: hides first, and shows again what is pinned, what a pinned learning rests on, or what is kept longer now', async () => {
    for (const word of ['heron', 'marmot', 'quokka']) await bench.turn({ user: `We use pnpm for the ${word}.` });
    await bench.curate();
    const retention = retentionOn(bench, machine);
    machine.pass(91 * DAY);
    await retention.confirm();
    const hidden = async () =>
      (await records()).filter((record) => record.hidden !== undefined).map(({ content }) => content.split(' ').at(-1));
    expect(await hidden()).toEqual(['heron.', 'marmot.', 'quokka.']);
    expect(await texts()).toHaveLength(3);
    expect(await retention.daysLeft((await said('heron')).hidden ?? 0)).toBe(7);
    expect((await retention.preview()).spaces.find(({ workspace }) => workspace === bench.space)).toMatchObject({
      ...{ expired: 0, hidden: 3 },
    });
    const target = { kind: 'record', id: (await said('heron')).id } as const;
    await bench.edit({ kind: 'mark', target, learning: null, pinned: true });
    await retention.look();
    expect(await hidden()).toEqual(['marmot.', 'quokka.']);
    const longer = () => policyOf({ 'retention.days': 365, 'retention.spaces': [] }, async () => undefined);
    await retentionOn(bench, machine, { policy: longer }).look();
    expect(await hidden()).toEqual([]);
  });

  it('T-02: asks before it hides more than a tenth, and of many records more than three times the most so far', () => {
    const days = 90;
    expect(sweepLimit({ lastRecord: 40, withText: 40, largest: 0 }, days)).toBe(4);
    expect(sweepLimit({ lastRecord: 1_000, withText: 1_000, largest: 0 }, days)).toBe(100);
    expect(sweepLimit({ lastRecord: 1_001, withText: 1_001, largest: 0 }, days)).toBe(0);
    expect(sweepLimit({ lastRecord: 9_000, withText: 9_000, largest: 50 }, days)).toBe(150);
    expect(sweepLimit({ lastRecord: 9_000, withText: 9_000, largest: 5 }, days)).toBe(100);
    expect(sweepLimit({ lastRecord: 9_000, withText: 9_000, largest: 800 }, 'off')).toBe(900);
  });

  it('T-02: puts a copy aside before it empties, and takes the same one as long as it has what goes', async () => {
    for (let n = 0; n < 30; n += 1) await bench.turn({ user: `number ${n}` });
    await bench.curate();
    const copies: string[] = [];
    const makeCopy = async () => {
      expect(await texts()).toHaveLength((await records()).length - copies.length * 30);
      copies.push(`copy ${copies.length}`);
      return copies.at(-1);
    };
    let isThere = true;
    const options = { makeCopy, mayCopyServe: () => isThere };
    expect(await sweepAfter(91, options)).toBe(30);
    expect(copies).toEqual(['copy 0']);
    await bench.turn({ user: 'later' });
    await bench.curate();
    expect(
      await sweepAfter(91, { ...options, makeCopy: () => Promise.reject(new Error('no room')) }).catch(String),
    ).toBe('Error: no room');
    expect(await texts()).toEqual(['later']);
    isThere = false;
    await sweepAfter(0, { makeCopy: async () => 'another', mayCopyServe: () => false });
    expect(await texts()).toEqual([]);
  });

  it('goes on after it was cut off, and finishes what was left to do elsewhere', async () => {
    for (let n = 0; n < 60; n += 1) await bench.turn({ user: `number ${n}` });
    await bench.curate();
    const dyingAt = (step: keyof Journal['retention'], after: number): Journal => {
      let steps = 0;
      const instead = <Target extends object>(target: Target, find: (name: string) => unknown) =>
        new Proxy(target, {
          get: (_, name: string) => {
            const value = find(name) ?? Reflect.get(target, name, target);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        });
      const die = () => Promise.reject(new Error('cut off'));
      const { retention } = bench.journal;
      const dying = instead(retention, (name) => (name === step && ++steps > after ? die : undefined));
      return instead(bench.journal, (name) => (name === 'retention' ? dying : undefined));
    };
    await expect(sweepAfter(91, { journal: dyingAt('emptyBeforeTurns', 1) })).rejects.toThrow('cut off');
    expect((await records()).filter(isEmptied).length).toBeGreaterThan(0);
    await expect(sweepAfter(0, { journal: dyingAt('remakeTurn', 9) })).rejects.toThrow('cut off');
    // Whoever keeps text longer from now on does not keep what turns say of records that are gone.
    const forEver = () => policyOf({ 'retention.days': 'off', 'retention.spaces': [] }, async () => undefined);
    await retentionOn(bench, machine, { policy: forEver }).look();
    expect(JSON.stringify(await bench.journal.turns({ limit: 100 }))).not.toMatch(/number \d/);
    for (let n = 60; n < 70; n += 1) await bench.turn({ user: `number ${n}` });
    await bench.curate();
    machine.pass(91 * DAY);
    const held = { onEmptied: () => Promise.reject(new Error('the index is busy')) };
    await expect(sweepAfter(0, held)).rejects.toThrow('busy');
    expect((await records()).every(isEmptied)).toBe(true);
    let finished = 0;
    const onEmptied = async () => {
      finished += 1;
    };
    await sweepAfter(0, { onEmptied });
    await sweepAfter(0, { onEmptied });
    expect(finished).toBe(1);
  });

  it('lets what it has emptied be forgotten, with what was learned from it (D-064)', async () => {
    await bench.turn({ user: 'I prefer quokkaberry jam on my scones.' });
    await bench.curate();
    const { id } = await said('quokkaberry');
    await sweepAfter(91);
    const receipt = await forgetOn(bench).run({ kind: 'record', ids: [id] }, () => undefined);
    expect(receipt.counts).toMatchObject({ records: 1, learnings: 1 });
    expect(await bench.contents()).toEqual([]);
    expect(bench.file('user.md')).not.toMatch(/quokkaberry/);
  });
});
