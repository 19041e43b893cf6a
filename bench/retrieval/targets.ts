/** What a memory without any model should reach, by set; a set or figure that is not listed has no target. */
import type { Level, Metric } from './score.ts';

export interface Target {
  readonly level: Level;
  readonly metric: Metric;
  readonly atLeast: number;
  /** Of questions of this type only. */
  readonly type?: string;
}

export const TARGETS: Readonly<Record<string, readonly Target[]>> = {
  'locomo-dev': [
    { level: 'turn', metric: 'R@5', atLeast: 72 },
    { level: 'turn', metric: 'R@10', atLeast: 81 },
    { level: 'turn', metric: 'R@20', atLeast: 86 },
    { level: 'turn', metric: 'MRR@10', atLeast: 59 },
    { level: 'session', metric: 'R@10', atLeast: 94 },
    { level: 'session', metric: 'any@10', atLeast: 97 },
  ],
  'beam-dev': [{ level: 'turn', metric: 'R@5', atLeast: 44 }],
  'realmem-dev': [
    { level: 'session', metric: 'R@5', atLeast: 60 },
    { level: 'turn', metric: 'R@10', atLeast: 33 },
  ],
  'xquad-dev': [
    { type: 'xq-en', level: 'turn', metric: 'R@1', atLeast: 94 },
    { type: 'xq-zh', level: 'turn', metric: 'R@5', atLeast: 97 },
    { type: 'xq-th', level: 'turn', metric: 'R@5', atLeast: 97 },
  ],
};
