import { expect, it } from 'vitest';
import { askFor } from './exchange.ts';

it('marks the event of a further part, and leaves that of the first as it came', () => {
  const body = '\n {"hook_event_name": "SessionStart", "cwd": "/a{b}"}';
  expect(askFor(1, body)).toBe(body);
  expect(JSON.parse(askFor(2, body))).toEqual({ ...JSON.parse(body), carryover_part: 2 });
  expect(askFor(2, 'not JSON')).toBe('not JSON');
});
