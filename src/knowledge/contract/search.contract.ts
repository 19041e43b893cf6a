import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LearningSearch } from '../read-learnings.ts';
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

export function describeSearch(open: OpenEmptyKnowledge): void {
  describe('search over learnings', () => {
    it('finds words in content, type, subject and tags, in any case and form (A-034, B-016)', () =>
      onKnowledge(open, async (knowledge) => {
        const content = sampleLearning({ content: 'The Builds were RUNNING', subject: null });
        const subject = sampleLearning({ subject: 'runs' });
        const tags = sampleLearning({ tags: ['x', 'run'] });
        const type = sampleLearning({ type: 'PREFERENCE' });
        await commitNext(knowledge, { learnings: [content, subject, tags, type].map(learned) });
        const ids = async (text: string) =>
          (await knowledge.searchLearnings({ text, limit: 9 })).map(({ learning }) => learning.id).sort();
        expect(await ids('run')).toEqual([content.id, subject.id, tags.id].sort());
        expect(await ids('preference')).toEqual([type.id]);
        expect(await ids('nowhere')).toEqual([]);
      }));

    it('takes words as alternatives, best first, and equally good ones always in the same order', () =>
      onKnowledge(open, async (knowledge) => {
        const both = sampleLearning({ content: 'deploy with docker' });
        const one = sampleLearning({ content: 'deploy by hand' });
        const twin = sampleLearning({ content: 'deploy by hand' });
        const fillers = Array.from({ length: 10 }, () => sampleLearning({ content: 'something else' }));
        await commitNext(knowledge, { learnings: [one, twin, both, ...fillers].map(learned) });
        const hits = await knowledge.searchLearnings({ text: 'docker deploy', limit: 9 });
        expect(hits.map(({ learning }) => learning)).toEqual([both, twin, one]);
        expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? Number.NaN);
        expect(hits[1]?.score).toBe(hits[2]?.score);
        expect(await knowledge.searchLearnings({ text: 'docker deploy', limit: 1 })).toEqual(hits.slice(0, 1));
        expect(await knowledge.searchLearnings({ text: 'docker deploy', limit: 0 })).toEqual([]);
      }));

    it('stays inside the space and the user scope, with what holds and the types asked for', () =>
      onKnowledge(open, async (knowledge) => {
        const own = sampleLearning({ content: 'fox' });
        const user = sampleLearning({ content: 'fox', workspace: null, scope: { kind: 'user' }, type: 'PATTERN' });
        const other = sampleLearning({ content: 'fox', workspace: OTHER_SPACE });
        const over = sampleLearning({ content: 'fox', validTo: NOW });
        await commitNext(knowledge, { learnings: [own, user, other, over].map(learned) });
        const found = async (search: Partial<LearningSearch>) =>
          (await knowledge.searchLearnings({ text: 'fox', limit: 9, ...search })).map(({ learning }) => learning.id);
        expect(await found({ workspace: SPACE })).toEqual([user.id, own.id]);
        expect(await found({ workspace: null })).toEqual([user.id]);
        expect(await found({})).toEqual([other.id, user.id, own.id]);
        expect(await found({ workspace: SPACE, valid: false })).toEqual([over.id, user.id, own.id]);
        expect(await found({ workspace: SPACE, types: ['PATTERN'] })).toEqual([user.id]);
      }));

    it('follows changes: the old words are gone, the new ones are found', () =>
      onKnowledge(open, async (knowledge) => {
        const before = sampleLearning({ content: 'uses yarn' });
        const after = { ...before, content: 'uses pnpm' };
        await commitNext(knowledge, { learnings: [learned(before)] });
        await commitNext(knowledge, {
          learnings: [{ learningId: before.id, ts: NOW, cause: 'edited', before, after }],
        });
        expect(await knowledge.searchLearnings({ text: 'yarn', limit: 9 })).toEqual([]);
        expect((await knowledge.searchLearnings({ text: 'pnpm', limit: 9 })).map((hit) => hit.learning)).toEqual([
          after,
        ]);
      }));

    it('takes any text (SRV-21)', () =>
      onKnowledge(open, async (knowledge) => {
        await commitNext(knowledge, { learnings: [learned(sampleLearning({ content: 'fox' }))] });
        const operators = fc.constantFrom('"', 'fox', ' ', '*', '(', ')', 'NEAR', 'AND', ':', '^', '-', '\0', '\ud800');
        await fc.assert(
          fc.asyncProperty(fc.oneof(fc.string(), fc.string({ unit: operators })), async (text) => {
            const hits = await knowledge.searchLearnings({ text, workspace: SPACE, limit: 5 });
            expect(hits.length).toBeLessThanOrEqual(1);
          }),
          { numRuns: 200 },
        );
        expect(await knowledge.searchLearnings({ text: '"fox" OR (', limit: 5 })).toHaveLength(1);
      }));
  });
}
