import { expect, it } from 'vitest';
import type { ActSummary } from '../../http/trust-api.ts';
import type { ActId } from '../../memory/ids.ts';
import { lastThatHolds } from './undo.ts';

const batch = (act: string, reverts: readonly string[] | null = null): ActSummary => ({
  act: act as ActId,
  reverts: reverts as readonly ActId[] | null,
  ts: 0,
  workspace: null,
  by: 'you',
  added: [],
  changed: [],
  actions: 0,
  files: [],
  undone: false,
});

it('undoing the last again and again walks back, and what was brought back counts again (POI-12)', () => {
  const [first, second] = [batch('first'), batch('second')];
  expect(lastThatHolds([second, first])).toBe(second);
  expect(lastThatHolds([batch('undo', ['second']), second, first])).toBe(first);
  expect(lastThatHolds([batch('redo', ['undo']), batch('undo', ['second']), second, first])).toBe(second);
  expect(lastThatHolds([batch('withdrew', []), second])).toBe(second);
  expect(lastThatHolds([batch('undo', ['first']), first])).toBeUndefined();
});
