import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../platform/sqlite.ts';
import {
  commitNext,
  learned,
  sampleChange,
  sampleClaim,
  sampleFile,
  sampleLearning,
  sampleTurn,
} from './contract/samples.fixture.ts';
import type { Knowledge } from './knowledge.ts';
import { openKnowledge } from './knowledge.ts';
import { knowledgeOptions, temporaryFolder } from './temporary-knowledge.fixture.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = temporaryFolder();
  path = knowledgeOptions(folder).path;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function withKnowledge(work: (knowledge: Knowledge) => Promise<void>): Promise<void> {
  const knowledge = await openKnowledge(knowledgeOptions(folder));
  try {
    await work(knowledge);
  } finally {
    await knowledge.close();
  }
}

function makeKnowledge(): Promise<void> {
  return withKnowledge(async (knowledge) => {
    const learnings = Array.from({ length: 40 }, () => sampleLearning({ content: 'some words '.repeat(50) }));
    await commitNext(knowledge, { learnings: learnings.map(learned) });
  });
}

function fingerprint(): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

describe('opening knowledge', () => {
  it('makes it private, with its WAL, and gives everything back at the next opening (SRV-22, B-017)', async () => {
    const learning = sampleLearning();
    await withKnowledge(async (knowledge) => {
      await knowledge.queue.feed([sampleTurn(1), sampleTurn(2), sampleTurn(3)], 12);
      await knowledge.queue.claim(sampleClaim({ limit: 2 }));
      await commitNext(knowledge, { learnings: [learned(learning)], files: [sampleFile()], curated: [sampleTurn(1)] });
      await knowledge.noteOnDisk(sampleFile(), 1);
      for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
    });
    expect(existsSync(`${path}-wal`)).toBe(false);
    await withKnowledge(async (knowledge) => {
      expect(await knowledge.learning(learning.id)).toEqual(learning);
      expect(await knowledge.file(sampleFile())).toEqual(sampleFile());
      expect(await knowledge.versionOnDisk(sampleFile())).toBe(1);
      expect(await knowledge.appliedThrough()).toBe(1);
      expect(await knowledge.queue.fedThrough()).toBe(12);
      expect(await knowledge.queue.summary()).toMatchObject({ waiting: 1, claimed: 1 });
    });
  });

  it('refuses a file that is no database, or only part of one, leaves it untouched and names the way out', async () => {
    await makeKnowledge();
    const whole = readFileSync(path);
    const damages: readonly (() => void)[] = [
      () => writeFileSync(path, 'this is not a database\n'.repeat(500)),
      () => truncateSync(path, Math.floor(whole.length / 2)),
    ];
    for (const damage of damages) {
      writeFileSync(path, whole);
      damage();
      const before = fingerprint();
      await expect(openKnowledge(knowledgeOptions(folder))).rejects.toMatchObject({
        code: 'database-corrupt',
        hint: expect.stringContaining('carryover rebuild'),
      });
      expect(fingerprint()).toBe(before);
    }
  });

  it('says so when a row is damaged, without quoting it', async () => {
    const learning = sampleLearning();
    await withKnowledge((knowledge) => commitNext(knowledge, { learnings: [learned(learning)] }));
    const database = openSqlite({ path, access: 'write', synchronous: 'NORMAL' });
    database.exec(`UPDATE learnings SET evidence = '["private'; UPDATE learning_history SET after = '{"private'`);
    database.close();
    await withKnowledge(async (knowledge) => {
      for (const read of [knowledge.learning(learning.id), knowledge.learningHistory(learning.id)]) {
        await expect(read).rejects.toMatchObject({
          code: 'database-corrupt',
          message: expect.not.stringContaining('private'),
          hint: expect.stringContaining('carryover rebuild'),
        });
      }
    });
  });

  it("refuses another program's database and leaves it untouched", async () => {
    mkdirSync(dirname(path));
    const foreign = openSqlite({ path, access: 'write', synchronous: 'FULL' });
    foreign.exec('CREATE TABLE learnings (recipe)');
    foreign.close();
    const before = fingerprint();
    await expect(openKnowledge(knowledgeOptions(folder))).rejects.toMatchObject({ code: 'database-foreign' });
    expect(fingerprint()).toBe(before);
  });

  it('reads what a newer Carryover made and refuses to write to it (F-23)', async () => {
    await makeKnowledge();
    const newer = openSqlite({ path, access: 'write', synchronous: 'NORMAL' });
    newer.pragma('user_version = 99');
    newer.close();
    const before = fingerprint();
    await withKnowledge(async (knowledge) => {
      expect(await knowledge.searchLearnings({ text: 'words', limit: 5 })).toHaveLength(5);
      const refusal = { code: 'schema-newer', hint: expect.stringContaining('upgrade') };
      await expect(knowledge.commit(sampleChange(2), 1)).rejects.toMatchObject(refusal);
      await expect(knowledge.queue.feed([sampleTurn(1)], 1)).rejects.toMatchObject(refusal);
    });
    expect(fingerprint()).toBe(before);
  });

  it('lets another process read while it writes, and claims stay apart between two writers (A-055, B-017)', async () => {
    await withKnowledge((first) =>
      withKnowledge(async (second) => {
        await first.queue.feed(
          Array.from({ length: 10 }, (_, number) => sampleTurn(number)),
          1,
        );
        const claims = await Promise.all(
          [first, second, first, second].map(({ queue }, number) =>
            queue.claim(sampleClaim({ owner: `owner ${number}`, limit: 3 })),
          ),
        );
        const ids = claims.flatMap((claim) => claim?.turns.map(({ id }) => id) ?? []);
        expect(ids).toHaveLength(10);
        expect(new Set(ids).size).toBe(10);
        const learning = sampleLearning();
        await first.commit(sampleChange(1, { learnings: [learned(learning)] }), 0);
        expect(await second.learning(learning.id)).toEqual(learning);
        expect(await second.commit(sampleChange(1), 0)).toBe(false);
      }),
    );
  });
});
