/**
 * How curation does: what waits, what is known, what it costs. Honest: turns that wait longer than the profile explains,
 * turns that were given up, a model that cannot be asked and a file that is too long are problems, with what to do.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileReport } from '../curator/file-sync.ts';
import { DAY_MS } from '../curator/spend/spent.ts';
import { countLines } from '../files/file-text.ts';
import { fileSpec } from '../files/manifest.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { QueueSummary, WaitingSpace } from '../knowledge/queue.ts';
import type { CarryoverError } from '../memory/error.ts';
import type { FileVersion } from '../memory/memory-file.ts';
import type { StatusProblem, StatusReport } from '../memory/status.ts';
import type { Config } from '../platform/config.ts';
import type { LiveConfig } from '../platform/live-config.ts';
import type { Curation } from './curation.ts';

/** A status is told at once, whatever waits. */
const FEED_PATIENCE_MS = 100;
/** In the batch profile a space is curated when it has been idle for ten minutes. */
const IDLE_STALLED_MS = 30 * 60_000;
const REALTIME_STALLED_MS = 15 * 60_000;
/** Of more than these, none waits for company. */
const MANY_BATCHES = 2;

const RESTORE_UNFINISHED: StatusProblem = {
  code: 'restore-unfinished',
  message: 'a restore has not come to its end, and until then nothing is curated',
  hint: 'unless it is still running, run `carryover import FILE --restore` with the same file again: it goes on',
};

export interface CurationSources {
  readonly curation: Pick<Curation, 'scheduler' | 'fallback' | 'pathOf' | 'recentReports' | 'isRestoring'>;
  readonly journal: Pick<Journal, 'spending' | 'lastRelease'>;
  readonly knowledge: Knowledge;
  readonly config: Pick<LiveConfig, 'current'>;
}

interface Moment {
  readonly now: number;
  /** What waited before the daemon ran waited for the daemon. */
  readonly startedAt: number;
}

type CurationReport = Pick<StatusReport, 'curator' | 'queue' | 'knowledge' | 'release' | 'spend'>;

export async function curationStatus(
  { curation, journal, knowledge, config: { current: config } }: CurationSources,
  moment: Moment,
): Promise<{ readonly report: CurationReport; readonly problems: readonly StatusProblem[] }> {
  const { failure, lastCuratedAt } = curation.scheduler.state;
  // A long backlog is fed behind: what waits is told as far as the queue knows it.
  await Promise.race([curation.scheduler.feed(), sleep(FEED_PATIENCE_MS, undefined, { ref: false })]);
  const queue = await knowledge.queue.summary();
  const { learnings, dropped, learningsEver, pinned, sensitive, pendingActions, waitingReviews, waitingQuestions } =
    await knowledge.counts();
  const { usd } = await journal.spending({ since: moment.now - DAY_MS });
  const nothing = nothingKnown(config);
  const report: CurationReport = {
    curator: { ...nothing.curator, fallback: curation.fallback ?? null, lastCuratedAt: lastCuratedAt ?? null },
    queue: {
      waiting: queue.waiting,
      parked: queue.parked,
      oldestMs: queue.oldestAt === null ? null : Math.max(0, moment.now - queue.oldestAt),
    },
    knowledge: {
      learnings: totalOf(learnings),
      learningsEver,
      pinned,
      sensitive,
      pendingActions,
      waitingReviews,
      waitingQuestions,
      dropped: totalOf(dropped),
    },
    release: (await journal.lastRelease()) ?? null,
    spend: { ...nothing.spend, dayUsd: usd },
  };
  const problems = [
    ...(curation.isRestoring ? [RESTORE_UNFINISHED] : []),
    ...stalled(queue, config, moment),
    ...parked(queue),
    ...(failure === undefined ? [] : [curatorProblem(failure)]),
    ...(curation.fallback === undefined ? [] : [budgetProblem(curation.fallback)]),
    ...(await overLimit(await knowledge.files(), curation)),
    ...foundOnDisk(curation.recentReports(moment.now)),
  ];
  return { report, problems };
}

/** What is left to say when knowledge cannot be read. */
export function nothingKnown(config: Config): CurationReport {
  return {
    curator: {
      provider: config['curator.provider'],
      model: config['curator.model'],
      profile: config['curator.profile'],
      fallback: null,
      lastCuratedAt: null,
    },
    queue: { waiting: 0, parked: 0, oldestMs: null },
    knowledge: {
      learnings: 0,
      learningsEver: 0,
      pinned: 0,
      sensitive: 0,
      pendingActions: 0,
      waitingReviews: 0,
      waitingQuestions: 0,
      dropped: 0,
    },
    release: null,
    spend: { dayUsd: 0, dailyUsd: config['curator.dailyUsd'] },
  };
}

/** What a person should know about files that were not as they should be; each path once, as it was last. */
function foundOnDisk(reports: readonly FileReport[]): StatusProblem[] {
  const newest = new Map(reports.map((report) => [report.path, report]));
  return [...newest.values()].flatMap(({ event, path, detail }) => {
    const hint = FILE_HINTS[event];
    return hint === undefined ? [] : [{ code: event, message: `${path}: ${detail}`, hint }];
  });
}

const FILE_HINTS: Readonly<Partial<Record<FileReport['event'], string>>> = {
  'locked-file-reverted': 'it was put back; `carryover deploy DIR` changes soul.md and os.md',
  'locked-file-ignored': '`carryover deploy DIR` puts soul.md and os.md into use; or remove the file',
  'file-unusable': 'look at what stands in its place, and move it away',
  'file-not-written': 'check free space and the permissions of the folder; the content is safe',
};

function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function stalled({ spaces }: QueueSummary, config: Config, moment: Moment): StatusProblem[] {
  const waiting = spaces
    .filter((space) => waitsTooLong(space, config, moment))
    .reduce((sum, space) => sum + space.waiting, 0);
  if (waiting === 0) return [];
  return [
    {
      code: 'curation-stalled',
      message: `${waiting} turns wait for the curator and should have been read by now`,
      hint: '`carryover curate` reads them now and says what is in the way',
    },
  ];
}

function waitsTooLong(
  { waiting, oldestAt, newestAt }: WaitingSpace,
  { 'curator.profile': profile, 'curator.batchTurns': batchTurns }: Config,
  { now, startedAt }: Moment,
): boolean {
  const sinceMs = (closedAt: number) => now - Math.max(closedAt, startedAt);
  switch (profile) {
    case 'manual':
      return false;
    case 'realtime':
      return sinceMs(oldestAt) > REALTIME_STALLED_MS;
    case 'batch':
      return sinceMs(waiting < MANY_BATCHES * batchTurns ? newestAt : oldestAt) > IDLE_STALLED_MS;
  }
}

function parked({ parked: turns }: QueueSummary): StatusProblem[] {
  if (turns === 0) return [];
  return [
    {
      code: 'turns-parked',
      message: `${turns} turns could not be curated and were put aside`,
      hint: '`carryover curate --retry` tries them again',
    },
  ];
}

function curatorProblem({ message, hint }: CarryoverError): StatusProblem {
  return { code: 'curator-problem', message, hint: hint ?? 'it is tried again by itself; see `carryover daemon logs`' };
}

function budgetProblem(reason: string): StatusProblem {
  return {
    code: 'model-budget',
    message: `rules curate in place of the model: ${reason}`,
    hint: '`carryover spend` shows what was used; the caps are in the configuration',
  };
}

async function overLimit(files: readonly FileVersion[], curation: Pick<Curation, 'pathOf'>): Promise<StatusProblem[]> {
  const problems: StatusProblem[] = [];
  for (const file of files) {
    const { limitLines } = fileSpec(file.name);
    const lines = countLines(file.content);
    if (lines <= limitLines) continue;
    problems.push({
      code: 'file-over-limit',
      message: `${await curation.pathOf(file)} has ${lines} lines, ${lines - limitLines} more than agents are to be given`,
      hint: 'take some out: what you wrote yourself is not cut by the curator',
    });
  }
  return problems;
}
