/**
 * The daemon while its memory is encrypted and nobody has given the key: the doors are open, no database is. Events are
 * redacted, sealed and kept in the spool, so nothing is lost and nothing can be read. With the right key it becomes the
 * whole daemon in the same process, behind the same listeners: the doors lead to the other app from then on, and an
 * event that is under way in this one is still spooled, and drained like the others.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { readSpool, removeAbandoned } from '../capture/spool.ts';
import { CLIENT as CLAUDE_CODE } from '../clients/claude-code/hook-event.ts';
import { ClaudeCodeHooks, type HookHandlerOptions } from '../clients/claude-code/hook-handler.ts';
import { passOverTranscript } from '../clients/claude-code/pass-over.ts';
import { createLockedApp } from '../http/locked-app.ts';
import { lockedError, UNLOCK_HINT, type WireLockedStatus } from '../http/locked-status.ts';
import { type Answering, type RunningServer, startServer } from '../http/server.ts';
import type { CarryoverError } from '../memory/error.ts';
import type { HomeKeys } from '../platform/home-keys.ts';
import { VERSION } from '../platform/version.ts';
import type { Foundation } from './context.ts';
import { HookReach, type HookReachOptions } from './hook-reach.ts';
import { mcpAnswers } from './mcp-answers.ts';
import { noteWhereItRuns, removeRunFile } from './run-file.ts';
import { Unlocking } from './unlocking.ts';

interface LockedOptions {
  readonly foundation: Foundation;
  /** Why it did not unlock itself; undefined where a person has to. */
  readonly reason: CarryoverError | undefined;
  /** Goes on as the whole daemon, which takes the doors over. */
  open(keys: HomeKeys, openDoors: OpenDoors): Promise<void>;
  onStopRequested(): void;
}

/** The listeners lead to this app from now on. */
export type OpenDoors = (app: Answering) => Promise<RunningServer>;

const NOBODY: HookHandlerOptions['follower'] = {
  turnStarted: () => undefined,
  turnEnded: () => undefined,
  compacting: () => undefined,
  sessionEnded: () => undefined,
  saw: () => undefined,
};

const NOTHING_KNOWN: HookReachOptions['journal'] = { session: async () => undefined, findSpace: async () => undefined };

/** Resolves to what ends it. */
export async function startLockedDaemon(options: LockedOptions): Promise<() => Promise<void>> {
  const { foundation, reason } = options;
  const { paths, config, clock, access, sessions, reader, log, cursors, tally } = foundation;
  const startedAt = clock.now();
  const unlocking = new Unlocking(foundation, (keys) =>
    options.open(keys, async (app) => {
      answering = app;
      return server;
    }),
  );
  const hooks = new ClaudeCodeHooks({
    reader,
    tally,
    clock,
    spool: paths,
    guarded: { home: paths.home, userHome: homedir() },
    // There is no journal to store it in, so each event goes the way of one that the journal did not take.
    intake: { event: () => Promise.reject(lockedError()) },
    follower: NOBODY,
    passOver: (sessionId, transcriptPath) => passOverTranscript(sessionId, transcriptPath, cursors),
    boot: async () => undefined,
    // Nothing is looked for, so nothing is late.
    recallMs: () => 1_000,
    prompt: async () => undefined,
  });
  let answering: Answering = createLockedApp({
    access,
    sessions,
    clock,
    log,
    hooks: new Map([[CLAUDE_CODE, hooks]]),
    // No session is known: what is told from outside the project meanwhile is in its transcript.
    hookReach: new HookReach({ journal: NOTHING_KNOWN, clock, log }),
    mcp: mcpAnswers(paths),
    status: () => lockedStatus(foundation, { reason, port: server.port, startedAt }),
    unlock: (passphrase) => unlocking.attempt(passphrase),
    stop: () => options.onStopRequested(),
  });
  const server = await startServer(
    { fetch: (...request) => answering.fetch(...request) },
    { port: config.port, socketPath: paths.socket },
  );
  noteWhereItRuns({ paths, port: server.port, startedAt }, log);
  removeAbandoned(paths.spool, startedAt);
  log.info('daemon-locked', { version: VERSION, port: server.port, pid: process.pid, reason: reason?.code });
  return async () => {
    await server.close();
    cursors.flush();
    await reader.close();
    if (existsSync(paths.runFile)) removeRunFile(paths.runFile);
    log.info('daemon-stopped', { pid: process.pid });
    log.close();
  };
}

function lockedStatus(
  { paths, clock }: Foundation,
  {
    reason,
    port,
    startedAt,
  }: { readonly reason: CarryoverError | undefined; readonly port: number; readonly startedAt: number },
): WireLockedStatus {
  const { files, bytes } = readSpool(paths.spool);
  return {
    version: VERSION,
    pid: process.pid,
    port,
    uptime_ms: clock.now() - startedAt,
    state: 'locked',
    locked: true,
    locked_since: startedAt,
    problems: [
      {
        code: 'locked',
        message: reason === undefined ? lockedError().message : `memory is locked: ${reason.message}`,
        hint: reason?.hint === undefined ? UNLOCK_HINT : `${reason.hint}; then ${UNLOCK_HINT}`,
      },
    ],
    spool: { files: files.length, bytes },
  };
}
