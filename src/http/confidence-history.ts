/** How sure a learning was over time (C-062): where something changed it, and week by week between, because it fades. */
import { confidenceAt } from '../memory/decay.ts';
import type { LearningChange } from '../memory/learning.ts';

const WEEK_MS = 7 * 86_400_000;

export interface ConfidencePoint {
  readonly ts: number;
  readonly confidence: number;
}

/** Oldest first, of changes in their order. What is straight between two points is left out; a closed learning ends where it was closed. */
export function confidenceHistory(changes: readonly LearningChange[], now: number): readonly ConfidencePoint[] {
  const points = changes.flatMap(({ ts, after }, at) => {
    const until = changes[at + 1]?.ts ?? (after.validTo === null ? Math.max(now, ts) : ts);
    const moments: number[] = [];
    for (let moment = ts; moment < until; moment += WEEK_MS) moments.push(moment);
    moments.push(until);
    return moments.map((moment) => ({ ts: moment, confidence: confidenceAt(after, moment) }));
  });
  return points.filter(({ confidence }, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    return before?.confidence !== confidence || after?.confidence !== confidence;
  });
}
