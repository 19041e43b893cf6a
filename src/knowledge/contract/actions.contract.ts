import { describe, expect, it } from 'vitest';
import { ACTION_STATUSES } from '../../memory/action.ts';
import { type ActId, deriveId, type LearningId, type RecordId } from '../../memory/ids.ts';
import {
  commitNext,
  NOW,
  type OpenEmptyKnowledge,
  OTHER_SPACE,
  onKnowledge,
  SPACE,
  sampleAction,
  sampleReview,
} from './samples.fixture.ts';

export function describeActions(open: OpenEmptyKnowledge): void {
  describe('actions and reviews', () => {
    it('an action comes back whole in each of its states, and a newer state replaces it (A-032, B-016)', () =>
      onKnowledge(open, async (knowledge) => {
        const action = sampleAction({
          sourceLearningId: deriveId<LearningId>('learning'),
          evidence: [deriveId<RecordId>('record')],
        });
        for (const status of ACTION_STATUSES) {
          await commitNext(knowledge, { actions: [{ ...action, status }] });
          expect(await knowledge.action(action.id)).toEqual({ ...action, status });
          expect(await knowledge.actions({ statuses: [status], limit: 9 })).toHaveLength(1);
        }
        expect(await knowledge.actions({ limit: 9 })).toHaveLength(1);
      }));

    it('actions are listed by priority, then newest first, for a space and the user scope beside it', () =>
      onKnowledge(open, async (knowledge) => {
        const low = sampleAction({ priority: 3, createdAt: NOW + 9 });
        const old = sampleAction({ createdAt: NOW });
        const recent = sampleAction({ createdAt: NOW + 1, workspace: null });
        const first = sampleAction({ priority: 1, createdAt: NOW - 9, status: 'completed' });
        const other = sampleAction({ workspace: OTHER_SPACE, priority: 1 });
        await commitNext(knowledge, { actions: [low, old, recent, first, other] });
        expect(await knowledge.actions({ workspace: SPACE, limit: 9 })).toEqual([first, recent, old, low]);
        expect(await knowledge.actions({ workspace: SPACE, statuses: ['pending'], limit: 2 })).toEqual([recent, old]);
        expect(await knowledge.actions({ workspace: SPACE, skip: 2, limit: 1 })).toEqual([old]);
        expect(await knowledge.actions({ workspace: null, limit: 9 })).toEqual([recent]);
        expect(await knowledge.actions({ limit: 9 })).toHaveLength(5);
      }));

    it('a review comes back whole, is replaced when it is decided, and is listed newest first', () =>
      onKnowledge(open, async (knowledge) => {
        const learning = sampleReview();
        const file = { name: 'user.md', workspace: null } as const;
        const rewrite = sampleReview({ workspace: null, held: { kind: 'file', file, base: 0, content: '# User\n' } });
        await commitNext(knowledge, { reviews: [learning, rewrite] });
        expect(await knowledge.review(learning.id)).toEqual(learning);
        expect(await knowledge.reviews({ limit: 9 })).toEqual([rewrite, learning]);
        expect(await knowledge.reviews({ skip: 1, limit: 9 })).toEqual([learning]);
        const actId = deriveId<ActId>('decision');
        await commitNext(knowledge, { actId, reviews: [{ ...rewrite, status: 'accepted' }] });
        expect(await knowledge.lastActOn(rewrite.id)).toBe(actId);
        expect(await knowledge.lastActOn(learning.id)).toBeUndefined();
        expect(await knowledge.reviews({ statuses: ['waiting'], limit: 9 })).toEqual([learning]);
        expect(await knowledge.reviews({ statuses: ['accepted', 'rejected'], limit: 9 })).toHaveLength(1);
      }));
  });
}
