/** Recall on real threads over real stores: what was stored is found, what was erased is not, and nobody waits for ever. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEncrypted } from '../../../test/support/encrypted.ts';
import { NOW, SPACE, sampleRecord, sampleSession } from '../../journal/contract/samples.fixture.ts';
import { type Journal, openJournal } from '../../journal/journal.ts';
import { journalOptions, temporaryFolder } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { commitNext, learned, sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import { type Knowledge, openKnowledge } from '../../knowledge/knowledge.ts';
import { knowledgeOptions } from '../../knowledge/temporary-knowledge.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { homePaths } from '../../platform/paths.ts';
import type { RecallQuery } from '../recall.ts';
import { RecallThreads } from './recall-threads.ts';

const thread = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

let folder: string;
let journal: Journal;
let knowledge: Knowledge;
let recall: RecallThreads;
let problems: unknown[];
let threadsBefore: number;
beforeEach(async () => {
  folder = temporaryFolder();
  problems = [];
  journal = await openJournal(journalOptions(folder));
  knowledge = await openKnowledge(knowledgeOptions(folder));
  await journal.append({ sessions: [sampleSession()] });
  threadsBefore = threadCount();
  recall = new RecallThreads({
    journal: journalOptions(folder).path,
    index: homePaths(folder).recall,
    indexThread: fileURLToPath(new URL('./dying-index-thread.fixture.ts', import.meta.url)),
    searchThread: thread('search-thread'),
    knowledge,
    clock: systemClock,
    onError: (_, error) => problems.push(error),
  });
  recall.start();
});
afterEach(async () => {
  await recall.close();
  await knowledge.close();
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

async function hits(text: string, different: Partial<RecallQuery> = {}): Promise<number> {
  const query = { text, kind: 'all', audience: 'person', now: NOW, limit: 20, patienceMs: 0, ...different } as const;
  return (await recall.search(query)).hits.length;
}

async function say(...contents: readonly string[]): Promise<void> {
  await journal.append({ records: contents.map((content) => sampleRecord({ content })) });
}

/** Of this process. */
function threadCount(): number {
  const { workers } = process.report.getReport() as unknown as { readonly workers: readonly unknown[] };
  return workers.length;
}

function rawIndex(): string {
  return ['', '-wal'].map((suffix) => readFileSync(homePaths(folder).recall + suffix, 'latin1')).join('');
}

describe('what was stored', () => {
  it('before the question is found by it, however often (D-021)', async () => {
    for (let n = 0; n < 10; n += 1) {
      await say(`heron${n} was seen`);
      expect(await hits(`heron${n}`, { patienceMs: 5_000, limit: 1 })).toBe(1);
    }
  });

  it('is found soon by whoever does not wait for the index (the bench says how soon)', async () => {
    await recall.settle();
    await say('a bittern was heard');
    recall.look();
    await expect.poll(() => hits('bittern'), { interval: 20 }).toBe(1);
  });

  it('as a learning is found as soon as knowledge says so, and changes with it', async () => {
    const fact = sampleLearning({ content: 'herons nest in alders' });
    await commitNext(knowledge, { learnings: [learned(fact)] });
    recall.lookAtFacts();
    await expect.poll(() => hits('alders', { kind: 'facts' })).toBe(1);
    const after = { ...fact, content: 'herons nest in willows', updatedAt: NOW };
    await commitNext(knowledge, { learnings: [{ ...learned(after), before: fact, cause: 'edited' }] });
    await recall.settle();
    expect([await hits('alders', { kind: 'facts' }), await hits('willows', { kind: 'facts' })]).toEqual([0, 1]);
  });

  it('and erased is out of the index and of the bytes of its file when it has settled (D-023)', async ({ skip }) => {
    skip(isEncrypted, 'it looks at the bytes of a file');
    const record = sampleRecord({ content: 'zebrasecret here' });
    await journal.append({ records: [record] });
    await recall.settle();
    expect(rawIndex()).toContain('zebrasecret');
    await journal.eraseRecords({ ids: [record.id], contentHashes: [], now: NOW });
    await recall.settle();
    expect(await hits('zebrasecret')).toBe(0);
    expect(rawIndex()).not.toContain('zebrasecret');
  });

  it('and erased before it was indexed keeps nobody waiting', async () => {
    await say('a heron');
    await recall.settle();
    const record = sampleRecord({ content: 'gone at once' });
    await journal.append({ records: [record] });
    await journal.eraseRecords({ ids: [record.id], contentHashes: [], now: NOW });
    await recall.settle();
    expect((await recall.state()).waitingRecords).toBe(0);
    expect(await hits('heron')).toBe(1);
  });
});

describe('many at once', () => {
  it('two hundred questions all get their answer', async () => {
    await say(...Array.from({ length: 100 }, (_, n) => `heron${n} over the reed`));
    await recall.settle();
    const asked = Array.from({ length: 200 }, (_, n) => hits(`heron${n % 100}`, { limit: 1 }));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([1]));
  });

  it('what is chosen for a prompt that nobody waits for any more is nothing, and no error', async () => {
    await recall.settle();
    const nothing = { sessionId: null, given: new Set<string>(), sinking: new Map<string, number>() };
    const request = { ...nothing, prompt: 'where do herons nest', workspace: SPACE, now: NOW };
    const late = new AbortController();
    const chosen = recall.choose(request, late.signal);
    late.abort();
    expect(await chosen).toEqual([]);
    expect(await recall.choose(request, late.signal)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('a question during a long filling is answered from what is there, not after it', async () => {
    await say('the first heron');
    await recall.settle();
    await say(...Array.from({ length: 20_000 }, (_, n) => `filler number${n} ${'with some more words '.repeat(5)}`));
    recall.look();
    expect(await hits('heron', { patienceMs: 60_000, limit: 1 })).toBe(1);
    expect((await recall.state()).waitingRecords).toBeGreaterThan(0);
  });
});

describe('an end', () => {
  it('of the thread that fills is told, and another goes on where it stopped', async () => {
    await say('one heron');
    await recall.settle();
    writeFileSync(`${homePaths(folder).recall}.die`, '');
    await expect.poll(() => problems.length).toBeGreaterThan(0);
    await say('another heron');
    await expect
      .poll(() =>
        recall
          .settle()
          .then(() => hits('heron'))
          .catch(() => 0),
      )
      .toBe(2);
    expect(problems).toEqual([expect.objectContaining({ message: 'killed' })]);
  });

  it('in the middle of questions refuses them, and leaves no thread behind', async () => {
    await recall.settle();
    await hits('heron');
    expect(threadCount()).toBeGreaterThan(threadsBefore);
    const asked = Array.from({ length: 10 }, () => hits('heron', { patienceMs: 1_000 }));
    const outcomes = Promise.allSettled(asked);
    await sleep(1);
    await recall.close();
    for (const outcome of await outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'closed', retryable: true });
    await expect(hits('heron')).rejects.toMatchObject({ code: 'closed' });
    expect(threadCount()).toBe(threadsBefore);
  });

  it('before it has begun lets nobody wait for ever', async () => {
    const waiting = Promise.allSettled([hits('heron'), recall.state(), recall.settle()]);
    await recall.close();
    expect((await waiting)[0]).toMatchObject({ status: 'rejected', reason: { code: 'closed' } });
    await Promise.race([
      Promise.allSettled([recall.settle()]),
      sleep(5_000).then(() => Promise.reject(new Error('waits'))),
    ]);
  });
});
