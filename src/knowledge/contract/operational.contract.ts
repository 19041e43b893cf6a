import { describe, expect, it } from 'vitest';
import { deriveId, type SessionId } from '../../memory/ids.ts';
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

export function describeOperational(open: OpenEmptyKnowledge): void {
  describe('operational memory', () => {
    it('keeps which tier said it, and says nothing of the first (C-014)', () =>
      onKnowledge(open, async (knowledge) => {
        const third = sampleLearning({ tier: 3 });
        const first = sampleLearning();
        await commitNext(knowledge, { learnings: [third, first].map(learned) });
        expect(await knowledge.learning(third.id)).toEqual(third);
        expect(await knowledge.learning(first.id)).toStrictEqual(first);
        const state = await knowledge.scopeState([SPACE]);
        await commitNext(knowledge, { replaces: { scopes: [SPACE, null], state } });
        expect((await knowledge.scopeState([SPACE])).learnings).toEqual([third, first]);
        expect((await knowledge.learningHistory(third.id)).map(({ after }) => after.tier)).toEqual([3]);
      }));

    it('names its services, also those of what holds no more, once and in order (C-054)', () =>
      onKnowledge(open, async (knowledge) => {
        const learnings = [
          sampleLearning({ type: 'timing', subject: 'redis' }),
          sampleLearning({ type: 'behavior', subject: 'redis', workspace: OTHER_SPACE }),
          sampleLearning({ type: 'maintenance', subject: 'api', validTo: NOW }),
          sampleLearning({ type: 'dependency', subject: null }),
          sampleLearning({ type: 'FACT', subject: 'no service' }),
        ];
        await commitNext(knowledge, { learnings: learnings.map(learned) });
        expect(await knowledge.services()).toEqual(['api', 'redis']);
      }));

    it('gives the strongest of a space and the user scope, and how many there are (C-041)', () =>
      onKnowledge(open, async (knowledge) => {
        const type = 'remediation';
        const strong = sampleLearning({ type, confidence: 0.9 });
        const user = sampleLearning({ type, confidence: 0.8, workspace: null, scope: { kind: 'user' } });
        const faded = sampleLearning({ type, confidence: 1, confirmedAt: NOW - 58 * DAY_MS });
        const gone = sampleLearning({ type, confidence: 1, confirmedAt: NOW - 90 * DAY_MS });
        const pinned = sampleLearning({ type, confidence: 0.7, confirmedAt: NOW - 90 * DAY_MS, pinned: true });
        const others = [
          sampleLearning({ type, workspace: OTHER_SPACE }),
          sampleLearning({ type, validTo: NOW }),
          sampleLearning({ type: 'FACT', confidence: 1 }),
        ];
        await commitNext(knowledge, { learnings: [gone, faded, pinned, user, strong, ...others].map(learned) });
        const asked = { workspace: SPACE, now: NOW };
        expect(await knowledge.operational({ ...asked, limit: 9 })).toEqual({
          learnings: [strong, user, pinned, faded],
          total: 4,
        });
        expect(await knowledge.operational({ ...asked, limit: 1 })).toEqual({ learnings: [strong], total: 4 });
        expect(await knowledge.operational({ ...asked, workspace: null, limit: 9 })).toEqual({
          learnings: [user],
          total: 1,
        });
      }));

    it('is told newest first for the feed, page by page (C-063)', () =>
      onKnowledge(open, async (knowledge) => {
        const learnings = [3, 1, 2, 2].map((at) =>
          sampleLearning({ type: 'timing', createdAt: NOW + at, subject: at === 1 ? 'api' : 'redis' }),
        );
        const [third, first, second, twin] = learnings;
        const closed = { validTo: NOW + 9, supersededBy: first?.id ?? null };
        const wording = sampleLearning({ type: 'timing', createdAt: NOW + 1, ...closed });
        await commitNext(knowledge, { learnings: [...learnings, sampleLearning(), wording].map(learned) });
        const created = async (filter: Partial<Parameters<typeof knowledge.createdOperational>[0]>) =>
          (await knowledge.createdOperational({ limit: 9, ...filter })).map(({ learning }) => learning);
        expect(await created({})).toEqual([third, twin, second, first]);
        const [, page] = await knowledge.createdOperational({ limit: 2 });
        expect(await created({ after: page?.mark ?? '' })).toEqual([second, first]);
        expect(await created({ until: NOW + 2, limit: 2 })).toEqual([twin, second]);
        expect(await created({ subject: 'api' })).toEqual([first]);
        expect(await created({ sessionId: deriveId<SessionId>('unknown') })).toEqual([]);
        expect(await created({ workspace: null })).toEqual([]);
      }));

    it('counts what was learned day by day, each moment in one day only', () =>
      onKnowledge(open, async (knowledge) => {
        const at = [0, 1, DAY_MS - 1, DAY_MS, 3 * DAY_MS].map((ms) => sampleLearning({ createdAt: NOW + ms }));
        await commitNext(knowledge, { learnings: at.map(learned) });
        const days = [0, 1, 2, 3].map((day) => NOW + day * DAY_MS);
        expect(await knowledge.learnedBetween(days)).toEqual([3, 1, 0]);
        expect(await knowledge.learnedBetween([NOW])).toEqual([]);
      }));
  });
}
