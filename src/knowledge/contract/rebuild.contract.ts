import { describe, expect, it } from 'vitest';
import {
  commitNext,
  learned,
  NOW,
  type OpenEmptyKnowledge,
  onKnowledge,
  sampleChange,
  sampleFile,
  sampleLearning,
  sampleTurn,
} from './samples.fixture.ts';

export function describeRebuild(open: OpenEmptyKnowledge): void {
  describe('rebuild', () => {
    it('fills an empty store while this one serves, and after the swap this one holds what that one held', () =>
      onKnowledge(open, async (knowledge) => {
        const [old, added, made] = [sampleLearning(), sampleLearning(), sampleLearning({ content: 'made anew' })];
        await commitNext(knowledge, { learnings: [learned(old)], files: [sampleFile()], dropped: { counted: 1 } });
        await knowledge.noteOnDisk(sampleFile(), 1);
        await knowledge.queue.feed([sampleTurn(1)], 7);
        await knowledge.rebuild(async (fresh, swap) => {
          expect(await fresh.counts()).toMatchObject({ learningsEver: 0, dropped: {} });
          expect(await fresh.appliedThrough()).toBe(0);
          await fresh.commit(sampleChange(40, { learnings: [learned(made)] }), 0);
          await commitNext(knowledge, { learnings: [learned(added)] });
          expect(await knowledge.learnings({ limit: 9 })).toEqual([added, old]);
          expect(await knowledge.isRebuildUnfinished()).toBe(true);
          await swap();
          expect(await knowledge.learnings({ limit: 9 })).toEqual([made]);
        });
        expect(await knowledge.isRebuildUnfinished()).toBe(false);
        expect(await knowledge.appliedThrough()).toBe(40);
        expect(await knowledge.files()).toEqual([]);
        expect(await knowledge.versionOnDisk(sampleFile())).toBeUndefined();
        expect(await knowledge.queue.fedThrough()).toBe(0);
        expect((await knowledge.queue.summary()).waiting).toBe(0);
        expect((await knowledge.searchLearnings({ text: 'anew', limit: 9 })).map(({ learning }) => learning)).toEqual([
          made,
        ]);
        expect(await knowledge.commit(sampleChange(41, { learnings: [learned(old)] }), 40)).toBe(true);
      }));

    it('keeps reading and writing through the swap: no read fails, no write is lost', () =>
      onKnowledge(open, async (knowledge) => {
        await knowledge.rebuild(async (fresh, swap) => {
          await fresh.commit(sampleChange(1), 0);
          const swapping = swap();
          const writes = [2, 3].map((seq) => knowledge.commit(sampleChange(seq, { dropped: { counted: 1 } }), seq - 1));
          const reading = knowledge.counts();
          await swapping;
          expect(await Promise.all(writes)).toEqual([true, true]);
          expect(await reading).toMatchObject({ learningsEver: 0 });
        });
        expect((await knowledge.counts()).dropped).toEqual({ counted: 2 });
      }));

    it('that fails changes nothing, and the next one goes on where it was', () =>
      onKnowledge(open, async (knowledge) => {
        const [old, made] = [sampleLearning(), sampleLearning()];
        await commitNext(knowledge, { learnings: [learned(old)] });
        expect(await knowledge.isRebuildUnfinished()).toBe(false);
        const failing = knowledge.rebuild(async (fresh) => {
          await fresh.commit(sampleChange(5, { learnings: [learned(made)] }), 0);
          throw new Error('the power is gone');
        });
        await expect(failing).rejects.toThrow('the power is gone');
        expect(await knowledge.isRebuildUnfinished()).toBe(true);
        expect(await knowledge.learnings({ limit: 9 })).toEqual([old]);
        await knowledge.rebuild(async (fresh, swap) => {
          expect(await fresh.appliedThrough()).toBe(5);
          await swap();
        });
        expect(await knowledge.learnings({ limit: 9 })).toEqual([made]);
        expect(await knowledge.isRebuildUnfinished()).toBe(false);
      }));

    it('runs once at a time, and again when it is done', () =>
      onKnowledge(open, async (knowledge) => {
        await knowledge.rebuild(async (_, swap) => {
          const second = knowledge.rebuild(async () => undefined);
          await expect(second).rejects.toMatchObject({ code: 'rebuild-running', retryable: true });
          await swap();
        });
        await knowledge.rebuild(async (fresh, swap) => {
          await fresh.queue.feed([sampleTurn(1, { closedAt: NOW })], 3);
          await swap();
        });
        expect(await knowledge.queue.fedThrough()).toBe(3);
      }));
  });
}
