/** Retention on a workbench, with a clock that tests move. */
import { join } from 'node:path';
import type { Workbench } from '../../curator/workbench.fixture.ts';
import { defaultConfig } from '../../platform/config.ts';
import { contentHash } from '../content-hash.ts';
import { compactFile } from './compact-file.ts';
import { policyOf } from './policy.ts';
import { Retention, type RetentionOptions } from './retention.ts';

export const DAY = 24 * 60 * 60_000;

export function noteFile(bench: Workbench): string {
  return join(bench.home, 'sweep.json');
}

export function retentionOn(bench: Workbench, options: Partial<RetentionOptions> = {}): Retention {
  const { journal, knowledge, projector, clock, home } = bench;
  return new Retention({
    journal,
    knowledge,
    projector,
    clock,
    clockFile: join(home, 'clock'),
    noteFile: noteFile(bench),
    policy: () => policyOf(defaultConfig(), async () => undefined),
    hash: (content) => contentHash('key of the test', content),
    onEmptied: async () => undefined,
    compact: async () => compactFile(join(bench.memory, 'transcript.db')),
    onError: (error) => {
      throw error;
    },
    ...options,
  });
}
