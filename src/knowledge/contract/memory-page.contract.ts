import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceAt, isActive } from '../../memory/decay.ts';
import type { Learning } from '../../memory/learning.ts';
import type { Knowledge } from '../knowledge.ts';
import type { MemoryFilter, MemoryPageRequest } from '../memory-page.ts';
import {
  commitNext,
  learned,
  NOW,
  type OpenEmptyKnowledge,
  OTHER_SPACE,
  onKnowledge,
  SPACE,
  sampleLearning,
} from './samples.fixture.ts';

const DAY_MS = 86_400_000;
const WHOLE_PAGE: Pick<MemoryPageRequest, 'order' | 'limit'> = { order: 'updated', limit: 99 };

type Asked = Partial<MemoryPageRequest>;

async function ids(knowledge: Knowledge, asked: Asked): Promise<readonly string[]> {
  const { learnings } = await knowledge.memoryPage({ now: NOW, ...WHOLE_PAGE, ...asked });
  return learnings.map(({ id }) => id);
}

/** Every page from the first to the last. */
async function allPages(
  knowledge: Knowledge,
  request: Omit<MemoryPageRequest, 'after'>,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<readonly Learning[]> {
  const all: Learning[] = [];
  for (let after: string | undefined; ; ) {
    const page = await knowledge.memoryPage({ ...request, ...(after === undefined ? {} : { after }) });
    all.push(...page.learnings);
    if (page.next === undefined) return all;
    after = page.next;
    await meanwhile();
  }
}

export function describeMemoryPage(open: OpenEmptyKnowledge): void {
  describe('the table of memories', () => {
    it('comes page by page without a gap or a double while others are learned (C-050)', () =>
      onKnowledge(open, async (knowledge) => {
        // Many alike: those that are equal in what they are sorted by must not fall between two pages.
        const given = Array.from({ length: 23 }, (_, at) =>
          sampleLearning({
            updatedAt: NOW - (at % 4),
            confidence: (at % 3) / 10 + 0.5,
            confirmedAt: NOW - at * 7 * DAY_MS,
          }),
        );
        await commitNext(knowledge, { learnings: given.map(learned) });
        for (const order of ['updated', 'confidence'] as const) {
          const late = () =>
            commitNext(knowledge, {
              learnings: [learned(sampleLearning({ updatedAt: NOW + 9, confidence: 0.99, type: 'PATTERN' }))],
            });
          const seen = await allPages(knowledge, { now: NOW, order, limit: 4, types: ['FACT'] }, late);
          expect(seen.map(({ id }) => id).toSorted()).toEqual(given.map(({ id }) => id).toSorted());
          const other = await allPages(knowledge, { now: NOW, order, limit: 4, text: 'content' }, late);
          expect(new Set(other.map(({ id }) => id)).size).toBe(other.length);
        }
      }));

    it('is sorted by confidence as it is at that moment, and told apart as active or not (C-034, C-035)', () =>
      onKnowledge(open, async (knowledge) => {
        const sample = fc.record({
          // Also on the edges: tenths and whole weeks after the grace.
          confidence: fc.oneof(
            fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
            fc.double({ min: 0, max: 1, noNaN: true }),
          ),
          age: fc.oneof(
            fc.integer({ min: 0, max: 12 }).map((weeks) => (30 + 7 * weeks) * DAY_MS),
            fc.integer({ min: -DAY_MS, max: 120 * DAY_MS }),
          ),
          type: fc.constantFrom('FACT' as const, 'PREFERENCE' as const, 'CORRECTION' as const, 'timing' as const),
          pinned: fc.boolean(),
          persistent: fc.boolean(),
          isOver: fc.boolean(),
        });
        const learnings = fc
          .sample(sample, { numRuns: 300, seed: 7 })
          .map(({ age, isOver, ...rest }) =>
            sampleLearning({ ...rest, confirmedAt: NOW - age, validTo: isOver ? NOW : null, content: 'any words' }),
          );
        await commitNext(knowledge, { learnings: learnings.map(learned) });
        for (const text of [undefined, 'words']) {
          const words = text === undefined ? {} : { text };
          const sorted = await allPages(knowledge, { now: NOW, order: 'confidence', limit: 50, ...words });
          const told = sorted.map((learning) => confidenceAt(learning, NOW));
          expect(told).toHaveLength(300);
          expect(told).toEqual(told.toSorted((a, b) => b - a));
          for (const status of ['active', 'inactive'] as const) {
            const expected = learnings.filter((learning) => isActive(learning, NOW) === (status === 'active'));
            const page = await ids(knowledge, { status, order: 'confidence', limit: 300, ...words });
            expect(page.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
            expect(await knowledge.memoryCount({ now: NOW, status, ...words })).toBe(expected.length);
          }
        }
      }));

    it('keeps to the moment of its first page, whatever time it is by then', () =>
      onKnowledge(open, async (knowledge) => {
        const fading = sampleLearning({ type: 'timing', confidence: 0.9, confirmedAt: NOW - 30 * DAY_MS });
        const steady = sampleLearning({ confidence: 0.8, persistent: true });
        await commitNext(knowledge, { learnings: [fading, steady].map(learned) });
        const request = { order: 'confidence', limit: 1 } as const;
        const first = await knowledge.memoryPage({ ...request, now: NOW });
        expect(first.learnings).toEqual([fading]);
        const later = NOW + 14 * DAY_MS;
        const second = await knowledge.memoryPage({ ...request, now: later, after: first.next ?? '' });
        expect(second).toEqual({ learnings: [steady], next: undefined, isPartial: false });
        expect((await knowledge.memoryPage({ ...request, now: later })).learnings).toEqual([steady]);
      }));

    it('is filtered by exact scope, service and type, each alone and together (C-054)', () =>
      onKnowledge(open, async (knowledge) => {
        const redis = sampleLearning({ type: 'timing', subject: 'redis' });
        const general = sampleLearning({ type: 'timing', subject: null });
        const user = sampleLearning({ workspace: null, scope: { kind: 'user' }, subject: null });
        const other = sampleLearning({ workspace: OTHER_SPACE, subject: 'redis' });
        await commitNext(knowledge, { learnings: [redis, general, user, other].map(learned) });
        const cases: readonly (readonly [Partial<MemoryFilter>, readonly Learning[]])[] = [
          [{}, [other, user, general, redis]],
          [{ workspace: SPACE }, [general, redis]],
          [{ workspace: null }, [user]],
          [{ subject: 'redis' }, [other, redis]],
          [{ subject: null }, [user, general]],
          [{ types: ['timing'] }, [general, redis]],
          [{ types: [] }, []],
          [{ workspace: SPACE, subject: null, types: ['timing'] }, [general]],
        ];
        for (const [filter, expected] of cases) {
          expect(await ids(knowledge, filter)).toEqual(expected.map(({ id }) => id));
          expect(await knowledge.memoryCount({ now: NOW, ...filter })).toBe(expected.length);
          expect(await ids(knowledge, { ...filter, order: 'confidence' })).toHaveLength(expected.length);
        }
        expect(await knowledge.memoryPage({ now: NOW, order: 'updated', limit: 0 })).toEqual({
          learnings: [],
          next: undefined,
          isPartial: false,
        });
      }));

    it('is searched by words that all stand there, the last maybe unfinished, and takes any text (SRV-21)', () =>
      onKnowledge(open, async (knowledge) => {
        const fox = sampleLearning({ content: 'the quick fox runs', subject: null });
        const dog = sampleLearning({ content: 'the lazy dog', subject: 'kennel' });
        await commitNext(knowledge, { learnings: [fox, dog].map(learned) });
        const found: readonly (readonly [string, readonly Learning[]])[] = [
          ['the', [dog, fox]],
          ['FOX quick', [fox]],
          ['the la', [dog]],
          ['quick lazy', []],
          ['kenn', [dog]],
          ['  ', [dog, fox]],
          ['"', []],
          ['"fox', [fox]],
          ['NEAR(fox', []],
          ['fox*', [fox]],
          ['content:fox', []],
          ['fox OR dog', []],
          ['\ud800', []],
        ];
        for (const [text, expected] of found)
          for (const order of ['updated', 'confidence'] as const) {
            expect((await ids(knowledge, { text, order })).toSorted(), text).toEqual(
              expected.map(({ id }) => id).toSorted(),
            );
            expect(await knowledge.memoryCount({ now: NOW, text }), text).toBe(expected.length);
          }
        const operators = fc.constantFrom('"', 'fox', ' ', '*', '(', ')', 'NEAR', 'AND', ':', '^', '-', '\0', '\ud800');
        await fc.assert(
          fc.asyncProperty(fc.string({ unit: operators }), async (text) => {
            expect((await ids(knowledge, { text })).length).toBeLessThanOrEqual(2);
          }),
          { numRuns: 50 },
        );
      }));

    it('tells what another one has replaced apart from what faded or was switched off (C-037)', () =>
      onKnowledge(open, async (knowledge) => {
        const held = sampleLearning({ content: 'any words' });
        const over = { content: 'any words', validTo: NOW };
        const [off, old] = [sampleLearning(over), sampleLearning({ ...over, supersededBy: held.id })];
        await commitNext(knowledge, { learnings: [held, off, old].map(learned) });
        for (const words of [{}, { text: 'words' }])
          for (const order of ['updated', 'confidence'] as const) {
            const found = async (asked: Asked) => (await ids(knowledge, { ...asked, ...words, order })).toSorted();
            expect(await found({ replaced: true })).toEqual([old.id]);
            expect(await found({ replaced: false })).toEqual([held.id, off.id].toSorted());
            expect(await found({ replaced: false, status: 'inactive' })).toEqual([off.id]);
            expect(await found({})).toHaveLength(3);
            expect(await knowledge.memoryCount({ now: NOW, replaced: false, ...words })).toBe(2);
          }
      }));

    it('refuses a place that it has not told', () =>
      onKnowledge(open, async (knowledge) => {
        for (const after of ['', 'x', 'W10', Buffer.from('[1,"2",3]').toString('base64url')])
          await expect(ids(knowledge, { after })).rejects.toMatchObject({ code: 'invalid-input' });
      }));
  });
}
