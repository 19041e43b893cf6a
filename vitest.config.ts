/**
 * `unit` runs from source, so one folder's tests need no build. `system` runs what is in dist/ with real
 * processes and the real client; its set-up builds dist/ and fetches the client, and runs only when such a file is chosen.
 *
 * `CARRYOVER_TEST_ENCRYPTED=1` runs all of it on encrypted homes, `some` runs a part of it a second time on such.
 */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { Tally } from './test/support/tally.ts';

/** Threads and processes that tests start from source need not take the types out of it each time. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

/** Need no build: the one reads the sources, the other runs them. */
const FROM_SOURCE = ['test/architecture.test.ts', 'test/attacks.test.ts'];
/** Measure how long others wait, take all of the machine, or need a client that is answered in time: nothing may run beside. */
const ALONE = [
  'faults-cold-start',
  'faults-disk',
  'faults-kill',
  'faults-large-input',
  'faults-odd-input',
  'passover',
  'recall-faults',
].map((name) => `test/${name}.test.ts`);

/** What opens, copies, searches and empties databases: what a key could break. All of it takes too long for every run. */
const UNIT_AGAIN = [
  'src/platform/sqlite*.test.ts',
  'src/journal/journal.test.ts',
  'src/knowledge/*.test.ts',
  // Those of encryption choose their keys themselves, the same in both.
  'src/privacy/!(encryption)/**/*.test.ts',
];
/** Capture, curation, search, backup, restore and forgetting in one. */
const SYSTEM_AGAIN = ['test/restore.test.ts'];

/** How long what must come may take, on a machine that does other things as well: only a failure waits so long. */
const PATIENCE_MS = 60_000;

const unit = {
  testTimeout: 2 * PATIENCE_MS,
  hookTimeout: 2 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
  // Two cores are the smallest machine this should be pleasant on.
  maxWorkers: 2,
  // Most of hundreds of files take less time than it takes to load everything anew.
  isolate: false,
  sequence: { groupOrder: 1 },
};

const system = {
  globalSetup: ['test/support/prepare.ts'],
  testTimeout: 5 * PATIENCE_MS,
  hookTimeout: 5 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
  maxWorkers: 1,
  fileParallelism: false,
  sequence: { groupOrder: 2 },
};

/** Start processes and wait for them. All must bear a busy machine, so there may be more of them than cores. */
const besides = { ...system, maxWorkers: 3, fileParallelism: true, sequence: { groupOrder: 3 } };

const encrypted = { setupFiles: ['test/support/encrypted.ts'], env: { CARRYOVER_TEST_ENCRYPTED: '1' } };
const wanted = process.env.CARRYOVER_TEST_ENCRYPTED;
const all = wanted === '1' ? encrypted : {};
const again = [
  { test: { ...unit, ...encrypted, name: 'unit, encrypted', include: UNIT_AGAIN } },
  { test: { ...besides, ...encrypted, name: 'system, encrypted', include: SYSTEM_AGAIN } },
];

export default defineConfig({
  test: {
    reporters: ['default', new Tally()],
    projects: [
      {
        test: {
          ...unit,
          ...all,
          name: 'unit',
          include: ['src/**/*.test.ts', ...FROM_SOURCE],
        },
      },
      { test: { ...system, ...all, name: 'system', include: ALONE } },
      {
        test: {
          ...besides,
          ...all,
          name: 'system, side by side',
          include: ['test/**/*.test.ts'],
          exclude: [...FROM_SOURCE, ...ALONE],
        },
      },
      ...(wanted === 'some' ? again : []),
    ],
  },
});
