/**
 * The daemon: opens the stores, wires capture to them, and opens the doors. Everything it promises is on disk, so it may
 * die at any moment; what it does on a graceful stop is only tidier, not safer.
 */
import { existsSync, rmSync } from 'node:fs';
import { Cleaner } from '../capture/cleaner.ts';
import { TranscriptCursors } from '../capture/cursors.ts';
import { Follower, NO_NEWS } from '../capture/follower.ts';
import { Intake } from '../capture/intake.ts';
import { SpaceDirectory } from '../capture/space-directory.ts';
import { removeAbandoned } from '../capture/spool.ts';
import { CaptureTally } from '../capture/tally.ts';
import { CLIENT as CLAUDE_CODE } from '../clients/claude-code/hook-event.ts';
import { ClaudeCodeHooks } from '../clients/claude-code/hook-handler.ts';
import { passOverTranscript } from '../clients/claude-code/pass-over.ts';
import type { TranscriptState } from '../clients/claude-code/transcript-line.ts';
import { repairFromTranscript } from '../clients/claude-code/transcript-repair.ts';
import { createAccess } from '../http/access.ts';
import { createApp } from '../http/app.ts';
import { connectToDaemon } from '../http/client.ts';
import { startServer } from '../http/server.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import type { SessionId } from '../memory/ids.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { createHookTokenReader } from '../platform/hook-tokens.ts';
import { LiveConfig } from '../platform/live-config.ts';
import { type Log, openLog } from '../platform/log.ts';
import type { HomePaths } from '../platform/paths.ts';
import { VERSION } from '../platform/version.ts';
import { RecallThreads } from '../recall/threads/recall-threads.ts';
import { hidePrivate } from '../redaction/private-text.ts';
import { BootBlocks } from './boot-blocks.ts';
import { Curation } from './curation.ts';
import { CurationDoor } from './curation-door.ts';
import type { HomeSecrets } from './home.ts';
import { openDaemonJournal } from './open-journal.ts';
import { openDaemonKnowledge } from './open-knowledge.ts';
import { PromptBlocks } from './prompt-blocks.ts';
import { ReceiptKeeper } from './receipt-keeper.ts';
import { resumableSessions } from './resumable-sessions.ts';
import { removeRunFile, writeRunFile } from './run-file.ts';
import { SpoolDrain } from './spool-drain.ts';
import { statusReport } from './status.ts';

const DRAIN_MS = 5_000;

export interface DaemonOptions {
  readonly paths: HomePaths;
  readonly config: Config;
  readonly secrets: HomeSecrets;
  readonly clock: Clock;
  /** The bundled workers. */
  readonly redactionWorker: string;
  readonly indexThread: string;
  readonly searchThread: string;
  readonly vectorThread: string;
  /** Somebody asked for a stop through the API. */
  onStopRequested(): void;
}

export interface RunningDaemon {
  readonly port: number;
  /** Finishes what is under way, at most five seconds. */
  stop(): Promise<void>;
}

export async function startDaemonProcess(options: DaemonOptions): Promise<RunningDaemon> {
  const { paths, config, secrets, clock } = options;
  const { redactionKey } = secrets;
  const cleaner = new Cleaner(
    {
      key: redactionKey,
      hex: config['redaction.hex'],
      patterns: config['redaction.patterns'],
      allow: config['redaction.allow'],
    },
    options.redactionWorker,
  );
  const log = openLog({ folder: paths.logs, clock, redact: (text) => cleaner.text(hidePrivate(text)) });
  const journal = await openDaemonJournal(paths, clock, log);
  const knowledge = await openDaemonKnowledge(paths, clock, log);
  const live = new LiveConfig(paths.config, process.env, config);
  const recall = new RecallThreads({
    journal: paths.journal,
    index: paths.recall,
    indexThread: options.indexThread,
    searchThread: options.searchThread,
    vectors: {
      thread: options.vectorThread,
      path: paths.vectors,
      log,
      settings: () => live.current,
      redact: (text) => cleaner.text(hidePrivate(text)),
    },
    knowledge,
    clock,
    onError: (operation, error) =>
      log.error('recall-failed', { operation, ...codeOf(error), message: messageOf(error) }),
  });
  const curation = new Curation({
    paths,
    config: live,
    journal,
    knowledge,
    clock,
    log,
    clean: (text) => cleaner.text(text),
    onLearned: () => recall.lookAtFacts(),
  });
  const tally = new CaptureTally();
  const spaces = new SpaceDirectory(journal, clock);
  const intake = new Intake({
    journal,
    spaces,
    cleaner,
    clock,
    tally,
    redactionKey,
    paths: config['capture.paths'],
    onStored: () => recall.look(),
  });
  const cursors = new TranscriptCursors<TranscriptState>(paths.cursors);
  const readFrom = async (id: SessionId) => Number((await journal.session(id))?.metadata.read_from ?? 0);
  const flush = async (sessionId: SessionId) =>
    curation.scheduler.flush((await journal.session(sessionId))?.workspace ?? null);
  const receipts = new ReceiptKeeper({
    journal,
    knowledge,
    clock,
    onJudged: (items) => prompts.judged(items),
    onError: (error) => log.error('receipt-not-judged', { message: messageOf(error) }),
  });
  const follower = new Follower({
    journal,
    clock,
    repair: async ({ id, cwd, transcriptPath }) =>
      transcriptPath === null
        ? NO_NEWS
        : repairFromTranscript(
            { id, cwd, transcriptPath },
            { cleaner, intake, tally, cursors, redactionKey, clock, readFrom },
          ),
    onClosed: (turn) => {
      curation.scheduler.nudge();
      receipts.closed(turn);
    },
    onForgetting: (sessionId) => void flush(sessionId),
    onError: (operation, error) => log.error('follow-up-failed', { operation, message: messageOf(error) }),
  });
  const blocks = new BootBlocks({
    journal,
    knowledge,
    spaces,
    clock,
    folder: paths.bootBlocks,
    config: live,
    settle: (workspace) => curation.settle(workspace),
    onError: (operation, error) => log.warn('boot-block-not-kept', { operation, message: messageOf(error) }),
  });
  if (!config['injection.enabled']) blocks.forgetAll();
  const prompts = new PromptBlocks({
    journal,
    knowledge,
    spaces,
    clock,
    config: live,
    choose: ({ at: now, ...request }, signal) => recall.choose({ ...request, now }, signal),
    chooseForTool: ({ at: now, ...question }, signal) => recall.chooseBeforeTool({ ...question, now }, signal),
    onError: (operation, error) => log.error('recall-failed', { operation, message: messageOf(error) }),
  });
  const claudeCode = new ClaudeCodeHooks({
    cleaner,
    intake,
    follower,
    tally,
    clock,
    redactionKey,
    spoolFolder: paths.spool,
    passOver: (sessionId, transcriptPath) => passOverTranscript(sessionId, transcriptPath, cursors),
    boot: (request) => {
      if (request.source === 'compact') prompts.contextLost(request.sessionId);
      return blocks.give(request);
    },
    prompt: (request) => prompts.give(request),
    beforeTool: (request) => prompts.beforeTool(request),
  });
  const drain = new SpoolDrain(paths.spool, new Map([[CLAUDE_CODE, claudeCode]]), log);
  const startedAt = clock.now();
  let port = config.port;
  const app = createApp({
    journal,
    knowledge,
    recall,
    curation: new CurationDoor({
      curation,
      journal,
      knowledge,
      clock,
      config: live,
      clean: (text) => cleaner.text(text),
    }),
    intake,
    hooks: new Map([[CLAUDE_CODE, claudeCode]]),
    resolveWorkspace: (workspace) => spaces.known(workspace),
    bootBlock: (workspace) => blocks.preview(workspace),
    promptBlock: (workspace, prompt) => prompts.preview(workspace, prompt),
    erase: async (id) => {
      const erasure = await journal.erase(id, clock.now());
      blocks.forgetAll();
      // It is erased. An index that cannot be written now follows by itself, and `status` tells of it.
      await recall
        .forget()
        .catch((error: unknown) => log.warn('index-behind-erasure', { ...codeOf(error), message: messageOf(error) }));
      return erasure;
    },
    // Loaded when it is asked for: most daemons never are, and it costs 13 MB.
    mcp: async (call) => (await import('../mcp/answer-http.ts')).answerMcp(call, connectToDaemon({ paths })),
    status: () =>
      statusReport({
        paths,
        journal,
        follower,
        tally,
        clock,
        log,
        recall,
        curation: { curation, journal, knowledge, config: live },
        startedAt,
        port: () => port,
      }),
    stop: () => options.onStopRequested(),
    access: createAccess({ ownerToken: secrets.token, hookTokens: createHookTokenReader(paths.hookTokens) }),
    clock,
    log,
  });
  const server = await startServer(app, { port, socketPath: paths.socket });
  port = server.port;
  noteWhereItRuns({ paths, port, startedAt }, log);
  for (const mark of [paths.startMark, paths.stopMark]) rmSync(mark, { force: true });
  log.info('daemon-started', { version: VERSION, port, pid: process.pid });
  removeAbandoned(paths.spool, startedAt);
  drain.start();
  // A damaged page among the sessions is no reason to take no events: they are stored or spooled, and `status` tells.
  const resumed = await resumableSessions(journal, cursors, clock.now()).catch((error: unknown) => {
    log.error('sessions-unreadable', { ...codeOf(error), message: messageOf(error) });
    return [];
  });
  void follower.start(resumed);
  recall.start();
  void prompts.start();
  curation.start();

  return {
    port,
    async stop() {
      await server.close(DRAIN_MS);
      await drain.stop();
      await prompts.settled();
      await follower.stop();
      await receipts.settled();
      await curation.stop();
      await recall.close();
      cursors.flush();
      await knowledge.close();
      await journal.close();
      await cleaner.close();
      if (existsSync(paths.runFile)) removeRunFile(paths.runFile);
      log.info('daemon-stopped', { pid: process.pid });
      log.close();
    },
  };
}

function codeOf(error: unknown): { readonly code?: string } {
  return error instanceof CarryoverError ? { code: error.code } : {};
}

/** For people and tools; a disk without room for it is no reason not to run. */
function noteWhereItRuns(
  run: { readonly paths: HomePaths; readonly port: number; readonly startedAt: number },
  log: Log,
): void {
  const { paths, port, startedAt } = run;
  try {
    writeRunFile(paths.runFile, {
      pid: process.pid,
      port,
      socket: paths.socket,
      startedAt,
      version: VERSION,
      node: process.execPath,
    });
  } catch (error) {
    log.warn('run-file-not-written', { message: messageOf(error) });
  }
}
