/** A hook for a further part of the boot block asks a question; it tells of nothing. */
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SessionId } from '../../memory/ids.ts';
import { type OpenedHooks, openHooks } from './hook-handler.fixture.ts';
import type { BootRequest } from './hook-handler.ts';

const CWD = realpathSync(tmpdir());
const START = { hook_event_name: 'SessionStart', session_id: 's', cwd: CWD, source: 'compact', transcript_path: '' };

let opened: OpenedHooks;
let asked: BootRequest[];
beforeEach(async () => {
  asked = [];
  opened = await openHooks({
    boot: async (request) => {
      asked.push(request);
      return `part ${request.part}`;
    },
  });
});
afterEach(() => opened.close());

it('stores the event once, from the hook of the first part, in whatever order they come', async () => {
  const { hooks, tally } = opened;
  const answers = [
    await hooks.receive({ carryover_part: 2, ...START }),
    await hooks.receive(START),
    await hooks.receive({ carryover_part: 3, ...START }),
  ];
  expect(answers).toEqual(
    [2, 1, 3].map((part) => ({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: `part ${part}` },
    })),
  );
  expect(tally.counts).toMatchObject({ received: 1, stored: 1, duplicates: 0, dropped: 0 });
  expect(asked).toMatchObject([
    { sessionId: 's', workspace: expect.any(String), cwd: CWD, source: 'compact', part: 2 },
    { sessionId: 's', workspace: expect.any(String), cwd: CWD, source: 'compact', part: 1 },
    { sessionId: 's', workspace: expect.any(String), cwd: CWD, source: 'compact', part: 3 },
  ]);
});

it('U-01: makes the session known before the first part tells of it, as that one would', async () => {
  const { hooks, journal } = opened;
  const resumed = { ...START, source: 'resume', transcript_path: '/t.jsonl' };
  await hooks.receive({ carryover_part: 2, ...resumed });
  const known = await journal.session('s' as SessionId);
  expect(known).toMatchObject({ cwd: CWD, metadata: { transcript_path: '/t.jsonl', read_from: known?.startedAt } });
  await hooks.receive(resumed);
  const { startedAt, metadata } = known ?? {};
  expect(await journal.session('s' as SessionId)).toMatchObject({ startedAt, metadata });
});

it('U-17: has the hook give the last block when the journal does not take the session in time', async () => {
  const late = await openHooks({ intake: { event: () => new Promise(() => undefined) } });
  try {
    expect(await late.hooks.receive({ carryover_part: 2, ...START })).toEqual({ carryover_late: true });
    expect(await late.hooks.receive(START)).toEqual({ carryover_late: true });
  } finally {
    await late.close();
  }
});

it('gives nothing to a question without a folder or a usable session, and takes part 1 for the event', async () => {
  const { hooks, tally } = opened;
  expect(await hooks.receive({ ...START, carryover_part: 2, cwd: 7 })).toEqual({});
  expect(await hooks.receive({ ...START, carryover_part: 2, session_id: 'a b' })).toEqual({});
  expect(asked).toEqual([]);
  await hooks.receive({ ...START, carryover_part: 1 });
  expect(tally.counts.received).toBe(1);
});
