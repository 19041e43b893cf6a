import { describe, expect, it } from 'vitest';
import { type AppId, deriveId, type LearningId } from '../../memory/ids.ts';
import { LEARNED_TYPES, type LearningChange, OPERATIONAL_CATEGORIES } from '../../memory/learning.ts';
import type { LearningFilter } from '../read-learnings.ts';
import {
  commitNext,
  learned,
  NOW,
  type OpenEmptyKnowledge,
  OTHER_SPACE,
  onKnowledge,
  SPACE,
  sampleLearning,
  turnId,
} from './samples.fixture.ts';

const USER = { workspace: null, scope: { kind: 'user' } } as const;

export function describeLearnings(open: OpenEmptyKnowledge): void {
  describe('learnings', () => {
    it('come back whole, of every type and scope (A-031, B-015)', () =>
      onKnowledge(open, async (knowledge) => {
        const learnings = [
          ...[...LEARNED_TYPES, ...OPERATIONAL_CATEGORIES].map((type) => sampleLearning({ type })),
          sampleLearning({
            ...USER,
            subject: null,
            sessionId: null,
            turnId: null,
            evidence: [],
            tags: ['a "b"', '🦊'],
          }),
          sampleLearning({ scope: { kind: 'app', app: deriveId<AppId>('app') }, confidence: 1, trust: 'import' }),
          sampleLearning({ pinned: true, sensitive: true, persistent: true, content: "'; DROP TABLE learnings; --" }),
          sampleLearning({ validTo: NOW, supersededBy: deriveId<LearningId>('next'), confidence: 0 }),
        ];
        await commitNext(knowledge, { learnings: learnings.map(learned) });
        for (const learning of learnings) expect(await knowledge.learning(learning.id)).toEqual(learning);
        expect(await knowledge.learning(deriveId<LearningId>('unknown'))).toBeUndefined();
      }));

    it('are found by the beginning of their id, in a space and the user scope beside it', () =>
      onKnowledge(open, async (knowledge) => {
        const [here, there, user] = [{}, { workspace: OTHER_SPACE }, USER].map((different, index) =>
          sampleLearning({ ...different, id: `aaaaaa-${index}` as LearningId }),
        );
        await commitNext(knowledge, {
          learnings: [here, there, user, sampleLearning()].flatMap((one) => (one ? [learned(one)] : [])),
        });
        const found = (beginning: string, filter: Partial<LearningFilter> = {}) =>
          knowledge.learningsById(beginning, { limit: 9, ...filter });
        expect(await found('aaaaaa')).toEqual([here, there, user]);
        expect(await found('aaaaaa', { limit: 1 })).toEqual([here]);
        expect(await found('aaaaaa', { workspace: SPACE })).toEqual([here, user]);
        expect(await found('aaaaaa', { workspace: null })).toEqual([user]);
        expect(await found('aaaaaa-1')).toEqual([there]);
        expect(await found('zz')).toEqual([]);
      }));

    it('are replaced by their newer state, and every change is kept in order with what it was before', () =>
      onKnowledge(open, async (knowledge) => {
        const first = sampleLearning({ content: 'dates are MM/DD/YYYY' });
        const second = { ...first, updatedAt: NOW + 5, confidence: 0.8 };
        const third = { ...second, updatedAt: NOW + 6, validTo: NOW + 6 };
        const changes: readonly LearningChange[] = [
          learned(first),
          { learningId: first.id, ts: NOW + 5, cause: 'reinforced', before: first, after: second },
          { learningId: first.id, ts: NOW + 6, cause: 'corrected', before: second, after: third },
        ];
        await commitNext(knowledge, { learnings: changes.slice(0, 2) });
        expect(await knowledge.learning(first.id)).toEqual(second);
        await commitNext(knowledge, { learnings: changes.slice(2) });
        expect(await knowledge.learning(first.id)).toEqual(third);
        expect(await knowledge.learningHistory(first.id)).toEqual(changes);
      }));

    it('with half a surrogate pair are stored with its replacement, and the history says the same', () =>
      onKnowledge(open, async (knowledge) => {
        const broken = sampleLearning({ content: 'a\ud83d', subject: '\udd8a', tags: ['\ud83d'] });
        await commitNext(knowledge, { learnings: [learned(broken)] });
        const stored = { ...broken, content: 'a\ufffd', subject: '\ufffd', tags: ['\ufffd'] };
        expect(await knowledge.learning(broken.id)).toEqual(stored);
        expect((await knowledge.learningHistory(broken.id))[0]?.after).toEqual(stored);
      }));

    it('of a space come with the user scope beside it and none of another space, newest first', () =>
      onKnowledge(open, async (knowledge) => {
        const [own, user, other, late] = [
          sampleLearning({ createdAt: NOW + 1 }),
          sampleLearning({ ...USER, createdAt: NOW + 2 }),
          sampleLearning({ workspace: OTHER_SPACE, createdAt: NOW + 3 }),
          // Learned before the others, though it came last.
          sampleLearning({ createdAt: NOW }),
        ];
        const twin = sampleLearning({ createdAt: NOW + 1 });
        await commitNext(knowledge, { learnings: [own, user, other, late, twin].map(learned) });
        const ids = async (filter: Omit<LearningFilter, 'limit'>, limit = 10) =>
          (await knowledge.learnings({ ...filter, limit })).map(({ id }) => id);
        expect(await ids({ workspace: SPACE })).toEqual([user.id, twin.id, own.id, late.id]);
        expect(await ids({ workspace: OTHER_SPACE })).toEqual([other.id, user.id]);
        expect(await ids({ workspace: null })).toEqual([user.id]);
        expect(await ids({})).toEqual([other.id, user.id, twin.id, own.id, late.id]);
        expect(await ids({ workspace: SPACE }, 2)).toEqual([user.id, twin.id]);
        expect(await ids({ workspace: SPACE }, 0)).toEqual([]);
        expect(await ids({ workspace: SPACE }, -1)).toEqual([]);
      }));

    it('that hold no more are left out unless they are asked for', () =>
      onKnowledge(open, async (knowledge) => {
        const [holds, over] = [sampleLearning(), sampleLearning({ validTo: NOW })];
        await commitNext(knowledge, { learnings: [holds, over].map(learned) });
        for (const workspace of [SPACE, undefined]) {
          const asked = workspace === undefined ? {} : { workspace };
          expect(await knowledge.learnings({ ...asked, limit: 9 })).toEqual([holds]);
          expect(await knowledge.learnings({ ...asked, valid: true, limit: 9 })).toEqual([holds]);
          expect(await knowledge.learnings({ ...asked, valid: false, limit: 9 })).toEqual([over, holds]);
        }
      }));

    it('are chosen by type, and by when they were learned or last confirmed', () =>
      onKnowledge(open, async (knowledge) => {
        const old = sampleLearning({ createdAt: NOW });
        const confirmed = sampleLearning({ createdAt: NOW, confirmedAt: NOW + 50 });
        const recent = sampleLearning({ createdAt: NOW + 60, type: 'PREFERENCE', ...USER });
        await commitNext(knowledge, { learnings: [old, confirmed, recent].map(learned) });
        const asked = { workspace: SPACE, limit: 9 };
        expect(await knowledge.learnings({ ...asked, since: NOW })).toHaveLength(3);
        expect(await knowledge.learnings({ ...asked, since: NOW + 50 })).toEqual([recent, confirmed]);
        expect(await knowledge.learnings({ ...asked, since: NOW + 51 })).toEqual([recent]);
        expect(await knowledge.learnings({ ...asked, types: ['FACT', 'timing'] })).toEqual([confirmed, old]);
        expect(await knowledge.learnings({ ...asked, types: ['FACT'], since: NOW + 1 })).toEqual([confirmed]);
        expect(await knowledge.learnings({ ...asked, types: [] })).toEqual([]);
      }));

    it('of turns are found whether they still hold or not', () =>
      onKnowledge(open, async (knowledge) => {
        const [first, second, other, none] = [
          sampleLearning({ turnId: turnId(1) }),
          sampleLearning({ turnId: turnId(2), validTo: NOW }),
          sampleLearning({ turnId: turnId(3) }),
          sampleLearning({ turnId: null }),
        ];
        await commitNext(knowledge, { learnings: [first, second, other, none].map(learned) });
        expect(await knowledge.learningsOfTurns([turnId(2), turnId(1), turnId(99)])).toEqual([first, second]);
        expect(await knowledge.learningsOfTurns([])).toEqual([]);
      }));

    it('that gave way to another are found by it', () =>
      onKnowledge(open, async (knowledge) => {
        const holds = sampleLearning({});
        const gone = [0, 1].map(() => sampleLearning({ validTo: NOW, supersededBy: holds.id }));
        await commitNext(knowledge, { learnings: [holds, ...gone, sampleLearning({ validTo: NOW })].map(learned) });
        expect(await knowledge.learningsReplacedBy(holds.id)).toEqual(gone);
        expect(await knowledge.learningsReplacedBy(gone[0]?.id ?? holds.id)).toEqual([]);
      }));
  });
}
