import { expect, it } from 'vitest';
import type { ForgetReceipt } from '../../memory/forgetting.ts';
import type { ActId, LearningId, SpaceId } from '../../memory/ids.ts';
import { newLearning } from '../../memory/learning.ts';
import { JOURNAL_SHAPES, journalLine } from '../export/journal-lines.ts';

const learning = newLearning(7, {
  id: 'l1' as LearningId,
  workspace: 'space' as SpaceId,
  type: 'FACT',
  content: 'the api listens on port 4000',
  trust: 'typed',
  asked: ['which port does the api use?'],
});
const edit = { kind: 'edit', id: 'a1', ts: 7, workspace: null };

it('a learning that a curator gave questions for is taken as it is, also within an edit', () => {
  const change = { kind: 'amend', before: null, after: learning };
  expect(JOURNAL_SHAPES.edit?.parse({ ...edit, change })).toStrictEqual({ kind: 'act', row: { ...edit, change } });
});

it('an edit with a field that nothing has is refused', () => {
  const change = { kind: 'remember', learning: { ...learning, colour: 'red' } };
  expect(JOURNAL_SHAPES.edit?.safeParse({ ...edit, change }).success).toBe(false);
});

it('a receipt says as much when it is read back: how it was looked for, and that a copy was put back', () => {
  const counts = { records: 1, turns: 1, sessions: 0, learnings: 0, actions: 0, fileLines: 0, injections: 0, acts: 0 };
  const verification = { state: 'verified', needles: 3, files: 2, bytes: 100, tracesIn: [] } as const;
  const times = { askedAt: 1, finishedAt: 2 };
  const row: ForgetReceipt = {
    id: 'a1' as ActId,
    ...times,
    selection: 'erased',
    counts,
    copiesOutside: [],
    verification,
  };
  const line = JSON.parse(JSON.stringify(journalLine({ kind: 'forget-receipt', row })));
  expect(JOURNAL_SHAPES['forget-receipt']?.parse(line)).toStrictEqual({ kind: 'forget-receipt', row });
});
