import { expect, it } from 'vitest';
import { askFor, markRun } from './exchange.ts';

it('marks the event of a further part, and leaves that of the first as it came', () => {
  const body = '\n {"hook_event_name": "SessionStart", "cwd": "/a{b}"}';
  expect(askFor(1, body)).toBe(body);
  expect(JSON.parse(askFor(2, body))).toEqual({ ...JSON.parse(body), carryover_part: 2 });
  expect(askFor(2, 'not JSON')).toBe('not JSON');
});

it('marks the event of a run with its id and tier, and leaves any other as it came', () => {
  const body = '{"hook_event_name": "Stop", "cwd": "/a{b}"}';
  expect(markRun(body, {})).toBe(body);
  expect(JSON.parse(markRun(body, { CARRYOVER_RUN: 'r"$&', CARRYOVER_TIER: '2' }))).toEqual({
    ...JSON.parse(body),
    carryover_run: 'r"$&',
    carryover_tier: 2,
  });
});
