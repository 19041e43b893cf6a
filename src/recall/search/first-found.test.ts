import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SpaceView } from '../index/space-view.ts';
import { firstFound } from './first-found.ts';
import type { Found } from './hits.ts';
import type { Candidate } from './second-pass.ts';

const READ = 40;
const LOOKED_AT = 30;

/** What reading makes of a candidate: undefined for what may not be shown. */
const sample = fc.record({
  score: fc.integer({ min: 1, max: 30 }),
  gain: fc.integer({ min: 0, max: 6 }),
  factor: fc.constantFrom(1, 0.9, 0.7, 0.5),
  isShown: fc.boolean(),
});

it('shows the same as if all were read, and reads no more than it has to', () => {
  const space = new SpaceView(1, 'space');
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (samples, shown) => {
      const sorted = samples.toSorted((a, b) => b.score - a.score);
      const candidates = sorted.map(
        ({ score }, doc): Candidate => ({ space, doc, score, mostPhrase: 6, parts: () => ({}) }),
      );
      const reads: number[] = [];
      const find = ({ doc, score }: Candidate, at: number, mayBeShown: boolean): Found | undefined => {
        reads.push(doc);
        const { gain, factor, isShown } = sorted[doc] ?? { gain: 0, factor: 1, isShown: false };
        if (!isShown) return undefined;
        const final = (score + (mayBeShown && at < LOOKED_AT ? gain : 0)) * factor;
        return { key: String(doc), score: final, tie: doc, session: null, hit: () => expect.fail() };
      };
      const best = (found: readonly Found[]) =>
        found
          .toSorted((a, b) => b.score - a.score || b.tie - a.tie)
          .slice(0, shown)
          .map(({ key, score }) => [key, score]);
      const all = best(firstFound(candidates, READ, find));
      const allReads = reads.splice(0).length;
      const most = ({ doc, score }: Candidate) => (score + 6) * (sorted[doc]?.factor ?? 1);
      expect(best(firstFound(candidates, READ, find, { shown, sure: LOOKED_AT, most }))).toEqual(all);
      expect(reads.length).toBeLessThanOrEqual(allReads);
    }),
  );
});

it('ends when none that is left could be shown', () => {
  const space = new SpaceView(1, 'space');
  const candidates = Array.from({ length: 30 }, (_, doc) => ({
    ...{ space, doc, score: 30 - doc, mostPhrase: 0 },
    parts: () => ({}),
  }));
  let reads = 0;
  const find = ({ doc, score }: Candidate): Found => {
    reads += 1;
    return { key: String(doc), score, tie: doc, session: null, hit: () => expect.fail() };
  };
  firstFound(candidates, READ, find, { shown: 5, sure: 30, most: ({ score }) => score });
  expect(reads).toBe(5);
});
