import { describe, expect, it } from 'vitest';
import { type ActId, deriveId, type InjectionId, type RecordId } from '../../memory/ids.ts';
import { lineDigest } from '../../memory/memory-file.ts';
import type { RecordMark, ScopeState } from '../../memory/scope-state.ts';
import {
  commitNext,
  learned,
  NOW,
  type OpenEmptyKnowledge,
  OTHER_SPACE,
  onKnowledge,
  SESSION,
  SPACE,
  sampleAction,
  sampleFile,
  sampleLearning,
  sampleReview,
  sampleTurn,
} from './samples.fixture.ts';

const EMPTY: ScopeState = { learnings: [], history: [], actions: [], reviews: [], files: [], recordMarks: [] };
const ACT = deriveId<ActId>('an act');

function mark(name: string, different: Partial<RecordMark> = {}): RecordMark {
  return { id: deriveId<RecordId>(name), workspace: SPACE, pinned: true, sensitive: false, ...different };
}

export function describeScopes(open: OpenEmptyKnowledge): void {
  describe('scopes', () => {
    it('are read whole, and a state put in the place of them leaves other scopes alone', () =>
      onKnowledge(open, async (knowledge) => {
        const [secret, kept, elsewhere] = [
          sampleLearning({ content: 'the zebra code' }),
          sampleLearning({ content: 'builds with make' }),
          sampleLearning({ workspace: OTHER_SPACE, content: 'another zebra' }),
        ];
        const [action, review] = [sampleAction(), sampleReview()];
        const files = [sampleFile(), sampleFile({ workspace: null, name: 'user.md' })];
        const recordMarks = [mark('one'), mark('two', { workspace: null })];
        await commitNext(knowledge, {
          actId: ACT,
          learnings: [secret, kept, elsewhere].map(learned),
          actions: [action],
          reviews: [review],
          files,
          recordMarks,
        });
        const state = await knowledge.scopeState([SPACE]);
        expect(state).toEqual({
          learnings: [secret, kept],
          history: [secret, kept].map((learning) => ({ ...learned(learning), actId: ACT })),
          actions: [action],
          reviews: [review],
          files: [files[0]],
          recordMarks: [recordMarks[0]],
        });
        const cleansed = { ...state, learnings: [kept], history: state.history.slice(1), actions: [] };
        await commitNext(knowledge, { replaces: { scopes: [SPACE], state: cleansed } });
        expect(await knowledge.scopeState([SPACE])).toEqual(cleansed);
        expect(await knowledge.learning(secret.id)).toBeUndefined();
        expect(await knowledge.learningHistory(secret.id)).toEqual([]);
        const found = await knowledge.searchLearnings({ text: 'zebra', valid: false, limit: 9 });
        expect(found.map(({ learning }) => learning.id)).toEqual([elsewhere.id]);
        expect((await knowledge.scopeState([null])).files).toEqual([files[1]]);
        expect((await knowledge.changesOf([ACT])).actions).toEqual([]);
      }));

    it('once replaced, leave no change of a learning at a place it had', () =>
      onKnowledge(open, async (knowledge) => {
        const [here, there] = [sampleLearning(), sampleLearning({ workspace: OTHER_SPACE })];
        await commitNext(knowledge, { learnings: [here, there].map(learned) });
        const last = (await knowledge.changedLearnings(0, 9)).at(-1);
        await commitNext(knowledge, { replaces: { scopes: [SPACE], state: EMPTY } });
        for (const place of [last?.seq ?? 0, (last?.seq ?? 0) - 1])
          expect(await knowledge.changedLearnings(place, 9)).toEqual([]);
        const [after, ...more] = await knowledge.changedLearnings(0, 9);
        expect(after?.learning).toEqual(there);
        expect(more).toEqual([]);
        expect(await knowledge.changedLearnings((after?.seq ?? 0) - 1, 9)).toEqual([after]);
        expect(after?.seq).toBeGreaterThan(last?.seq ?? 0);
      }));

    it('once replaced, are known to stand on disk by their lines until a version is noted', () =>
      onKnowledge(open, async (knowledge) => {
        const ref = { name: 'tools.md', workspace: SPACE } as const;
        await commitNext(knowledge, { files: [sampleFile({ content: '# Tools\n- zebra\n' })] });
        await knowledge.noteOnDisk(ref, 1);
        expect(await knowledge.goneLinesOnDisk(ref)).toBeUndefined();
        const state = { ...EMPTY, files: [sampleFile({ content: '# Tools\n- cleansed\n' })] };
        // The second time the disk still holds what it held before the first.
        for (const _ of [1, 2]) await commitNext(knowledge, { replaces: { scopes: [SPACE, null], state } });
        const lines = await knowledge.goneLinesOnDisk(ref);
        expect(['# Tools', '- zebra', '- cleansed'].map((line) => lines?.has(lineDigest(line)))).toEqual([
          true,
          true,
          false,
        ]);
        expect(await knowledge.filesGoneOnDisk()).toEqual([ref]);
        await knowledge.noteOnDisk(ref, 1);
        expect(await knowledge.goneLinesOnDisk(ref)).toBeUndefined();
        expect(await knowledge.filesGoneOnDisk()).toEqual([]);
      }));

    it('tell what rests on a record, and forget it when it rests on it no more', () =>
      onKnowledge(open, async (knowledge) => {
        const [one, two, three] = ['one', 'two', 'three'].map((name) => deriveId<RecordId>(name));
        if (one === undefined || two === undefined || three === undefined) throw new Error('three ids');
        const learning = sampleLearning({ evidence: [one, two] });
        const action = sampleAction({ evidence: [two] });
        await commitNext(knowledge, { learnings: [learned(learning)], actions: [action] });
        expect(await knowledge.restingOn([two, three])).toEqual({ learnings: [learning], actions: [action] });
        const moved = { ...learning, evidence: [one, three] };
        const change = {
          learningId: learning.id,
          ts: NOW,
          cause: 'reinforced',
          before: learning,
          after: moved,
        } as const;
        await commitNext(knowledge, { learnings: [change] });
        expect(await knowledge.restingOn([two])).toEqual({ learnings: [], actions: [action] });
        expect(await knowledge.restingOn([one, three])).toEqual({ learnings: [moved], actions: [] });
        await commitNext(knowledge, { replaces: { scopes: [SPACE], state: EMPTY } });
        expect(await knowledge.restingOn([one, two, three])).toEqual({ learnings: [], actions: [] });
      }));

    it('tell what an act did, with what was there before', () =>
      onKnowledge(open, async (knowledge) => {
        const [action, review] = [sampleAction(), sampleReview()];
        await commitNext(knowledge, { actions: [action] });
        const done = { ...action, status: 'completed' } as const;
        const learning = sampleLearning();
        const file = sampleFile({ actId: ACT });
        await commitNext(knowledge, {
          actId: ACT,
          learnings: [learned(learning)],
          actions: [done],
          reviews: [review],
          files: [file],
        });
        expect(await knowledge.changesOf([ACT])).toEqual({
          learnings: [{ ...learned(learning), actId: ACT }],
          actions: [{ id: action.id, before: action, after: done }],
          reviews: [{ id: review.id, before: null, after: review }],
          files: [file],
        });
      }));

    it('count what is pinned and sensitive, and a mark that says neither is none', () =>
      onKnowledge(open, async (knowledge) => {
        const learnings = [{ pinned: true }, { sensitive: true }, { pinned: true, validTo: NOW }].map(sampleLearning);
        const [one, two] = [mark('one', { sensitive: true }), mark('two')];
        await commitNext(knowledge, { learnings: learnings.map(learned), recordMarks: [one, two] });
        expect(await knowledge.counts()).toMatchObject({ pinned: 3, sensitive: 2 });
        expect(await knowledge.sensitiveRecords()).toEqual([one.id]);
        await commitNext(knowledge, { recordMarks: [{ ...two, pinned: false }] });
        expect(await knowledge.recordMarks([one.id, two.id])).toEqual(new Map([[one.id, one]]));
      }));

    it('lose receipts and queued turns that are named, for good', () =>
      onKnowledge(open, async (knowledge) => {
        const base = { ts: NOW, sessionId: SESSION, kind: 'prompt', score: null, turnId: null, outcome: null } as const;
        const [first, second] = ['first', 'second'].map((name) => deriveId<InjectionId>(name));
        if (first === undefined || second === undefined) throw new Error('two ids');
        await knowledge.addReceipts([
          { ...base, injectionId: first, item: 'a', rank: 1 },
          { ...base, injectionId: second, item: 'a', rank: 1 },
          { ...base, injectionId: second, item: 'b', rank: 2 },
        ]);
        await knowledge.eraseReceipts([first], ['b']);
        expect(await knowledge.receipts({ limit: 9 })).toEqual([{ ...base, injectionId: second, item: 'a', rank: 1 }]);
        await knowledge.queue.feed([sampleTurn(1), sampleTurn(2)], 2);
        await knowledge.forgetTurns([sampleTurn(1).id]);
        expect((await knowledge.queue.summary()).waiting).toBe(1);
      }));
  });
}
