import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleFile } from './contract/samples.fixture.ts';
import type { Knowledge } from './knowledge.ts';
import { openKnowledge } from './knowledge.ts';
import { knowledgeOptions, temporaryFolder } from './temporary-knowledge.fixture.ts';

const KILLS = 5;
const CURATE_FOREVER = fileURLToPath(new URL('./curate-forever.fixture.ts', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The last act acknowledged before the kill. */
async function curateUntilKilled(round: number): Promise<number> {
  const child = spawn(process.execPath, [CURATE_FOREVER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  await sleep(10 + ((round * 37) % 90));
  child.kill('SIGKILL');
  await closed;
  // The last line may be torn; a whole line is an acknowledgement.
  return Number(output.split('\n').at(-2));
}

async function expectWhole(knowledge: Knowledge, acknowledged: number): Promise<void> {
  const applied = await knowledge.appliedThrough();
  expect(applied).toBeGreaterThanOrEqual(acknowledged);
  expect(await knowledge.counts()).toEqual({
    learnings: { FACT: applied },
    learningsEver: applied,
    pinned: 0,
    sensitive: 0,
    pendingActions: applied,
    waitingReviews: 0,
    waitingQuestions: 0,
    curatedTurns: applied,
    dropped: { counted: applied },
  });
  expect((await knowledge.file(sampleFile()))?.version).toBe(applied);
  const { waiting, claimed, parked } = await knowledge.queue.summary();
  expect(waiting + claimed + parked).toBe((await knowledge.queue.fedThrough()) - applied);
}

describe('kill -9 in the middle of curation', () => {
  it('leaves every act applied whole or not at all, and what was acknowledged stays (F-01, F-16)', async () => {
    for (let round = 0; round < KILLS; round += 1) {
      const acknowledged = await curateUntilKilled(round);
      expect(acknowledged).toBeGreaterThan(0);
      const knowledge = await openKnowledge(knowledgeOptions(folder));
      await expectWhole(knowledge, acknowledged);
      await knowledge.close();
    }
  });
});
