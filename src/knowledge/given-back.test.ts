import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { openSqlite } from '../platform/sqlite.ts';
import { commitNext, sampleTurn } from './contract/samples.fixture.ts';
import { openKnowledge } from './knowledge.ts';
import { knowledgeOptions, temporaryFolder } from './temporary-knowledge.fixture.ts';

const TURNS = 3_000;
const PER_ACT = 100;
/** What acts leave free for those that follow. */
const KEPT_PAGES = 32;

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('what a long queue took is given back to the disk in the course of the acts that empty it', async () => {
  const options = knowledgeOptions(folder);
  const knowledge = await openKnowledge(options);
  const turns = Array.from({ length: TURNS }, (_, number) => sampleTurn(number));
  await knowledge.queue.feed(turns, TURNS);
  const pagesOf = (what: 'page_count' | 'freelist_count') => {
    const database = openSqlite({ path: options.path, access: 'read', synchronous: 'NORMAL' });
    try {
      return Number(database.pragma(what, { simple: true }));
    } finally {
      database.close();
    }
  };
  const before = pagesOf('page_count');
  for (let from = 0; from < TURNS; from += PER_ACT)
    await commitNext(knowledge, { curated: turns.slice(from, from + PER_ACT) });
  expect(await knowledge.counts()).toMatchObject({ curatedTurns: TURNS });
  await knowledge.close();
  expect(pagesOf('freelist_count')).toBeLessThanOrEqual(KEPT_PAGES);
  expect(pagesOf('page_count')).toBeLessThan(before / 2);
});
