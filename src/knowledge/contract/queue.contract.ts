import { describe, expect, it } from 'vitest';
import { deriveId, type SessionId } from '../../memory/ids.ts';
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

export function describeQueue(open: OpenEmptyKnowledge): void {
  describe('the queue', () => {
    it('is fed behind a mark that only moves forward, and the same turns again change nothing', () =>
      onKnowledge(open, async ({ queue }) => {
        expect(await queue.fedThrough()).toBe(0);
        const turns = [sampleTurn(1), sampleTurn(2)];
        await queue.feed(turns, 20);
        await queue.claim(sampleClaim({ limit: 1 }));
        const before = await queue.summary();
        await queue.feed(turns, 20);
        await queue.feed([], 5);
        expect(await queue.summary()).toEqual(before);
        expect(before).toMatchObject({ waiting: 1, claimed: 1 });
        expect(await queue.fedThrough()).toBe(20);
      }));

    it('leaves out what was curated, and takes a newer revision of it', () =>
      onKnowledge(open, async (knowledge) => {
        const { queue } = knowledge;
        await commitNext(knowledge, { curated: [sampleTurn(1, { rev: 2 })] });
        await commitNext(knowledge, { curated: [sampleTurn(1, { rev: 1 })] });
        expect(await knowledge.curatedRevision(turnId(1))).toBe(2);
        await queue.feed([sampleTurn(1, { rev: 1 }), sampleTurn(1, { rev: 2 })], 1);
        expect((await queue.summary()).waiting).toBe(0);
        await queue.feed([sampleTurn(1, { rev: 3 })], 2);
        expect((await queue.claim(sampleClaim()))?.turns).toMatchObject([{ id: turnId(1), rev: 3 }]);
      }));

    it('gives the turns of one space, oldest first, as many as asked for', () =>
      onKnowledge(open, async ({ queue }) => {
        const [first, second, third] = [sampleTurn(1), sampleTurn(2), sampleTurn(3)];
        const other = sampleTurn(0, { workspace: OTHER_SPACE });
        await queue.feed([third, first, other, second], 1);
        const oldest = await queue.claim(sampleClaim());
        expect(oldest).toEqual({
          workspace: OTHER_SPACE,
          owner: 'daemon',
          turns: [{ id: other.id, rev: 1, sessionId: other.sessionId, attempts: 1, tokens: 0 }],
        });
        expect((await queue.claim(sampleClaim({ limit: 2 })))?.turns.map(({ id }) => id)).toEqual([
          first.id,
          second.id,
        ]);
        expect(await queue.claim(sampleClaim({ workspace: OTHER_SPACE }))).toBeUndefined();
        expect(await queue.claim(sampleClaim({ workspace: null }))).toBeUndefined();
        expect(await queue.claim(sampleClaim({ limit: 0 }))).toBeUndefined();
        expect((await queue.claim(sampleClaim()))?.turns.map(({ id }) => id)).toEqual([third.id]);
        expect(await queue.claim(sampleClaim())).toBeUndefined();
      }));

    it('L-14: gives the turns of one session alone, and tells how much of each session waits', () =>
      onKnowledge(open, async ({ queue }) => {
        const sessionId = deriveId<SessionId>('another session');
        const own = [
          sampleTurn(2, { sessionId, tokens: 30, tools: 1 }),
          sampleTurn(4, { sessionId, tokens: 12, tools: 0 }),
        ];
        await queue.feed([sampleTurn(1), ...own, sampleTurn(3, { tokens: 5, tools: 9 })], 1);
        const { sessionId: first } = sampleTurn(1);
        expect(await queue.waitingSessions()).toEqual([
          { sessionId: first, workspace: SPACE, waiting: 2, tokens: 5, tools: 9, dueAt: 0 },
          { sessionId, workspace: SPACE, waiting: 2, tokens: 42, tools: 1, dueAt: 0 },
        ]);
        const claim = await queue.claim(sampleClaim({ workspace: SPACE, sessionId }));
        expect(claim?.turns.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
        expect(await queue.claim(sampleClaim({ workspace: SPACE, sessionId }))).toBeUndefined();
        expect((await queue.waitingSessions()).map(({ waiting }) => waiting)).toEqual([2]);
      }));

    it('knows the turns outside any space as one space', () =>
      onKnowledge(open, async ({ queue }) => {
        await queue.feed([sampleTurn(1, { workspace: null }), sampleTurn(2), sampleTurn(3, { workspace: null })], 1);
        expect((await queue.summary()).spaces.map(({ workspace, waiting }) => [workspace, waiting])).toEqual([
          [null, 2],
          [SPACE, 1],
        ]);
        const claim = await queue.claim(sampleClaim());
        expect([claim?.workspace, claim?.turns.length]).toEqual([null, 2]);
        expect((await queue.claim(sampleClaim({ workspace: SPACE })))?.turns).toHaveLength(1);
      }));

    it('gives the space of an urgent turn first, and its turns still in the order they were closed', () =>
      onKnowledge(open, async ({ queue }) => {
        const inOther = [5, 6].map((number) => sampleTurn(number, { workspace: OTHER_SPACE, urgent: number === 6 }));
        await queue.feed([sampleTurn(1), ...inOther], 1);
        const claim = await queue.claim(sampleClaim());
        expect(claim?.workspace).toBe(OTHER_SPACE);
        expect(claim?.turns.map(({ id }) => id)).toEqual([turnId(5), turnId(6)]);
      }));

    it('gives a turn to one claim only, also when claims come at the same moment (A-055)', () =>
      onKnowledge(open, async ({ queue }) => {
        await queue.feed(
          Array.from({ length: 20 }, (_, number) => sampleTurn(number)),
          1,
        );
        const claims = await Promise.all(
          Array.from({ length: 8 }, (_, number) => queue.claim(sampleClaim({ owner: `owner ${number}`, limit: 3 }))),
        );
        const claimed = claims.flatMap((claim) => claim?.turns.map(({ id }) => id) ?? []);
        expect(claimed).toHaveLength(20);
        expect(new Set(claimed).size).toBe(20);
      }));

    it('puts a newer revision in the place of a claimed one, and the commit of the older leaves it', () =>
      onKnowledge(open, async (knowledge) => {
        const { queue } = knowledge;
        await queue.feed([sampleTurn(1), sampleTurn(2)], 1);
        const claim = await queue.claim(sampleClaim());
        await queue.feed([sampleTurn(1, { rev: 2, closedAt: NOW + 3, urgent: true })], 2);
        expect(await queue.summary()).toMatchObject({ waiting: 1, claimed: 1 });
        // Failing with the older revision says nothing about the newer.
        await queue.release(claim?.turns ?? [], { now: NOW, dueAt: NOW + 9_999_999, reason: 'busy' });
        await commitNext(knowledge, { curated: claim?.turns ?? [] });
        expect(await knowledge.curatedRevision(turnId(1))).toBe(1);
        expect((await queue.claim(sampleClaim()))?.turns).toMatchObject([{ id: turnId(1), rev: 2, attempts: 1 }]);
        await commitNext(knowledge, { curated: [sampleTurn(1, { rev: 2 })] });
        expect(await queue.summary()).toEqual({ waiting: 0, claimed: 0, parked: 0, oldestAt: null, spaces: [] });
      }));

    it('sums up what waits, space by space, oldest first', () =>
      onKnowledge(open, async ({ queue }) => {
        const turns = [4, 2, 3].map((number) => sampleTurn(number, { urgent: number === 3 }));
        await queue.feed([...turns, sampleTurn(1), sampleTurn(9, { workspace: null })], 1);
        const claim = await queue.claim(sampleClaim({ limit: 1 }));
        await queue.park(claim?.turns ?? [], { now: NOW, reason: 'broken' });
        await queue.claim(sampleClaim({ workspace: null }));
        const summary = await queue.summary();
        expect(summary).toMatchObject({ waiting: 3, claimed: 1, parked: 1, oldestAt: NOW + 2 });
        expect(summary.spaces).toMatchObject([
          { workspace: SPACE, waiting: 3, urgent: 1, oldestAt: NOW + 2, newestAt: NOW + 4 },
        ]);
        expect(summary.spaces[0]?.dueAt).toBeLessThanOrEqual(NOW);
      }));
  });
}
