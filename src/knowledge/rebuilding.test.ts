import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitNext, learned, sampleChange, sampleLearning } from './contract/samples.fixture.ts';
import type { Knowledge } from './knowledge.ts';
import { openKnowledge } from './knowledge.ts';
import { knowledgeOptions, temporaryFolder } from './temporary-knowledge.fixture.ts';

let folder = '';
let path = '';
let knowledge: Knowledge;
beforeEach(async () => {
  folder = temporaryFolder();
  path = knowledgeOptions(folder).path;
  knowledge = await openKnowledge(knowledgeOptions(folder));
});
afterEach(async () => {
  await knowledge.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('rebuilding the file of knowledge', () => {
  it('leaves one private file, which the next opening reads', async () => {
    await commitNext(knowledge, { learnings: [learned(sampleLearning())] });
    const made = sampleLearning();
    await knowledge.rebuild(async (fresh, swap) => {
      await fresh.commit(sampleChange(9, { learnings: [learned(made)] }), 0);
      await swap();
    });
    await knowledge.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const suffix of ['-wal', '.rebuild', '.rebuild-wal']) expect(existsSync(path + suffix)).toBe(false);
    knowledge = await openKnowledge(knowledgeOptions(folder));
    expect(await knowledge.learnings({ limit: 9 })).toEqual([made]);
  });

  it('goes on after a restart with what was left, and begins anew when that is damaged', async () => {
    const stopped = new Error('stopped');
    const failing = knowledge.rebuild(async (fresh) => {
      await fresh.commit(sampleChange(4), 0);
      throw stopped;
    });
    await expect(failing).rejects.toBe(stopped);
    await knowledge.close();
    knowledge = await openKnowledge(knowledgeOptions(folder));
    expect(await knowledge.isRebuildUnfinished()).toBe(true);
    await knowledge.rebuild(async (fresh) => expect(await fresh.appliedThrough()).toBe(4));
    writeFileSync(`${path}.rebuild`, 'this is not a database\n'.repeat(500));
    await knowledge.rebuild(async (fresh) => expect(await fresh.appliedThrough()).toBe(0));
  });

  it('waits for another process that reads the file, and then replaces it', async () => {
    const other = await openKnowledge(knowledgeOptions(folder));
    await other.queue.feed([], 1);
    const swapping = knowledge.rebuild((_, swap) => swap());
    setTimeout(() => void other.close(), 500);
    await swapping;
  });

  it('does not replace a file that another program keeps open, and goes on with the one there was', async () => {
    await knowledge.close();
    knowledge = await openKnowledge({ ...knowledgeOptions(folder), busyPatienceMs: 300 });
    await commitNext(knowledge, { dropped: { counted: 1 } });
    const other = await openKnowledge(knowledgeOptions(folder));
    await other.queue.feed([], 1);
    const swapping = knowledge.rebuild((_, swap) => swap());
    await expect(swapping).rejects.toMatchObject({ code: 'database-busy', retryable: true });
    await commitNext(knowledge, { dropped: { counted: 1 } });
    expect((await other.counts()).dropped).toEqual({ counted: 2 });
    await other.close();
    await knowledge.rebuild((_, swap) => swap());
    expect((await knowledge.counts()).dropped).toEqual({});
  });
});
