/** Recall on real threads over real stores: what becomes of an index that is damaged, in the way, or made anew. */
import { mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleRecord, sampleSession } from '../../journal/contract/samples.fixture.ts';
import { type Journal, openJournal } from '../../journal/journal.ts';
import { journalOptions, temporaryFolder } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { commitNext, learned, sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import { type Knowledge, openKnowledge } from '../../knowledge/knowledge.ts';
import { knowledgeOptions } from '../../knowledge/temporary-knowledge.fixture.ts';
import { homePaths } from '../../platform/paths.ts';
import { openPlainDatabase } from '../../platform/sqlite.ts';
import type { RecallThreads, RecallThreadsOptions } from './recall-threads.ts';
import { startRecall } from './temporary-recall.fixture.ts';

const HELD_THREAD = fileURLToPath(new URL('./held-index-thread.fixture.ts', import.meta.url));
const RECORDS = 300;
const FACTS = 250;
const GARBAGE = Buffer.alloc(200_000, 'this was an index once ');
const NEWER = { kind: 'all', audience: 'person', now: 0, limit: 5, patienceMs: 2_000 } as const;

let folder: string;
let journal: Journal;
let knowledge: Knowledge;
let recall: RecallThreads | undefined;
let problems: unknown[];
beforeEach(async () => {
  folder = temporaryFolder();
  problems = [];
  journal = await openJournal(journalOptions(folder));
  knowledge = await openKnowledge(knowledgeOptions(folder));
  const records = Array.from({ length: RECORDS }, (_, index) =>
    sampleRecord({ content: `the heron said number${index}` }),
  );
  await journal.append({ sessions: [sampleSession()], records });
  const learnings = Array.from({ length: FACTS }, () => learned(sampleLearning({ content: 'herons nest in alders' })));
  await commitNext(knowledge, { learnings });
});
afterEach(async () => {
  await recall?.close();
  await knowledge.close();
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const paths = () => ({ ...homePaths(folder), journal: journalOptions(folder).path });
function start(different: Partial<RecallThreadsOptions> = {}): RecallThreads {
  // Cold, so that whoever comes first here meets the damage.
  recall = startRecall(paths(), knowledge, (_, error) => problems.push(error), {
    isCold: true,
    ...different,
  });
  return recall;
}
const found = async (text: string, kind: 'facts' | 'records' = 'records') =>
  (await (recall ?? start()).search({ ...NEWER, text, kind })).hits.length;
/** What was written last stands in the log, and is read from there. */
function overwrite(): void {
  for (const suffix of ['', '-wal']) writeFileSync(paths().recall + suffix, GARBAGE);
}
const whole = { indexedRecords: RECORDS, waitingRecords: 0, indexedFacts: FACTS };

describe('an index that is made anew', () => {
  it('holds the same as before, tells how far it is, and is searched meanwhile', async () => {
    const threads = start();
    await threads.settle();
    expect(await threads.state()).toMatchObject(whole);
    const progress: (readonly [number, number])[] = [];
    const rebuilt = threads.rebuildIndex((done, total) => progress.push([done, total]));
    await expect(threads.rebuildIndex(() => undefined)).rejects.toMatchObject({ code: 'busy' });
    await threads.search({ ...NEWER, text: 'heron', patienceMs: 0 });
    expect(await rebuilt).toEqual({ ...whole, bytes: expect.any(Number) });
    for (const [done, total] of progress) expect(done).toBeLessThanOrEqual(total);
    expect(await found('number7')).toBeGreaterThan(0);
    expect(await found('alders', 'facts')).toBe(5);
    expect(problems).toEqual([]);
  });
});

describe('a damaged index', () => {
  it.each([
    ['overwritten', (path: string) => writeFileSync(path, GARBAGE)],
    ['cut in half', (path: string) => truncateSync(path, 4_096 * Math.floor(statSync(path).size / 8_192))],
  ])('that was %s while nothing ran is filled again by itself, and told of (F-07)', async (_, damage) => {
    await start().settle();
    await recall?.close();
    damage(paths().recall);
    const threads = start();
    // One that is damaged further in is found out by whoever reads there.
    await expect.poll(() => found('number7').catch(() => 0)).toBeGreaterThan(0);
    await threads.settle();
    expect(await threads.state()).toEqual({ ...whole, bytes: expect.any(Number) });
    expect(problems).toContainEqual(expect.objectContaining({ code: 'index-damaged' }));
  });

  it('that was overwritten under it answers a clear error once, and is filled again (F-07)', async () => {
    const threads = start();
    await threads.settle();
    overwrite();
    const refused = { code: 'index-damaged', hint: expect.stringContaining('try again'), retryable: true };
    await expect(found('number7')).rejects.toMatchObject(refused);
    await expect.poll(() => found('number7').catch(() => 0)).toBeGreaterThan(0);
    await threads.settle();
    expect(await threads.state()).toEqual({ ...whole, bytes: expect.any(Number) });
    expect(problems).toHaveLength(1);
    expect(await found('alders', 'facts')).toBe(5);
  });

  it('says so as long as it is not whole again', async () => {
    const threads = start({ indexThread: HELD_THREAD });
    await threads.settle();
    writeFileSync(`${paths().recall}.hold`, '');
    overwrite();
    await expect(threads.state()).rejects.toMatchObject({ code: 'index-damaged' });
    const { problem } = await threads.state();
    expect(problem).toMatchObject({ code: 'index-damaged', hint: expect.stringContaining('nothing was lost') });
    rmSync(`${paths().recall}.hold`);
    await threads.settle();
    expect((await threads.state()).problem).toBeUndefined();
  });
});

describe('an index that cannot be opened', () => {
  it('is a clear error for whoever searches, not a wait without end, and works when the way is free', async () => {
    mkdirSync(paths().recall, { recursive: true });
    const threads = start();
    await expect(found('number7')).rejects.toMatchObject({ code: expect.any(String), hint: expect.any(String) });
    await expect(threads.state()).rejects.toThrow();
    const settled = expect
      .poll(() =>
        threads.settle().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    rmSync(paths().recall, { recursive: true });
    await settled;
    expect(await found('number7')).toBeGreaterThan(0);
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe('an index that cannot be written', () => {
  it('keeps nobody waiting who wants it to settle, and settles when it can be written again', async () => {
    const threads = start();
    await threads.settle();
    const other = openPlainDatabase(paths().recall);
    other.exec('BEGIN IMMEDIATE');
    const record = sampleRecord({ content: 'the bittern booms' });
    await journal.append({ records: [record] });
    await expect(threads.settle()).rejects.toMatchObject({ code: 'database-busy' });
    // Also who comes when that has been told.
    await expect(threads.settle()).rejects.toMatchObject({ code: 'database-busy' });
    expect((await threads.state()).problem).toMatchObject({ code: 'index-stuck' });
    other.exec('ROLLBACK');
    other.close();
    await expect.poll(async () => (await threads.state()).problem).toBeUndefined();
    await threads.settle();
    expect(await found('bittern')).toBeGreaterThan(0);
  });
});

describe('knowledge that was made anew while nothing ran', () => {
  it('is indexed anew, although it has as many changes as before', async () => {
    await start().settle();
    await recall?.close();
    await knowledge.close();
    rmSync(knowledgeOptions(folder).path);
    knowledge = await openKnowledge(knowledgeOptions(folder));
    const learnings = Array.from({ length: FACTS }, () => learned(sampleLearning({ content: 'storks nest on roofs' })));
    await commitNext(knowledge, { learnings });
    await start().settle();
    expect([await found('alders', 'facts'), await found('roofs', 'facts')]).toEqual([0, 5]);
  });
});
