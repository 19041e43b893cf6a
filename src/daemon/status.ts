/**
 * What the daemon says about itself. Honest: a queue that does not move, an entry nobody could read, text that was
 * dropped, or a journal that was damaged makes it `degraded`, with what to do.
 */
import { readdirSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { readSpool } from '../capture/spool.ts';
import type { CaptureTally } from '../capture/tally.ts';
import type { Follower } from '../capture/transcript-sync.ts';
import type { Journal } from '../journal/journal.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import type { StatusProblem, StatusReport } from '../memory/status.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { encryptionOf } from '../platform/home-keys.ts';
import type { LogFile, LoggedError } from '../platform/log.ts';
import type { HomePaths } from '../platform/paths.ts';
import { retiredProblems } from '../platform/retired-settings.ts';
import type { ThreadWatch } from '../platform/thread-watch.ts';
import { VERSION } from '../platform/version.ts';
import { bytesOverLimit, listBackups } from '../privacy/backups/backup-files.ts';
import type { BackupRotation } from '../privacy/backups/backup-rotation.ts';
import { readSweepNote } from '../privacy/retention/sweep-note.ts';
import type { RecallState } from '../recall/recall.ts';
import { type CurationSources, curationStatus, nothingKnown } from './curation-status.ts';
import type { HookReach } from './hook-reach.ts';
import type { LatestState } from './latest-state.ts';
import { threadStatus } from './thread-status.ts';

/** An event that waits longer than this is stuck, not queued. */
const STUCK_AFTER_MS = 15 * 60_000;
const RECENT_ERROR_MS = 60 * 60_000;
/** Long enough to tell by, short enough to show that it got better. */
const USAGE_MS = 30 * 24 * 60 * 60_000;
const NOTHING_GIVEN: StatusReport['injected'] = { given: 0, used: 0, ignored: 0 };
const SEARCH_HANGS = new CarryoverError('search does not answer', {
  code: 'search-unavailable',
  hint: 'run `carryover doctor`',
});
/** Less than a burst of events needs. */
const NO_SPACE_BYTES = 2 * 1024 * 1024;

export interface StatusSources {
  readonly paths: HomePaths;
  readonly journal: Journal;
  readonly follower: Follower;
  readonly tally: CaptureTally;
  readonly clock: Clock;
  readonly log: LogFile;
  readonly recall: LatestState<RecallState>;
  readonly curation: CurationSources;
  readonly backups: Pick<BackupRotation, 'problem'>;
  readonly hookReach: Pick<HookReach, 'problems'>;
  redacting(): StatusReport['privacy']['redacting'];
  /** What could not be forgotten yet. */
  forgetting(): readonly StatusProblem[];
  /** What each part knows to be wrong. */
  readonly problems: readonly (() => readonly StatusProblem[])[];
  readonly watch: Pick<ThreadWatch, 'recent'>;
  /** Each part that may wait for a person says what it waits for. */
  readonly questions: readonly (() => readonly StatusProblem[] | Promise<readonly StatusProblem[]>)[];
  readonly startedAt: number;
  port(): number;
}

export async function statusReport(sources: StatusSources): Promise<StatusReport> {
  const { paths, journal, follower, tally, clock, log } = sources;
  const now = clock.now();
  const spool = spoolState(paths.spool, now);
  const problems: StatusProblem[] = [...damagedJournals(paths.journal), ...fullDisk(paths.home), ...spool.problems];
  problems.push(...retiredProblems(paths.config), ...sources.problems.flatMap((tell) => tell()));
  const { readOnlyReason } = journal;
  if (readOnlyReason !== undefined) problems.push(asProblem('journal-read-only', readOnlyReason));
  const counts = await journal.counts().catch((error: unknown) => {
    problems.push(asProblem('journal-unreadable', error));
    return { sessions: 0, records: 0, turns: 0, spaces: 0, lastRecordAt: null };
  });
  const [curation, injected] = await Promise.all([
    curationStatus(sources.curation, { now, startedAt: sources.startedAt }),
    sources.curation.knowledge.usageSince(now - USAGE_MS),
  ]).catch((error: unknown) => {
    problems.push(asProblem('knowledge-unreadable', error));
    return [{ report: nothingKnown(sources.curation.config.current), problems: [] }, NOTHING_GIVEN] as const;
  });
  problems.push(...curation.problems);
  const recall = await sources.recall
    .get()
    .then(({ state, hangs }) => (hangs ? Promise.reject(SEARCH_HANGS) : state))
    .catch((error: unknown) => {
      problems.push(asProblem('search-unavailable', error));
      return undefined;
    });
  if (recall?.problem !== undefined) problems.push(recall.problem);
  if (recall?.semantic?.problem !== undefined) problems.push(semanticProblem(recall.semantic.problem));
  if (sources.backups.problem !== undefined) problems.push(asProblem('backup-failed', sources.backups.problem));
  problems.push(...sources.hookReach.problems());
  problems.push(...sources.forgetting());
  problems.push(...overLimit(paths.backups, sources.curation.config.current['backups.megabytes']));
  if (tally.counts.failedRedactions > 0) {
    problems.push({
      code: 'redaction-failed',
      message: `${tally.counts.failedRedactions} texts were dropped because they could not be redacted`,
      hint: 'nothing unredacted was stored; check `redaction.patterns` in the configuration',
    });
  }
  const questions = await Promise.all(sources.questions.map(async (ask) => ask())).catch((error: unknown) => {
    problems.push(asProblem('questions-unreadable', error));
    return [];
  });
  const recent = log.lastErrors().filter(({ at }) => Math.abs(now - at) < RECENT_ERROR_MS);
  if (recent.length > 0) {
    problems.push({
      code: 'recent-errors',
      message: `${recent.length} errors in the last hour, the newest: ${describeError(recent.at(-1))}`,
      hint: '`carryover daemon logs` shows them',
    });
  }
  return {
    version: VERSION,
    pid: process.pid,
    port: sources.port(),
    uptimeMs: now - sources.startedAt,
    state: readOnlyReason !== undefined ? 'read-only' : problems.length === 0 ? 'ok' : 'degraded',
    problems,
    questions: questions.flat(),
    encryption: encryptionOf(paths),
    backups: backupStatus(paths.backups),
    privacy: { ...privacyStatus(sources.curation.config.current, paths.sweepNote), redacting: sources.redacting() },
    journal: { sessions: counts.sessions, records: counts.records, turns: counts.turns, spaces: counts.spaces },
    lastEventAt: tally.lastEventAt ?? counts.lastRecordAt,
    activeSessions: follower.activeSessions,
    thread: threadStatus(sources.watch.recent()),
    ...curation.report,
    recall: recall === undefined ? null : recallStatus(recall),
    injected,
    spool: spool.report,
    capture: { ...tally.counts, errors: log.errorCount() },
  };
}

function backupStatus(folder: string): StatusReport['backups'] {
  const backups = listBackups(folder);
  const bytes = backups.reduce((sum, backup) => sum + backup.bytes, 0);
  return { copies: backups.length, bytes, lastAt: backups[0]?.takenAt ?? null };
}

/** They are never removed for want of room. */
function overLimit(folder: string, megabytes: number): readonly StatusProblem[] {
  const over = bytesOverLimit(folder, megabytes);
  if (over === 0) return [];
  return [
    {
      code: 'backups-over-limit',
      message: `protected copies of the journal take ${Math.ceil(over / 1024 / 1024)} MB more than backups.megabytes allows`,
      hint: '`carryover backup --list` shows them; `carryover backup release NAME` lets one go, or set backups.megabytes higher',
    },
  ];
}

function privacyStatus(config: Config, sweepNote: string): Omit<StatusReport['privacy'], 'redacting'> {
  const note = readSweepNote(sweepNote);
  return {
    injection: config['injection.enabled'],
    prompts: config['injection.prompts'],
    sensitive: config['injection.sensitive'],
    modelCalls: config['curator.modelCalls'],
    retention: {
      days: config['retention.days'],
      spaces: config['retention.spaces'].length,
      sweptAt: note.sweptAt,
      emptiedAt: note.emptiedAt,
      emptied: note.emptied,
    },
  };
}

function semanticProblem(code: string): StatusProblem {
  if (code === 'no-model') {
    return {
      code: 'semantic-failing',
      message: 'order by meaning does not work: there is no model for it',
      hint: '`carryover config set embeddings.model NAME`',
    };
  }
  return {
    code: 'semantic-failing',
    message: `order by meaning does not work now: ${code}`,
    hint: 'search goes on with words; check embeddings.baseUrl and embeddings.model',
  };
}

function recallStatus(state: RecallState): StatusReport['recall'] {
  const { semantic } = state;
  return {
    records: state.indexedRecords,
    waiting: state.waitingRecords,
    facts: state.indexedFacts,
    bytes: state.bytes,
    ...(semantic === undefined
      ? {}
      : {
          semantic: {
            state: semantic.state,
            embedder: semantic.embedder,
            remote: semantic.remote,
            requests: semantic.requests,
            tokens: semantic.tokens,
          },
        }),
  };
}

function spoolState(
  folder: string,
  now: number,
): { readonly report: StatusReport['spool']; readonly problems: readonly StatusProblem[] } {
  const { files, bytes, refused } = readSpool(folder);
  const oldest = files[0] === undefined ? undefined : statSync(files[0], { throwIfNoEntry: false });
  const oldestMs = oldest === undefined ? null : Math.max(0, now - oldest.mtimeMs);
  const problems: StatusProblem[] = [];
  if (oldestMs !== null && oldestMs > STUCK_AFTER_MS) {
    problems.push({
      code: 'spool-stuck',
      message: `${files.length} spooled events do not drain`,
      hint: 'see `carryover doctor` and the log',
    });
  }
  if (refused > 0) {
    problems.push({
      code: 'spool-refused',
      message: `${refused} spooled events could not be read`,
      hint: `look at the .bad files in ${folder}, then delete them`,
    });
  }
  return { report: { files: files.length, bytes, oldestMs }, problems };
}

function fullDisk(home: string): readonly StatusProblem[] {
  const { bavail, bsize } = statfsSync(home);
  const kilobytes = Math.floor((bavail * bsize) / 1024);
  if (kilobytes * 1024 >= NO_SPACE_BYTES) return [];
  return [
    {
      code: 'disk-full',
      message: `no space left for ${home}: ${kilobytes} KB`,
      hint: 'free some disk space; nothing that was acknowledged is lost, and capture goes on by itself',
    },
  ];
}

function describeError(error: LoggedError | undefined): string {
  if (error === undefined) return 'unknown';
  return error.code === undefined ? error.event : `${error.event} (${error.code})`;
}

function damagedJournals(journal: string): readonly StatusProblem[] {
  const folder = dirname(journal);
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(journal)}.damaged-`) && !/-(?:wal|shm)$/.test(name))
    .map((name) => ({
      code: 'journal-damaged',
      message: `a damaged journal is kept at ${folder}/${name}; a new one was started in its place`,
      hint: 'a backup may be in the backups folder of the home; delete the file when it is no longer needed',
    }));
}

function asProblem(code: string, error: unknown): StatusProblem {
  const hint = error instanceof CarryoverError ? error.hint : undefined;
  return { code, message: messageOf(error), hint: hint ?? '`carryover verify` looks at every row' };
}
