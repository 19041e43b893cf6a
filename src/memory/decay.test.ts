import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmedAgain, contradicted, reinforced } from './confidence.ts';
import { confidenceAt, isActive } from './decay.ts';
import type { LearningId, SpaceId } from './ids.ts';
import { LEARNED_TYPES, type Learning, NEW_CONFIDENCE, newLearning, OPERATIONAL_CATEGORIES } from './learning.ts';

const DAY_MS = 86_400_000;
const SAID_AT = Date.UTC(2026, 0, 1);

function memory(confidence: number, more: Partial<Learning> = {}): Learning {
  return newLearning(SAID_AT, {
    id: 'l' as LearningId,
    workspace: 's' as SpaceId,
    type: 'timing',
    content: 'Takes 60s to start',
    trust: 'assistant',
    confidence,
    ...more,
  });
}

const onDay = (days: number) => SAID_AT + days * DAY_MS;

describe('confidence over time (C-034, C-035)', () => {
  it.each([
    // day: of 0.7, of 0.9, of 1.0
    [0, 0.7, 0.9, 1],
    [29, 0.7, 0.9, 1],
    [30, 0.7, 0.9, 1],
    [33.5, 0.65, 0.85, 0.95],
    [37, 0.6, 0.8, 0.9],
    [44, 0.5, 0.7, 0.8],
    [51, 0.4, 0.6, 0.7],
    [58, 0.3, 0.5, 0.6],
    [65, 0.2, 0.4, 0.5],
    [72, 0.1, 0.3, 0.4],
    [79, 0, 0.2, 0.3],
    [86, 0, 0.1, 0.2],
    [1_000, 0, 0, 0],
  ])('is on day %d: of 0.7 %d, of 0.9 %d, of 1.0 %d', (day, ...expected) => {
    expect([0.7, 0.9, 1].map((confidence) => confidenceAt(memory(confidence), onDay(day)))).toEqual(expected);
  });

  it('leaves a memory active at 0.3 exactly and not below', () => {
    expect(isActive(memory(0.3), SAID_AT)).toBe(true);
    expect(isActive(memory(0.299), SAID_AT)).toBe(false);
    expect(isActive(memory(0.7), onDay(58))).toBe(true);
    expect(isActive(memory(0.7), onDay(58.01))).toBe(false);
    expect(isActive(memory(1, { validTo: SAID_AT }), SAID_AT)).toBe(false);
  });

  it.each<Partial<Learning>>([{ pinned: true }, { persistent: true }, ...LEARNED_TYPES.map((type) => ({ type }))])(
    'R-02: does not decay for %j (C-064)',
    (more) => {
      expect(confidenceAt(memory(0.7, more), onDay(10_000))).toBe(0.7);
    },
  );

  it.each(OPERATIONAL_CATEGORIES)('R-02: decays for %s', (type) => {
    expect(confidenceAt(memory(0.7, { type }), onDay(44))).toBe(0.5);
    expect(isActive(memory(0.7, { type }), onDay(100))).toBe(false);
  });

  it('counts from when it was last said, whatever else was changed since (C-031)', () => {
    expect(confidenceAt(memory(0.7, { confirmedAt: onDay(60), updatedAt: onDay(1) }), onDay(90))).toBe(0.7);
    expect(confidenceAt(memory(0.7, { updatedAt: onDay(90) }), onDay(44))).toBe(0.5);
  });

  it('is taken as between 0 and 1, whatever was stored (C-066)', () => {
    expect([-1, Number.NaN, Number.NEGATIVE_INFINITY].map((bad) => confidenceAt(memory(bad), SAID_AT))).toEqual([
      0, 0, 0,
    ]);
    expect([1.7, Number.POSITIVE_INFINITY].map((bad) => confidenceAt(memory(bad), onDay(37)))).toEqual([0.9, 0.9]);
  });

  const moment = fc.integer({ min: -200, max: 400 }).map(onDay);
  const stored = fc.double({ min: -1, max: 2 });

  it('is the same however often, in what order and after what jumps of the clock it is asked (C-036)', () => {
    fc.assert(
      fc.property(stored, fc.array(moment, { minLength: 1, maxLength: 20 }), (confidence, moments) => {
        const learning = memory(confidence);
        const once = new Map(moments.map((now) => [now, confidenceAt(memory(confidence), now)]));
        for (const now of [...moments, ...moments.toReversed()])
          expect(confidenceAt(learning, now)).toBe(once.get(now));
      }),
    );
  });

  it('never grows with time and stays between 0 and 1', () => {
    fc.assert(
      fc.property(stored, moment, moment, (confidence, one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)].map((now) =>
          confidenceAt(memory(confidence), now),
        );
        expect(late).toBeLessThanOrEqual(early ?? -1);
        expect(late).toBeGreaterThanOrEqual(0);
        expect(early).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('what is said again or contradicted (C-030, C-031, C-034, C-037)', () => {
  it('climbs by 0.1 from 0.7 to 1.0 and stays there', () => {
    const climbed = Array.from({ length: 4 }).reduce<number[]>((all) => [...all, reinforced(all.at(-1) ?? 0)], [0.7]);
    expect(climbed).toEqual([0.7, 0.8, 0.9, 1, 1]);
  });

  it('falls by 0.2 when contradicted: the third time makes it inactive', () => {
    const fallen = Array.from({ length: 5 }).reduce<number[]>((all) => [...all, contradicted(all.at(-1) ?? 0)], [0.7]);
    expect(fallen).toEqual([0.7, 0.5, 0.3, 0.1, 0, 0]);
    expect(fallen.map((confidence) => isActive(memory(confidence), SAID_AT))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    [0.7, 10, { confidence: 0.8, cause: 'reinforced' }],
    [1, 10, { confidence: 1, cause: 'reinforced' }],
    [0.7, 44, { confidence: 0.6, cause: 'reinforced' }],
    [0.7, 58, { confidence: 0.4, cause: 'reinforced' }],
    [0.7, 59, { confidence: NEW_CONFIDENCE, cause: 'reactivated' }],
    [0.1, 0, { confidence: NEW_CONFIDENCE, cause: 'reactivated' }],
  ])('of %d, said again on day %d, becomes %j', (confidence, day, expected) => {
    expect(confirmedAgain(memory(confidence), onDay(day))).toEqual(expected);
  });

  it('is active whenever it was just said again, and never less sure than it had become', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 2 }), fc.integer({ min: -10, max: 400 }).map(onDay), (stored, now) => {
        const { confidence } = confirmedAgain(memory(stored), now);
        const again = memory(confidence, { confirmedAt: now });
        expect(isActive(again, now)).toBe(true);
        expect(confidence).toBeGreaterThanOrEqual(confidenceAt(memory(stored), now));
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
  });
});
