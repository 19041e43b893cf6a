import { describe, expect, it } from 'vitest';
import {
  commitNext,
  learned,
  type OpenEmptyKnowledge,
  onKnowledge,
  sampleAction,
  sampleChange,
  sampleFile,
  sampleLearning,
  sampleReview,
  sampleTurn,
} from './samples.fixture.ts';

export function describeCommit(open: OpenEmptyKnowledge): void {
  describe('commit', () => {
    it('of an act that was applied is refused without effect, however often it comes', () =>
      onKnowledge(open, async (knowledge) => {
        expect(await knowledge.appliedThrough()).toBe(0);
        const change = sampleChange(7, { learnings: [learned(sampleLearning())], dropped: { 'no-evidence': 2 } });
        expect(await knowledge.commit(change, 0)).toBe(true);
        const before = await knowledge.counts();
        expect(await knowledge.commit(change, 0)).toBe(false);
        expect(await knowledge.commit(sampleChange(3, { actions: [sampleAction()] }), 0)).toBe(false);
        expect(await knowledge.counts()).toEqual(before);
        expect(before).toMatchObject({ learningsEver: 1, pendingActions: 0, dropped: { 'no-evidence': 2 } });
        expect(await knowledge.appliedThrough()).toBe(7);
      }));

    it('that would skip an act is refused without effect', () =>
      onKnowledge(open, async (knowledge) => {
        await knowledge.commit(sampleChange(7), 0);
        for (const previous of [0, 6, 8]) {
          const change = sampleChange(9, { actions: [sampleAction()] });
          await expect(knowledge.commit(change, previous)).rejects.toMatchObject({ code: 'knowledge-gap' });
        }
        expect(await knowledge.appliedThrough()).toBe(7);
        expect((await knowledge.counts()).pendingActions).toBe(0);
        expect(await knowledge.commit(sampleChange(9), 7)).toBe(true);
      }));

    it('is all or nothing: what was refused in the middle leaves nothing, and turns stay in the queue', () =>
      onKnowledge(open, async (knowledge) => {
        const turn = sampleTurn(1);
        await knowledge.queue.feed([turn], 1);
        const learning = sampleLearning();
        const twice = [sampleFile(), sampleFile({ content: 'another version 1\n' })];
        const change = sampleChange(1, { learnings: [learned(learning)], files: twice, curated: [turn] });
        await expect(knowledge.commit(change, 0)).rejects.toThrow();
        expect(await knowledge.learning(learning.id)).toBeUndefined();
        expect(await knowledge.learningHistory(learning.id)).toEqual([]);
        expect(await knowledge.files()).toEqual([]);
        expect(await knowledge.curatedRevision(turn.id)).toBeUndefined();
        expect((await knowledge.queue.summary()).waiting).toBe(1);
        expect(await knowledge.appliedThrough()).toBe(0);
      }));

    it('given twice at the same moment has its effect once (A-055)', () =>
      onKnowledge(open, async (knowledge) => {
        const changes = [1, 2].map(() => sampleChange(1, { dropped: { repeated: 1 } }));
        const taken = await Promise.all(changes.map((change) => knowledge.commit(change, 0)));
        expect(taken).toEqual([true, false]);
        expect((await knowledge.counts()).dropped).toEqual({ repeated: 1 });
      }));

    it('counts what is there, by type and by reason', () =>
      onKnowledge(open, async (knowledge) => {
        expect(await knowledge.counts()).toEqual({
          learnings: {},
          learningsEver: 0,
          pinned: 0,
          sensitive: 0,
          pendingActions: 0,
          waitingReviews: 0,
          waitingQuestions: 0,
          curatedTurns: 0,
          dropped: {},
        });
        const learnings = [
          sampleLearning(),
          sampleLearning({ type: 'timing' }),
          sampleLearning({ type: 'timing', workspace: null, scope: { kind: 'user' } }),
          sampleLearning({ validTo: 1 }),
        ];
        await commitNext(knowledge, {
          learnings: learnings.map(learned),
          actions: [sampleAction(), sampleAction({ status: 'completed' })],
          reviews: [sampleReview(), sampleReview({ status: 'rejected' })],
          curated: [sampleTurn(1), sampleTurn(2), sampleTurn(2, { rev: 2 })],
          dropped: { 'no-evidence': 2, repeated: 1 },
        });
        await commitNext(knowledge, { dropped: { repeated: 4 } });
        expect(await knowledge.counts()).toEqual({
          learnings: { FACT: 1, timing: 2 },
          learningsEver: 4,
          pinned: 0,
          sensitive: 0,
          pendingActions: 1,
          waitingReviews: 1,
          waitingQuestions: 0,
          curatedTurns: 2,
          dropped: { 'no-evidence': 2, repeated: 5 },
        });
      }));
  });
}
