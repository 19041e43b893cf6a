/**
 * `unit` runs from source, so one folder's tests need no build. `system` runs what is in dist/ with real
 * processes and the real client; its set-up builds dist/ and fetches the client, and runs only when such a file is chosen.
 *
 * `CARRYOVER_TEST_ENCRYPTED=1` runs all of it on encrypted homes, `some` runs a part of it a second time on such.
 */
import { defineConfig } from 'vitest/config';
import { Tally } from './test/support/tally.ts';

/** Need no build: the one reads the sources, the other runs them. */
const FROM_SOURCE = ['test/architecture.test.ts', 'test/attacks.test.ts'];
/** Start processes, and measure nothing that a neighbour could spoil. */
const SIDE_BY_SIDE = [
  'capture',
  'claude-code-install',
  'cli-memory',
  'curation-faults',
  'curation-kills',
  'docs',
  'encryption',
  'faults-damage',
  'forget',
  'forget-faults',
  'forget-sources',
  'locked',
  'memory-files',
  'passover',
  'private-text',
  'recall',
  'restore',
  'run',
  'scopes',
  'secrets',
  'secrets-doors',
].map((name) => `test/${name}.test.ts`);

/** What opens, copies, searches and empties databases: what a key could break. All of it takes too long for every run. */
const UNIT_AGAIN = [
  'src/platform/sqlite*.test.ts',
  'src/journal/sqlite/sqlite-journal.test.ts',
  'src/knowledge/sqlite/*.test.ts',
  'src/privacy/**/*.test.ts',
];
/** Capture, curation, search, backup, restore and forgetting in one. */
const SYSTEM_AGAIN = ['test/restore.test.ts'];

const unit = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Two cores are the smallest machine this should be pleasant on.
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
};

const system = {
  globalSetup: ['test/support/prepare.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // File by file: most start processes and measure what they do, and would starve each other.
  maxWorkers: 1,
  fileParallelism: false,
  sequence: { groupOrder: 2 },
};

const besides = { ...system, maxWorkers: 2, fileParallelism: true, sequence: { groupOrder: 3 } };

const encrypted = { setupFiles: ['test/support/encrypted.ts'], env: { CARRYOVER_TEST_ENCRYPTED: '1' } };
const wanted = process.env.CARRYOVER_TEST_ENCRYPTED;
const all = wanted === '1' ? encrypted : {};
const again = [
  { test: { ...unit, ...encrypted, name: 'unit, encrypted', include: UNIT_AGAIN } },
  { test: { ...system, ...encrypted, name: 'system, encrypted', include: SYSTEM_AGAIN } },
];

export default defineConfig({
  test: {
    reporters: ['default', new Tally()],
    projects: [
      { test: { ...unit, ...all, name: 'unit', include: ['src/**/*.test.ts', ...FROM_SOURCE] } },
      {
        test: {
          ...system,
          ...all,
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: [...FROM_SOURCE, ...SIDE_BY_SIDE],
        },
      },
      { test: { ...besides, ...all, name: 'system, side by side', include: SIDE_BY_SIDE } },
      ...(wanted === 'some' ? again : []),
    ],
  },
});
