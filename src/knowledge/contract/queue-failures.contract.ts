import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Knowledge } from '../knowledge.ts';
import {
  commitNext,
  NOW,
  type OpenEmptyKnowledge,
  OTHER_SPACE,
  onKnowledge,
  SPACE,
  sampleClaim,
  sampleTurn,
  turnId,
} from './samples.fixture.ts';

const HOUR_MS = 3_600_000;
const STEPS = ['feed', 'revise', 'claim', 'release', 'park', 'retry', 'reclaim', 'commit'] as const;
type Step = readonly [step: (typeof STEPS)[number], number: number];

export function describeQueueFailures(open: OpenEmptyKnowledge): void {
  describe('the queue when things fail', () => {
    it('takes back the claims of a dead owner and those whose lease is over, and attempts count on (F-16)', () =>
      onKnowledge(open, async ({ queue }) => {
        await queue.feed([sampleTurn(1)], 1);
        for (const [attempts, now, owner] of [
          [1, NOW, 'first'],
          [2, NOW, 'second'],
          [3, NOW + 60_000, 'second'],
        ] as const) {
          const claim = await queue.claim(sampleClaim({ owner, now }));
          expect(claim?.turns).toMatchObject([{ id: turnId(1), attempts }]);
          // Alive and within its lease: it keeps what it has.
          expect(await queue.reclaim(owner, now + 59_999, 100)).toBe(0);
          expect(await queue.claim(sampleClaim({ owner, now }))).toBeUndefined();
          expect(await queue.reclaim(attempts === 1 ? 'second' : owner, now + (attempts === 1 ? 0 : 60_000), 100)).toBe(
            1,
          );
        }
        expect(await queue.summary()).toMatchObject({ waiting: 1, claimed: 0 });
      }));

    it('does not give released turns before their time, and others of the space meanwhile', () =>
      onKnowledge(open, async ({ queue }) => {
        await queue.feed([sampleTurn(1)], 1);
        const claim = await queue.claim(sampleClaim());
        await queue.release(claim?.turns ?? [], { now: NOW, dueAt: NOW + HOUR_MS, reason: 'overloaded' });
        expect((await queue.summary()).spaces).toMatchObject([{ dueAt: NOW + HOUR_MS }]);
        expect(await queue.claim(sampleClaim({ now: NOW + HOUR_MS - 1 }))).toBeUndefined();
        await queue.feed([sampleTurn(2)], 2);
        // Nor do they bring their space to the front.
        await queue.feed([sampleTurn(9, { workspace: OTHER_SPACE })], 2);
        for (const turn of [2, 9]) {
          const next = await queue.claim(sampleClaim({ now: NOW + HOUR_MS - 1 }));
          expect(next?.turns.map(({ id }) => id)).toEqual([turnId(turn)]);
        }
        const again = await queue.claim(sampleClaim({ now: NOW + HOUR_MS }));
        expect(again?.turns).toMatchObject([{ id: turnId(1), attempts: 2 }]);
      }));

    it('takes turns back from an owner that stops, as if they had not been claimed', () =>
      onKnowledge(open, async ({ queue }) => {
        await queue.feed([sampleTurn(1)], 1);
        for (let stops = 0; stops < 10; stops += 1) {
          const claim = await queue.claim(sampleClaim());
          expect(claim?.turns).toMatchObject([{ id: turnId(1), attempts: 1 }]);
          await queue.giveBack(claim?.turns ?? []);
        }
        expect(await queue.failingSince(NOW + HOUR_MS)).toEqual([]);
        expect(await queue.summary()).toMatchObject({ waiting: 1, claimed: 0 });
      }));

    it('remembers since when turns have been failing, until they are curated', () =>
      onKnowledge(open, async (knowledge) => {
        const { queue } = knowledge;
        await queue.feed([sampleTurn(1), sampleTurn(2, { workspace: OTHER_SPACE })], 1);
        for (const now of [NOW, NOW + HOUR_MS]) {
          const claim = await queue.claim(sampleClaim({ now, workspace: SPACE }));
          await queue.release(claim?.turns ?? [], { now, dueAt: now, reason: 'timeout' });
        }
        expect(await queue.failingSince(NOW)).toEqual([]);
        expect(await queue.failingSince(NOW + 1)).toEqual([{ id: turnId(1), rev: 1 }]);
        // A newer revision has not failed yet.
        const other = await queue.claim(sampleClaim({ workspace: OTHER_SPACE }));
        await queue.release(other?.turns ?? [], { now: NOW, dueAt: NOW, reason: 'timeout' });
        await queue.feed([sampleTurn(2, { rev: 2, workspace: OTHER_SPACE })], 2);
        expect(await queue.failingSince(NOW + 1)).toEqual([{ id: turnId(1), rev: 1 }]);
        await commitNext(knowledge, { curated: [sampleTurn(1)] });
        expect(await queue.failingSince(NOW + 2 * HOUR_MS)).toEqual([]);
      }));

    it('keeps parked turns until a person retries them, then from the start', () =>
      onKnowledge(open, async ({ queue }) => {
        await queue.feed([sampleTurn(1), sampleTurn(2), sampleTurn(3)], 1);
        const turns = (await queue.claim(sampleClaim()))?.turns ?? [];
        await queue.release(turns, { now: NOW, dueAt: NOW, reason: 'refused' });
        await queue.park(turns.slice(0, 1), { now: NOW + 1, reason: 'refused for 6 hours' });
        await queue.park(turns.slice(1), { now: NOW + 2, reason: 'refused for 6 hours' });
        await queue.release(turns, { now: NOW, dueAt: NOW, reason: 'late' });
        expect(await queue.claim(sampleClaim())).toBeUndefined();
        expect(await queue.reclaim('another', NOW + HOUR_MS, 100)).toBe(0);
        expect(await queue.failingSince(NOW + HOUR_MS)).toEqual([]);
        const { sessionId } = sampleTurn(1);
        expect(await queue.parked(9)).toEqual(
          [3, 2, 1].map((number) => ({
            id: turnId(number),
            rev: 1,
            sessionId,
            workspace: SPACE,
            parkedAt: number === 1 ? NOW + 1 : NOW + 2,
            attempts: 1,
            reason: 'refused for 6 hours',
          })),
        );
        expect(await queue.retry(NOW + HOUR_MS, [turnId(2), turnId(99)])).toBe(1);
        expect(await queue.claim(sampleClaim({ now: NOW + HOUR_MS - 1 }))).toBeUndefined();
        const again = await queue.claim(sampleClaim({ now: NOW + HOUR_MS }));
        expect(again?.turns).toMatchObject([{ id: turnId(2), attempts: 1 }]);
        expect(await queue.retry(NOW)).toBe(2);
        expect(await queue.parked(9)).toEqual([]);
        expect(await queue.failingSince(NOW + 9 * HOUR_MS)).toEqual([]);
      }));

    it('lets a newer revision of a parked turn wait again', () =>
      onKnowledge(open, async ({ queue }) => {
        await queue.feed([sampleTurn(1)], 1);
        await queue.park([sampleTurn(1)], { now: NOW, reason: 'broken' });
        await queue.park([sampleTurn(1, { rev: 2 })], { now: NOW, reason: 'not there' });
        await queue.feed([sampleTurn(1, { rev: 2 })], 2);
        expect(await queue.parked(9)).toEqual([]);
        expect((await queue.claim(sampleClaim()))?.turns).toMatchObject([{ rev: 2, attempts: 1 }]);
      }));

    it('never loses and never doubles a turn, whatever happens in whatever order (F-16)', () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(5)), { minLength: 5, maxLength: 40 }),
          (steps) => onKnowledge(open, (knowledge) => followSteps(knowledge, steps)),
        ),
        { numRuns: 25 },
      ));
  });
}

/** After every step, each turn that was fed and not curated in its newest revision is in exactly one place. */
async function followSteps(knowledge: Knowledge, steps: readonly Step[]): Promise<void> {
  const { queue } = knowledge;
  const newest = new Map<number, number>();
  const curated = new Map<number, number>();
  let now = NOW;
  for (const [step, number] of steps) {
    now += 1_000;
    const turns = [sampleTurn(number, { rev: newest.get(number) ?? 1 })];
    if (step === 'feed' || step === 'revise') {
      const rev = (newest.get(number) ?? 0) + (step === 'revise' || !newest.has(number) ? 1 : 0);
      newest.set(number, rev);
      await queue.feed([sampleTurn(number, { rev })], now);
    } else if (step === 'claim') await queue.claim(sampleClaim({ now, limit: number, leaseMs: 2_000 }));
    else if (step === 'release') await queue.release(turns, { now, dueAt: now + 500 * number, reason: 'failed' });
    else if (step === 'park') await queue.park(turns, { now, reason: 'failed' });
    else if (step === 'retry') await queue.retry(now);
    else if (step === 'reclaim') await queue.reclaim('daemon', now, 100);
    else if (newest.has(number)) {
      curated.set(number, newest.get(number) ?? 1);
      await commitNext(knowledge, { curated: turns });
    }
    const open = [...newest].filter(([turn, rev]) => rev > (curated.get(turn) ?? 0)).length;
    const { waiting, claimed, parked } = await queue.summary();
    expect(waiting + claimed + parked).toBe(open);
  }
}
