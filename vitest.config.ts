/**
 * Two projects. `unit` runs from source, so one folder's tests need no build. `system` runs what is in dist/ with real
 * processes and the real client; its set-up builds dist/ and fetches the client, and runs only when such a file is chosen.
 */
import { defineConfig } from 'vitest/config';
import { Tally } from './test/support/tally.ts';

/** Reads the sources and runs nothing. */
const ARCHITECTURE = 'test/architecture.test.ts';

/** All of it can also run on encrypted homes. */
const setupFiles = process.env.CARRYOVER_TEST_ENCRYPTED === '1' ? ['test/support/encrypted.ts'] : [];

export default defineConfig({
  test: {
    reporters: ['default', new Tally()],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', ARCHITECTURE],
          setupFiles,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Two cores are the smallest machine this should be pleasant on.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: [ARCHITECTURE],
          globalSetup: ['test/support/prepare.ts'],
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // File by file: these start processes and measure what they do, and would starve each other.
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
