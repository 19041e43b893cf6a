/** Retention on a workbench, with clocks that tests move. */
import { join } from 'node:path';
import type { Workbench } from '../../curator/workbench.fixture.ts';
import type { Clock } from '../../platform/clock.ts';
import { defaultConfig } from '../../platform/config.ts';
import { contentHash } from '../content-hash.ts';
import { compactFile } from './compact-file.ts';
import { policyOf } from './policy.ts';
import { Retention, type RetentionOptions } from './retention.ts';

export const HOUR = 60 * 60_000;
export const DAY = 24 * HOUR;

export function noteFile(bench: Workbench): string {
  return join(bench.home, 'sweep.json');
}

/** The machine under a workbench: time passes on it, or somebody sets its clock. */
export class TestMachine implements Clock {
  readonly #bench: Workbench;
  #elapsed = 0;
  #boot = { id: 'first', ms: 0 };

  constructor(bench: Workbench) {
    this.#bench = bench;
  }

  now = (): number => this.#bench.now;
  elapsed = (): number => this.#elapsed;
  sinceBoot = () => ({ ...this.#boot });

  pass(ms: number): void {
    this.#elapsed += ms;
    this.sleep(ms);
  }

  /** No process runs. */
  sleep(ms: number): void {
    this.#boot.ms += ms;
    this.jump(ms);
  }

  /** Only the wall clock. */
  jump(ms: number): void {
    this.#bench.now += ms;
  }

  /** Switched off for so long. */
  restart(ms: number): void {
    this.#elapsed = 0;
    this.#boot = { id: `${this.#boot.id} again`, ms: 0 };
    this.jump(ms);
  }

  /** Another process on the same machine. */
  anotherProcess(): void {
    this.#elapsed = 0;
  }
}

export function retentionOn(
  bench: Workbench,
  clock: Clock,
  options: Partial<Omit<RetentionOptions, 'clock'>> = {},
): Retention {
  const { journal, knowledge, projector } = bench;
  return new Retention({
    journal,
    knowledge,
    projector,
    clock,
    noteFile: noteFile(bench),
    policy: () => policyOf(defaultConfig(), async () => undefined),
    hash: (content) => contentHash('key of the test', content),
    makeCopy: async () => undefined,
    mayCopyServe: () => false,
    onHidden: () => undefined,
    onEmptied: async () => undefined,
    compact: async () => compactFile(join(bench.memory, 'transcript.db')),
    onError: (error) => {
      throw error;
    },
    ...options,
  });
}
