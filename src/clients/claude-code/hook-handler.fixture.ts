/** The handler of Claude Code's hooks on a real journal; what it asks for memory is answered by the test. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf, openReader } from '../../capture/bytes-reader.fixture.ts';
import type { BytesReader } from '../../capture/bytes-reader.ts';
import { Intake } from '../../capture/ingest.ts';
import { SpaceDirectory } from '../../capture/space-directory.ts';
import { CaptureTally } from '../../capture/tally.ts';
import { Follower, NO_NEWS } from '../../capture/transcript-sync.ts';
import type { Journal } from '../../journal/journal.ts';
import { openTemporaryJournal } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { CLIENT, type Told } from './hook-event.ts';
import { ClaudeCodeHooks, type HookHandlerOptions, type Sender } from './hook-handler.ts';

export interface OpenedHooks {
  readonly hooks: {
    receive(payload: object, sender?: Sender): Promise<object>;
    replay(payload: object, at: number, told?: Told): Promise<void>;
  };
  /** The same, with bytes as they come in. */
  readonly raw: ClaudeCodeHooks;
  /** The same with another reader. */
  with(reader: BytesReader): ClaudeCodeHooks;
  readonly journal: Journal;
  readonly intake: Intake;
  readonly tally: CaptureTally;
  readonly reader: BytesReader;
  readonly folder: string;
  close(): Promise<void>;
}

type Answers = Partial<Pick<HookHandlerOptions, 'boot' | 'prompt' | 'recallMs' | 'intake'>>;

/** A busy machine is no reason for a test to see another answer. */
const PATIENT_MS = 60_000;

export async function openHooks(answers: Answers = {}): Promise<OpenedHooks> {
  const { journal, cleanup } = await openTemporaryJournal();
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'carryover-hooks-'));
  const clock = systemClock;
  const redactionKey = 'k';
  const opened = openReader();
  const { reader } = opened;
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
  const intake = new Intake({ journal, spaces, reader, clock, tally, redactionKey, paths: 'space' });
  const options: HookHandlerOptions = {
    reader,
    intake,
    follower,
    tally,
    clock,
    spool: { spool: join(folder, 'spool'), spoolKey: join(folder, 'spool-key.pub') },
    guarded: { home: join(folder, 'home'), userHome: folder },
    passOver: async () => undefined,
    boot: async () => undefined,
    prompt: async () => undefined,
    recallMs: () => PATIENT_MS,
    ...answers,
  };
  const hooks = new ClaudeCodeHooks(options);
  return {
    raw: hooks,
    with: (other) => new ClaudeCodeHooks({ ...options, reader: other }),
    hooks: {
      receive: (payload, sender) => hooks.receive(bytesOf(payload), sender),
      replay: (payload, at, { app, telling } = {}) =>
        hooks.replay(bytesOf({ version: 1, client: CLIENT, at, app, ...telling, payload }), 'entry'),
    },
    journal,
    intake,
    tally,
    reader,
    folder,
    async close() {
      await follower.stop();
      await opened.close();
      await cleanup();
      rmSync(folder, { recursive: true });
    },
  };
}
