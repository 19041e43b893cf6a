import { describe, expect, it } from 'vitest';
import { learned, sampleLearning } from '../knowledge/contract/samples.fixture.ts';
import type { LearningChange } from '../memory/learning.ts';
import { confidenceHistory } from './confidence-history.ts';

const DAY_MS = 86_400_000;
const first = sampleLearning({ type: 'timing', createdAt: 0, confidence: 0.7 });

function changed(ts: number, different: object): LearningChange {
  return { learningId: first.id, ts, cause: 'reinforced', before: first, after: { ...first, ...different } };
}

describe('how sure a learning was over time (C-062)', () => {
  it('fades after a month, rises when it is said again, and ends where it was closed', () => {
    const again = { confidence: 0.8, confirmedAt: 51 * DAY_MS };
    const history = [
      learned(first),
      changed(51 * DAY_MS, again),
      changed(60 * DAY_MS, { ...again, validTo: 60 * DAY_MS }),
    ];
    const points = confidenceHistory(history, 400 * DAY_MS);
    expect(points[0]).toEqual({ ts: 0, confidence: 0.7 });
    expect(points.filter(({ ts }) => ts === 51 * DAY_MS).map(({ confidence }) => confidence)).toEqual([0.4, 0.8]);
    expect(points.at(-1)).toEqual({ ts: 60 * DAY_MS, confidence: 0.8 });
    // Four weeks of the same are its beginning and its end.
    expect(points.map(({ ts }) => ts / DAY_MS)).toEqual([0, 28, 35, 42, 49, 51, 51, 60]);
  });

  it('goes on until now for one that holds, and is a point for one that was made just now', () => {
    expect(confidenceHistory([learned(first)], 30 * DAY_MS)).toEqual([
      { ts: 0, confidence: 0.7 },
      { ts: 30 * DAY_MS, confidence: 0.7 },
    ]);
    expect(confidenceHistory([learned(first)], 0)).toEqual([{ ts: 0, confidence: 0.7 }]);
  });
});
