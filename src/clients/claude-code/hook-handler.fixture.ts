/** The handler of Claude Code's hooks on a real journal; what it asks for memory is answered by the test. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Cleaner } from '../../capture/cleaner.ts';
import { Follower, NO_NEWS } from '../../capture/follower.ts';
import { Intake } from '../../capture/intake.ts';
import { SpaceDirectory } from '../../capture/space-directory.ts';
import { CaptureTally } from '../../capture/tally.ts';
import type { Journal } from '../../journal/journal.ts';
import { openTemporaryJournal } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { ClaudeCodeHooks, type HookHandlerOptions } from './hook-handler.ts';

export interface OpenedHooks {
  readonly hooks: ClaudeCodeHooks;
  readonly journal: Journal;
  readonly intake: Intake;
  readonly tally: CaptureTally;
  readonly cleaner: Cleaner;
  readonly folder: string;
  close(): Promise<void>;
}

type Answers = Partial<Pick<HookHandlerOptions, 'boot' | 'prompt' | 'beforeTool' | 'recallMs' | 'intake'>>;

/** A busy machine is no reason for a test to see another answer. */
const PATIENT_MS = 60_000;

const REDACTION_WORKER = fileURLToPath(new URL('../../capture/redaction-worker.ts', import.meta.url));

export async function openHooks(answers: Answers = {}): Promise<OpenedHooks> {
  const { journal, cleanup } = await openTemporaryJournal();
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'carryover-hooks-'));
  const clock = systemClock;
  const redactionKey = 'k';
  const cleaner = new Cleaner({ key: redactionKey, hex: 'code-aware', patterns: [], allow: [] }, REDACTION_WORKER);
  const tally = new CaptureTally();
  const follower = new Follower({
    journal,
    clock,
    repair: async () => NO_NEWS,
    onClosed: () => undefined,
    onForgetting: () => undefined,
    onError: () => undefined,
  });
  const spaces = new SpaceDirectory(journal, clock);
  const intake = new Intake({ journal, spaces, cleaner, clock, tally, redactionKey, paths: 'space' });
  const hooks = new ClaudeCodeHooks({
    cleaner,
    intake,
    follower,
    tally,
    clock,
    redactionKey,
    spool: { spool: join(folder, 'spool'), spoolKey: join(folder, 'spool-key.pub') },
    guarded: { home: join(folder, 'home'), userHome: folder },
    passOver: async () => undefined,
    boot: async () => undefined,
    prompt: async () => undefined,
    beforeTool: async () => undefined,
    recallMs: PATIENT_MS,
    ...answers,
  });
  return {
    hooks,
    journal,
    intake,
    tally,
    cleaner,
    folder,
    async close() {
      await follower.stop();
      await cleaner.close();
      await cleanup();
      rmSync(folder, { recursive: true });
    },
  };
}
