import { describe, expect, it } from 'vitest';
import { contentDigest } from '../../memory/content-digest.ts';
import { type ActId, deriveId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { Knowledge } from '../knowledge.ts';
import {
  commitNext,
  learned,
  NOW,
  type OpenEmptyKnowledge,
  OTHER_SPACE,
  onKnowledge,
  SPACE,
  sampleLearning,
  sampleReview,
  turnId,
} from './samples.fixture.ts';

async function isDropped(knowledge: Knowledge, { turnId: turn }: Learning, content: string): Promise<boolean> {
  return turn !== null && knowledge.wasDropped(turn, contentDigest(content));
}

export function describeRemoved(open: OpenEmptyKnowledge): void {
  describe('a learning that a person removed', () => {
    it('is gone with its history, its evidence and what held it, and the others stay (C-037, C-050)', () =>
      onKnowledge(open, async (knowledge) => {
        const [gone, kept] = [sampleLearning({ content: 'the zebra code' }), sampleLearning()];
        const actId = deriveId<ActId>('an act');
        const held = { kind: 'learning', learning: gone, replaces: null } as const;
        const reviews = [sampleReview({ held }), sampleReview()];
        await commitNext(knowledge, { actId, learnings: [gone, kept].map(learned), reviews });
        await commitNext(knowledge, { removed: [gone] });
        expect(await knowledge.learning(gone.id)).toBeUndefined();
        expect(await knowledge.learningHistory(gone.id)).toEqual([]);
        expect(await knowledge.searchLearnings({ text: 'zebra', valid: false, limit: 9 })).toEqual([]);
        expect((await knowledge.restingOn(gone.evidence)).learnings).toEqual([]);
        expect(await knowledge.reviews({ limit: 9 })).toEqual([reviews[1]]);
        const changes = await knowledge.changesOf([actId]);
        expect(changes.learnings.map(({ learningId }) => learningId)).toEqual([kept.id]);
        expect(changes.reviews.map(({ id }) => id)).toEqual([reviews[1]?.id]);
        expect((await knowledge.scopeState([SPACE])).learnings).toEqual([kept]);
        expect(await knowledge.memoryCount({ now: NOW })).toBe(1);
      }));

    it('is told to whoever follows, without a word of it, and nothing else is told again', () =>
      onKnowledge(open, async (knowledge) => {
        const gone = sampleLearning({ content: 'the zebra code', subject: 'zebra', tags: ['zebra'] });
        const kept = sampleLearning();
        await commitNext(knowledge, { learnings: [gone, kept].map(learned) });
        const last = (await knowledge.changedLearnings(0, 9)).at(-1);
        await commitNext(knowledge, { removed: [gone] });
        const [change, ...more] = await knowledge.changedLearnings(last?.seq ?? 0, 9);
        expect(more).toEqual([]);
        expect(change?.learning).toMatchObject({ id: gone.id, workspace: SPACE, content: '', subject: null, tags: [] });
        expect(change?.learning.validTo).not.toBeNull();
        expect(JSON.stringify(await knowledge.changedLearnings(0, 9))).not.toContain('zebra');
        expect((await knowledge.changedLearnings((last?.seq ?? 0) - 1, 1))[0]).toEqual(last);
      }));

    it('makes whoever has seen nothing after it begin anew', () =>
      onKnowledge(open, async (knowledge) => {
        const gone = sampleLearning();
        await commitNext(knowledge, { learnings: [sampleLearning(), gone].map(learned) });
        const last = (await knowledge.changedLearnings(0, 9)).at(-1)?.seq ?? 0;
        await commitNext(knowledge, { removed: [gone] });
        expect((await knowledge.changedLearnings(last - 1, 1))[0]?.seq).not.toBe(last);
      }));

    it('is known by every way its turn has said it, and by no other turn', () =>
      onKnowledge(open, async (knowledge) => {
        const before = sampleLearning({ content: 'Redis needs  30 s' });
        const after = { ...before, content: 'redis needs a minute' };
        await commitNext(knowledge, { learnings: [learned(before)] });
        await commitNext(knowledge, {
          learnings: [{ learningId: after.id, ts: NOW, cause: 'edited', before, after }],
        });
        expect(await isDropped(knowledge, after, after.content)).toBe(false);
        await commitNext(knowledge, { removed: [after] });
        for (const content of [before.content, after.content, 'redis NEEDS 30 s'])
          expect(await isDropped(knowledge, after, content)).toBe(true);
        expect(await isDropped(knowledge, after, 'redis needs two minutes')).toBe(false);
        expect(await isDropped(knowledge, sampleLearning(), after.content)).toBe(false);
      }));

    it('is a learning like any other once it is known again', () =>
      onKnowledge(open, async (knowledge) => {
        const learning = sampleLearning();
        await commitNext(knowledge, { learnings: [learned(learning)] });
        await commitNext(knowledge, { removed: [learning] });
        await commitNext(knowledge, { learnings: [learned(learning)] });
        expect(await isDropped(knowledge, learning, learning.content)).toBe(false);
        expect(await knowledge.learningHistory(learning.id)).toEqual([learned(learning)]);
        expect((await knowledge.changedLearnings(0, 9)).at(-1)?.learning).toEqual(learning);
        const state = await knowledge.scopeState([SPACE]);
        expect(state).toMatchObject({ learnings: [learning], history: [learned(learning)] });
        expect(state.dropped).toBeUndefined();
      }));

    it('stays removed through a checkpoint of its scope, and goes with the scope', () =>
      onKnowledge(open, async (knowledge) => {
        const [here, there] = [sampleLearning(), sampleLearning({ workspace: OTHER_SPACE })];
        await commitNext(knowledge, { learnings: [here, there].map(learned) });
        await commitNext(knowledge, { removed: [here, there] });
        const state = await knowledge.scopeState([SPACE]);
        expect(state.dropped).toEqual([{ workspace: SPACE, turnId: here.turnId, digest: contentDigest(here.content) }]);
        await knowledge.rebuild(async (fresh) => {
          await commitNext(fresh, { replaces: { scopes: [SPACE, null], state } });
          expect(await isDropped(fresh, here, here.content)).toBe(true);
          expect(await isDropped(fresh, there, there.content)).toBe(false);
        });
        const { dropped, ...rest } = state;
        expect(dropped).toHaveLength(1);
        await commitNext(knowledge, { replaces: { scopes: [SPACE, null], state: rest } });
        expect(await isDropped(knowledge, here, here.content)).toBe(false);
        expect(await isDropped(knowledge, there, there.content)).toBe(true);
      }));

    it('is told of its scope, whoever says it and whoever wrote it, until it is known there again (C-006)', () =>
      onKnowledge(open, async (knowledge) => {
        const [said, written] = [sampleLearning(), sampleLearning({ turnId: null, content: 'By hand' })];
        await commitNext(knowledge, { learnings: [said, written].map(learned) });
        await commitNext(knowledge, { removed: [said, written] });
        for (const { content } of [said, written]) {
          expect(await knowledge.wasDroppedFrom(SPACE, contentDigest(content))).toBe(true);
          expect(await knowledge.wasDroppedFrom(OTHER_SPACE, contentDigest(content))).toBe(false);
          expect(await knowledge.wasDroppedFrom(null, contentDigest(content))).toBe(false);
        }
        const other = sampleLearning({ content: 'Something else' });
        const after = { ...other, content: 'by hand' };
        await commitNext(knowledge, { learnings: [learned(other)] });
        await commitNext(knowledge, {
          learnings: [{ learningId: other.id, ts: NOW, cause: 'edited', before: other, after }],
        });
        expect(await knowledge.wasDroppedFrom(SPACE, contentDigest(written.content))).toBe(false);
        expect(await knowledge.wasDroppedFrom(SPACE, contentDigest(said.content))).toBe(true);
      }));

    it('is remembered no longer than its turn', () =>
      onKnowledge(open, async (knowledge) => {
        const learning = sampleLearning({ turnId: turnId(1) });
        await commitNext(knowledge, { learnings: [learned(learning)] });
        await commitNext(knowledge, { removed: [learning] });
        await knowledge.forgetTurns([turnId(1)]);
        expect(await isDropped(knowledge, learning, learning.content)).toBe(false);
      }));
  });
}
