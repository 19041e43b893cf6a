/**
 * Runs that nobody will tell the end of: the process of `carryover run` is gone (killed, or the machine was) and has not told
 * it. A run is looked at ten minutes after it began, and while it is among the newest hundred.
 * Limit: the process is looked for on this machine; while its number belongs to another one, the run is not taken for lost.
 */
import type { Journal } from '../journal/journal.ts';
import type { SessionId } from '../memory/ids.ts';
import { isAlive } from '../platform/is-alive.ts';
import { endId, lostId } from './run-events.ts';

const RUNS = 100;
const SETTLE_MS = 10 * 60_000;

export interface LostRun {
  readonly run: string;
  /** The session of its agent; null when it never said anything. */
  readonly spoke: SessionId | null;
}

export async function lostRuns(
  journal: Pick<Journal, 'eventPage' | 'record'>,
  now: number,
): Promise<readonly LostRun[]> {
  const page = { limit: RUNS, until: now - SETTLE_MS };
  const lost: string[] = [];
  for (const { metadata } of (await journal.eventPage({ ...page, kinds: ['run-begun'] })).events) {
    const { run, pid } = metadata;
    if (typeof run !== 'string' || typeof pid !== 'number' || isAlive(pid)) continue;
    const told = (await journal.record(endId(run))) ?? (await journal.record(lostId(run)));
    if (told === undefined) lost.push(run);
  }
  if (lost.length === 0) return [];
  const starts = (await journal.eventPage({ ...page, kinds: ['run-start'] })).events;
  return lost.map((run) => ({ run, spoke: starts.find(({ metadata }) => metadata.run === run)?.sessionId ?? null }));
}
