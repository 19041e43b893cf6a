/**
 * The daemon: opens the stores, wires capture to them, and opens the doors. Everything it promises is on disk, so it may
 * die at any moment; what it does on a graceful stop is only tidier, not safer.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { Intake } from '../capture/ingest.ts';
import { RedactionTally } from '../capture/redaction-tally.ts';
import { SpaceDirectory } from '../capture/space-directory.ts';
import { removeAbandoned } from '../capture/spool.ts';
import { Follower, NO_NEWS } from '../capture/transcript-sync.ts';
import { CLIENT as CLAUDE_CODE } from '../clients/claude-code/hook-event.ts';
import { ClaudeCodeHooks } from '../clients/claude-code/hook-handler.ts';
import { passOverTranscript } from '../clients/claude-code/pass-over.ts';
import { repairFromTranscript } from '../clients/claude-code/transcript-repair.ts';
import { dashboard } from '../dashboard/dashboard.tsx';
import type { ApiDependencies } from '../http/api.ts';
import { createApp } from '../http/app.ts';
import { personProofs } from '../http/person-proof.ts';
import type { Answering, RunningServer } from '../http/server.ts';
import { UpdateFeed } from '../http/update-feed.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import type { SessionId, SpaceId } from '../memory/ids.ts';
import type { Turn } from '../memory/turn.ts';
import { databaseKeys } from '../platform/database-keys.ts';
import { LiveConfig } from '../platform/live-config.ts';
import { addNamedToken, readNamedTokens, removeNamedToken } from '../platform/named-tokens.ts';
import { during, ThreadWatch } from '../platform/thread-watch.ts';
import { VERSION } from '../platform/version.ts';
import { BackupRotation } from '../privacy/backups/backup-rotation.ts';
import { WithheldItems } from '../privacy/forget/withheld-items.ts';
import { Importer } from '../privacy/import/importer.ts';
import { prepareOwnWords } from '../recall/strip-retold.ts';
import { RecallThreads } from '../recall/threads/recall-threads.ts';
import { hidePrivate } from '../redaction/private-text.ts';
import { appDesk } from './apps.ts';
import { BootBlocks } from './boot-blocks.ts';
import type { Foundation } from './context.ts';
import { Curation } from './curation.ts';
import { isFresh } from './fresh-home.ts';
import { HookReach } from './hook-reach.ts';
import { UsageJudge } from './judge-usage.ts';
import { LatestState } from './latest-state.ts';
import { mcpAnswers } from './mcp-answers.ts';
import { openDaemonJournal } from './open-journal.ts';
import { openDaemonKnowledge } from './open-knowledge.ts';
import { PrivacyPart } from './privacy-part.ts';
import { PromptBlocks } from './prompt-blocks.ts';
import { Proposals } from './proposals.ts';
import { isReadBefore } from './read-before.ts';
import { resumableSessions } from './resumable-sessions.ts';
import { foundEditQuestions, placeQuestions } from './review-questions.ts';
import { ReviewService } from './review-service.ts';
import { noteWhereItRuns, removeRunFile } from './run-file.ts';
import { RunsService } from './runs.ts';
import { withholding } from './sensitive-filter.ts';
import { SettingsService } from './settings.ts';
import { linkedSpaces, replacedQuestions } from './space-links.ts';
import { SpoolDrain } from './spool-drain.ts';
import { statusReport } from './status.ts';
import { heldBy, quarantineProblems, threadProblems } from './thread-status.ts';

const DRAIN_MS = 5_000;

export interface DaemonOptions {
  readonly foundation: Foundation;
  /** What opens sealed events, where the home is encrypted. */
  readonly spoolPrivateKey: Buffer | undefined;
  /** Has the listeners answer with this app. */
  openDoors(app: Answering): Promise<RunningServer>;
  /** The bundled workers. */
  readonly indexThread: string;
  readonly searchThread: string;
  readonly privacyProcess: string;
  /** The folder of the dashboard's style and scripts. */
  readonly assets: string;
  /** Somebody asked for a stop through the API. */
  onStopRequested(): void;
}

export interface RunningDaemon {
  readonly port: number;
  /** Finishes what is under way, at most five seconds. */
  stop(): Promise<void>;
}

export async function startDaemonProcess(options: DaemonOptions): Promise<RunningDaemon> {
  const { paths, config, clock, access, sessions, reader, cleaner, log, cursors, tally } = options.foundation;
  const { redactionKey } = options.foundation.secrets;
  const journal = await openDaemonJournal({
    ...{ paths, clock, log, secret: redactionKey },
    program: options.privacyProcess,
  });
  const knowledge = await openDaemonKnowledge(paths, clock, log);
  const live = new LiveConfig(paths.config, process.env, config);
  const recall = new RecallThreads({
    journal: paths.journal,
    index: paths.recall,
    indexThread: options.indexThread,
    searchThread: options.searchThread,
    meaning: {
      env: process.env,
      settings: () => live.current,
      redact: (text) => cleaner.text(hidePrivate(text)),
    },
    knowledge,
    clock,
    onError: (operation, error) =>
      log.error('recall-failed', { operation, ...codeOf(error), message: messageOf(error) }),
  });
  const updates = new UpdateFeed();
  const curation = new Curation({
    paths,
    config: live,
    journal,
    knowledge,
    clock,
    log,
    clean: (text) => cleaner.text(text),
    onLearned: () => {
      recall.lookAtFacts();
      updates.changed();
      blocks.changed();
    },
  });
  const spaces = new SpaceDirectory(journal, clock);
  const redactions = new RedactionTally({
    path: paths.redactionCounts,
    clock,
    isKind: (kind) => tally.kinds.has(kind),
  });
  const intake = new Intake({
    journal,
    spaces,
    reader,
    clock,
    tally,
    redactionKey,
    paths: config['capture.paths'],
    onStored: (records) => {
      redactions.stored(records);
      privacy.noticeClock();
      recall.look();
    },
    onClosed: () => curation.scheduler.nudge(),
  });
  const readFrom = async (id: SessionId) => Number((await journal.session(id))?.metadata.read_from ?? 0);
  const flush = async (sessionId: SessionId) =>
    curation.scheduler.flush((await journal.session(sessionId))?.workspace ?? null);
  const receipts = new UsageJudge({
    journal,
    knowledge,
    clock,
    onJudged: (items) => prompts.judged(items),
    onError: (error) => log.error('receipt-not-judged', { message: messageOf(error) }),
  });
  const onClosed = (turn: Turn): void => {
    curation.scheduler.nudge();
    receipts.closed(turn);
    if (turn.workspace !== null) blocks.changed(turn.workspace);
  };
  const follower = new Follower({
    journal,
    clock,
    repair: async ({ id, cwd, transcriptPath }) =>
      transcriptPath === null
        ? NO_NEWS
        : during('transcript', () =>
            repairFromTranscript({ id, cwd, transcriptPath }, { reader, intake, tally, cursors, clock, readFrom }),
          ),
    onClosed,
    onForgetting: (sessionId, why) => {
      if (isReadBefore(why, live.current['curator.preCompact'])) void flush(sessionId);
    },
    onError: (operation, error) => log.error('follow-up-failed', { operation, message: messageOf(error) }),
  });
  const withheld = new WithheldItems({ journal, knowledge, clock });
  const blocks = new BootBlocks({
    journal,
    knowledge,
    spaces,
    clock,
    withheld,
    folder: databaseKeys().length === 0 ? paths.bootBlocks : undefined,
    config: live,
    settle: (workspace) => curation.settle(workspace),
    onError: (operation, error) => log.warn('boot-block-not-kept', { operation, message: messageOf(error) }),
  });
  if (!config['injection.enabled']) blocks.removeCopies();
  const linksOf = (workspace: SpaceId) => linkedSpaces(live, journal, workspace);
  const prompts = new PromptBlocks({
    journal,
    knowledge,
    spaces,
    clock,
    withheld,
    config: live,
    linkedSpaces: linksOf,
    choose: ({ at: now, ...request }, signal) => recall.choose({ ...request, now }, signal),
    onError: (operation, error) => log.error('recall-failed', { operation, message: messageOf(error) }),
  });
  const claudeCode = new ClaudeCodeHooks({
    reader,
    intake,
    follower,
    tally,
    clock,
    spool: paths,
    guarded: { home: paths.home, userHome: homedir() },
    passOver: (sessionId, transcriptPath) => passOverTranscript(sessionId, transcriptPath, cursors),
    boot: (request) => {
      if (request.source === 'compact') prompts.contextLost(request.sessionId);
      return blocks.give(request).finally(() => curation.sessionStarted(request.workspace));
    },
    prompt: (request) => prompts.give(request),
    recallMs: () => live.current['injection.timeoutMs'],
  });
  const drain = new SpoolDrain(paths.spool, new Map([[CLAUDE_CODE, claudeCode]]), log, options.spoolPrivateKey);
  const backups = new BackupRotation({
    program: options.privacyProcess,
    journal: paths.journal,
    folder: paths.backups,
    clock,
    megabytes: () => live.current['backups.megabytes'],
    lastChange: async () => `${(await journal.retention.sweepRecord()).lastRecord} ${(await journal.actCounts()).last}`,
    onMade: ({ bytes }) => log.info('backup-made', { bytes }),
    onError: (error) => log.warn('backup-not-made', { ...codeOf(error), message: messageOf(error) }),
  });
  const proposals = new Proposals({ journal, cleaner, clock, log });
  const privacy = new PrivacyPart({
    withheld,
    paths,
    journal,
    knowledge,
    curation,
    recall,
    blocks,
    drain,
    spaces,
    intake,
    cursors,
    config: live,
    clock,
    log,
    redactionKey,
    program: options.privacyProcess,
    cleaner,
    backups,
    proposals,
  });
  const apps = appDesk(paths.apps, spaces, clock, (text) => cleaner.text(text));
  const startedAt = clock.now();
  const recallState = new LatestState(() => recall.state(), clock);
  let port = config.port;
  const door = new ReviewService({
    curation,
    journal,
    knowledge,
    clock,
    config: live,
    clean: (text) => cleaner.text(text),
  });
  const hookReach = new HookReach({ journal, clock, log });
  const watch = new ThreadWatch({
    now: () => clock.now(),
    onHeld: (held) => log.warn('thread-held', { ms: held.ms, spent: held.spent, during: heldBy(held) }),
  });
  const dependencies: ApiDependencies = {
    journal,
    knowledge,
    recall,
    curation: door,
    memories: door.memories,
    updates,
    intake,
    hooks: new Map([[CLAUDE_CODE, claudeCode]]),
    hookReach,
    resolveWorkspace: (workspace) => spaces.known(workspace),
    registerFolder: async (folder) => (await spaces.resolve(folder)).space.id,
    linkedSpaces: linksOf,
    withholding: () => withholding(live, knowledge, withheld),
    bootBlock: (workspace, app) => blocks.preview(workspace, app),
    promptBlock: (workspace, prompt, app) => prompts.preview(workspace, prompt, app),
    apps,
    tokens: {
      list: () => readNamedTokens(paths.tokens),
      add: (name, may) => addNamedToken(paths.tokens, { name, may, createdAt: clock.now() }),
      remove: (name) => removeNamedToken(paths.tokens, name),
    },
    persons: personProofs(paths.socket),
    proposals,
    isFresh: () => isFresh(paths, journal),
    runs: new RunsService({
      journal,
      knowledge,
      intake,
      spaces,
      reader,
      cleaner,
      tally,
      clock,
      config: live,
      apps,
      appsPath: paths.apps,
      follower,
      withheld,
      drain: () => drain.drain(),
      onClosed,
    }),
    importer: new Importer({
      journal,
      knowledge,
      projector: curation.projector,
      scheduler: curation.scheduler,
      keeper: curation.keeper,
      clock,
      reader,
      cleaner,
      spaces,
      redactionKey,
      restoreNote: paths.restoreNote,
      settings: () => ({ match: live.current['lifecycle.match'], preset: live.current['files.preset'] }),
      onStored: () => recall.look(),
    }),
    forget: privacy.forget,
    privacy,
    settings: new SettingsService({
      path: paths.config,
      env: process.env,
      config: live,
      forgetBlocks: () => blocks.removeCopies(),
    }),
    redactions: () => redactions.counts,
    mcp: mcpAnswers(paths),
    status: () =>
      statusReport({
        paths,
        journal,
        follower,
        tally,
        clock,
        log,
        recall: recallState,
        curation: { curation, journal, knowledge, config: live },
        backups,
        hookReach,
        redacting: () => privacy.redacting ?? null,
        forgetting: () => privacy.forget.problems,
        problems: [
          () => threadProblems(watch.recent()),
          () => quarantineProblems(options.foundation.quarantine.recent()),
        ],
        watch,
        questions: [
          () => replacedQuestions(live, journal, clock.now()),
          () => foundEditQuestions(knowledge),
          () => placeQuestions(knowledge),
          () => proposals.questions(),
          () => privacy.questions(),
        ],
        startedAt,
        port: () => port,
      }),
    port: () => port,
    stop: () => options.onStopRequested(),
    access,
    sessions,
    clock,
    log,
  };
  const app = createApp({ ...dependencies, pages: dashboard(dependencies, options.assets) });
  // What cannot be read is no reason to take no events: `privacy` tells of it when it goes on with it.
  await privacy.forget
    .withholdUnfinished()
    .catch((error: unknown) => log.error('forgetting-unreadable', { ...codeOf(error), message: messageOf(error) }));
  const server = await options.openDoors(app);
  port = server.port;
  noteWhereItRuns({ paths, port, startedAt }, log);
  log.info('daemon-started', { version: VERSION, port, pid: process.pid });
  removeAbandoned(paths.spool, startedAt);
  drain.start();
  // A damaged page among the sessions is no reason to take no events: they are stored or spooled, and `status` tells.
  const resumed = await resumableSessions(journal, cursors, clock.now()).catch((error: unknown) => {
    log.error('sessions-unreadable', { ...codeOf(error), message: messageOf(error) });
    return [];
  });
  const caughtUp = Promise.all([drain.drain(), follower.start(resumed)]);
  // What cannot be read now is told by `status`, and is no reason to take no events.
  void proposals
    .cleanAgain()
    .catch((error: unknown) => log.error('proposals-unreadable', { ...codeOf(error), message: messageOf(error) }));
  recall.start();
  void prompts.start();
  curation.start(caughtUp);
  privacy.start();
  backups.start();
  void prepareOwnWords();
  blocks.start();

  return {
    port,
    async stop() {
      watch.stop();
      updates.close();
      await server.close(DRAIN_MS);
      await drain.stop();
      await backups.stop();
      await privacy.stop();
      await prompts.settled();
      await follower.stop();
      await receipts.settled();
      await curation.stop();
      // Last of those that read: the others have it made anew.
      await blocks.settled();
      await recall.close();
      cursors.flush();
      redactions.flush();
      await knowledge.close();
      await journal.close();
      await reader.close();
      if (existsSync(paths.runFile)) removeRunFile(paths.runFile);
      log.info('daemon-stopped', { pid: process.pid });
      log.close();
    },
  };
}

function codeOf(error: unknown): { readonly code?: string } {
  return error instanceof CarryoverError ? { code: error.code } : {};
}
