/** The wall clock of one daemon, moved while it runs: what takes weeks in life comes in through the usual doors. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PRELOADED = fileURLToPath(new URL('./moved-clock.fixture.ts', import.meta.url));

export interface MovedClock {
  /** For the daemon. */
  readonly env: NodeJS.ProcessEnv;
  now(): number;
  /** It goes on from there. */
  moveTo(ts: number): void;
}

/** Its file lies in the folder. */
export function createMovedClock(folder: string): MovedClock {
  const file = join(folder, 'clock-offset-ms');
  let offsetMs = 0;
  const write = (): void => {
    // A reader must never find half a number.
    writeFileSync(`${file}.new`, String(offsetMs));
    renameSync(`${file}.new`, file);
  };
  write();
  return {
    env: { CARRYOVER_TEST_CLOCK: file, NODE_OPTIONS: `--import=${PRELOADED}` },
    now: () => Date.now() + offsetMs,
    moveTo(ts) {
      offsetMs = Math.round(ts - Date.now());
      write();
    },
  };
}
