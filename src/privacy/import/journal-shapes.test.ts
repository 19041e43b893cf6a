import { expect, it } from 'vitest';
import type { LearningId, SpaceId } from '../../memory/ids.ts';
import { newLearning } from '../../memory/learning.ts';
import { JOURNAL_SHAPES } from './journal-shapes.ts';

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
