import { describe, expect, it } from 'vitest';
import { deriveId, type InjectionId, type LearningId, type SessionId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { Receipt } from '../../memory/receipt.ts';
import {
  commitNext,
  learned,
  type OpenEmptyKnowledge,
  OTHER_SPACE,
  onKnowledge,
  SESSION,
  SPACE,
  sampleLearning,
  turnId,
} from './samples.fixture.ts';

function receipt(ts: number, rank: number, different: Partial<Receipt> = {}): Receipt {
  return {
    injectionId: deriveId<InjectionId>(String(ts)),
    ts,
    sessionId: SESSION,
    kind: 'prompt',
    item: `item ${rank}`,
    rank,
    score: 1 / rank,
    turnId: turnId(ts),
    outcome: null,
    ...different,
  };
}

export function describeReceipts(open: OpenEmptyKnowledge): void {
  describe('receipts', () => {
    it('are kept once each and listed newest first, in the order of the block', () =>
      onKnowledge(open, async (knowledge) => {
        const early = [receipt(1, 1), receipt(1, 2)];
        const late = [receipt(2, 1, { sessionId: deriveId<SessionId>('another'), kind: 'boot', score: null })];
        await knowledge.addReceipts(early);
        await knowledge.addReceipts([...early, ...late]);
        expect(await knowledge.receipts({ limit: 9 })).toEqual([...late, ...early]);
        expect(await knowledge.receipts({ sessionId: SESSION, limit: 1 })).toEqual([early[0]]);
        expect(await knowledge.receipts({ injectionId: receipt(1, 1).injectionId, limit: 9 })).toEqual(early);
        expect(await knowledge.receipts({ item: 'item', limit: 9 })).toHaveLength(3);
        expect(await knowledge.receipts({ item: 'item 2', limit: 9 })).toEqual([early[1]]);
      }));

    it('say what became of an item, also when it is judged again', () =>
      onKnowledge(open, async (knowledge) => {
        await knowledge.addReceipts([receipt(1, 1), receipt(1, 2)]);
        await knowledge.addReceipts([receipt(1, 1, { outcome: 'ignored' })]);
        await knowledge.addReceipts([receipt(1, 1, { outcome: 'used' })]);
        const outcomes = (await knowledge.receipts({ limit: 9 })).map(({ outcome }) => outcome);
        expect(outcomes).toEqual(['used', null]);
      }));

    it('of 0.1.0 that say a turn went against something are read as ignored', () =>
      onKnowledge(open, async (knowledge) => {
        await knowledge.addReceipts([receipt(1, 1, { outcome: 'contradicted' as 'ignored' })]);
        expect((await knowledge.receipts({ limit: 9 })).map(({ outcome }) => outcome)).toContain('ignored');
        expect((await knowledge.receipts({ limit: 9 })).map(({ outcome }) => outcome)).not.toContain('contradicted');
        expect(await knowledge.usageSince(0)).toMatchObject({ used: 0, ignored: 1 });
      }));

    it('are counted by item and since a moment, without what sessions start with', () =>
      onKnowledge(open, async (knowledge) => {
        await knowledge.addReceipts([
          receipt(1, 1, { outcome: 'used' }),
          receipt(1, 2, { outcome: 'ignored' }),
          receipt(2, 1, { outcome: 'ignored', kind: 'tool' }),
          receipt(3, 1),
          receipt(4, 1, { kind: 'boot' }),
        ]);
        expect(await knowledge.usage(['item 1', 'item 2', 'nobody'])).toEqual(
          new Map([
            ['item 1', { given: 3, used: 1, ignored: 1 }],
            ['item 2', { given: 1, used: 0, ignored: 1 }],
          ]),
        );
        expect(await knowledge.usageSince(1)).toEqual({ given: 4, used: 1, ignored: 2 });
        expect(await knowledge.usageSince(2)).toEqual({ given: 2, used: 0, ignored: 1 });
        expect(await knowledge.usageSince(9)).toEqual({ given: 0, used: 0, ignored: 0 });
      }));

    it('tell what learnings say that were used often, of one space and of everywhere, while they hold', () =>
      onKnowledge(open, async (knowledge) => {
        const named = (content: string, different: Partial<Learning> = {}) =>
          sampleLearning({ id: deriveId<LearningId>(content), content, ...different });
        const learnings = [
          named('here'),
          named('everywhere', { workspace: null, scope: { kind: 'user' } }),
          named('elsewhere', { workspace: OTHER_SPACE }),
          named('gone', { validTo: 9 }),
          named('once'),
          named('only at starts'),
        ];
        await commitNext(knowledge, { learnings: learnings.map(learned) });
        const uses = learnings.flatMap(({ id, content }, at) =>
          (content === 'once' ? [1] : [1, 2]).map((ts) =>
            receipt(ts, at + 1, {
              item: id,
              outcome: 'used',
              kind: content.startsWith('only') ? 'boot' : 'prompt',
            }),
          ),
        );
        await knowledge.addReceipts(uses);
        const used = await knowledge.usedStatements({ workspace: SPACE, limit: 9 }, 2);
        expect(used.toSorted()).toEqual(['everywhere', 'here']);
      }));

    it('tell what was judged again and again and never used', () =>
      onKnowledge(open, async (knowledge) => {
        const ignored = [1, 2].map((injection) => receipt(injection, 2, { outcome: 'ignored' }));
        const used = [1, 2].map((injection) =>
          receipt(injection, 1, { outcome: injection === 1 ? 'ignored' : 'used' }),
        );
        const boot = [1, 2].map((injection) => receipt(injection, 3, { outcome: 'ignored', kind: 'boot' }));
        await knowledge.addReceipts([
          ...ignored,
          ...used,
          ...boot,
          receipt(3, 2),
          receipt(3, 4, { outcome: 'ignored' }),
        ]);
        const usage = { given: 3, used: 0, ignored: 2 };
        expect(await knowledge.unused(2)).toEqual(new Map([['item 2', usage]]));
        expect(await knowledge.unused(3)).toEqual(new Map());
      }));
  });
}
