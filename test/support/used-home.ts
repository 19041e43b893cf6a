/** A home in which a daemon has run and kept something, and was stopped: what every fault on disk is done to. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { isEncrypted } from './encrypted.ts';
import { makeHome, startDaemon, stopDaemon, type TestHome } from './home.ts';
import { postRecords } from './hooks.ts';

/** Enough for a journal of many pages. */
const RECORDS = 200;

let used: Promise<TestHome> | undefined;

/** A copy of one that is used once for all tests of a file. */
export async function makeUsedHome(): Promise<TestHome> {
  // Its key lies elsewhere and fits this one only.
  if (isEncrypted) return useHome();
  used ??= useHome();
  const { paths } = await used;
  const home = await makeHome();
  const own = [home.paths.config, home.paths.tokens].map((path) => [path, readFileSync(path)] as const);
  execFileSync('cp', ['-a', `${paths.home}/.`, home.paths.home]);
  for (const [path, content] of own) writeFileSync(path, content);
  return home;
}

async function useHome(): Promise<TestHome> {
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
