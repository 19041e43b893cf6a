/** A home in which a daemon has run and kept something, and was stopped: what every fault on disk is done to. */
import { expect } from 'vitest';
import { makeHome, startDaemon, stopDaemon, type TestHome } from './home.ts';
import { postRecords } from './hooks.ts';

/** Enough for a journal of many pages. */
const RECORDS = 200;

export async function makeUsedHome(): Promise<TestHome> {
  const home = await makeHome();
  await startDaemon(home);
  const records = Array.from({ length: RECORDS }, (_, index) => ({
    id: `kept-${index}`,
    type: 'event',
    content: `the lighthouse ${index} ${'stands on the rocks and shines '.repeat(20)}`,
  }));
  expect((await postRecords(home, records)).status).toBe(201);
  await stopDaemon(home);
  return home;
}
