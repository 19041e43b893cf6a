/** A hook for a further part of the boot block asks a question; it tells of nothing. */
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Cleaner } from '../../capture/cleaner.ts';
import { Follower, NO_NEWS } from '../../capture/follower.ts';
import { Intake } from '../../capture/intake.ts';
import { SpaceDirectory } from '../../capture/space-directory.ts';
import { CaptureTally } from '../../capture/tally.ts';
import type { OpenedJournal } from '../../journal/contract/samples.fixture.ts';
import { openTemporaryJournal } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { type BootRequest, ClaudeCodeHooks } from './hook-handler.ts';

const CWD = realpathSync(tmpdir());
const START = { hook_event_name: 'SessionStart', session_id: 's', cwd: CWD, source: 'compact', transcript_path: '' };

let opened: OpenedJournal;
let follower: Follower;
let tally: CaptureTally;
let hooks: ClaudeCodeHooks;
let asked: BootRequest[];
beforeEach(async () => {
  opened = await openTemporaryJournal();
  const { journal } = opened;
  const clock = systemClock;
  const redactionKey = 'k';
  const cleaner = new Cleaner({ key: redactionKey, hex: 'code-aware', patterns: [], allow: [] }, 'not-needed.js');
  tally = new CaptureTally();
  asked = [];
  follower = new Follower({
    journal,
    clock,
    repair: async () => NO_NEWS,
    onClosed: () => undefined,
    onForgetting: () => undefined,
    onError: () => undefined,
  });
  const spaces = new SpaceDirectory(journal, clock);
  hooks = new ClaudeCodeHooks({
    cleaner,
    intake: new Intake({ journal, spaces, cleaner, clock, tally, redactionKey, paths: 'space' }),
    follower,
    tally,
    clock,
    redactionKey,
    spoolFolder: CWD,
    passOver: async () => undefined,
    boot: async (request) => {
      asked.push(request);
      return `part ${request.part}`;
    },
  });
});
afterEach(async () => {
  await follower.stop();
  await opened.cleanup();
});

it('stores the event once, from the hook of the first part, in whatever order they come', async () => {
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
    { sessionId: 's', workspace: null, cwd: CWD, source: 'compact', part: 2 },
    { sessionId: 's', workspace: expect.any(String), cwd: CWD, source: 'compact', part: 1 },
    { sessionId: 's', workspace: null, cwd: CWD, source: 'compact', part: 3 },
  ]);
});

it('gives nothing to a question without a folder or a usable session, and takes part 1 for the event', async () => {
  expect(await hooks.receive({ ...START, carryover_part: 2, cwd: 7 })).toEqual({});
  expect(await hooks.receive({ ...START, carryover_part: 2, session_id: 'a b' })).toEqual({});
  expect(asked).toEqual([]);
  await hooks.receive({ ...START, carryover_part: 1 });
  expect(tally.counts.received).toBe(1);
});
