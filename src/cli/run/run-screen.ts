/** What a person reads of a run: what the agent notes as it notes it, and at the end what it came to. */
import type { HeardMarker, RunSummary } from '../../http/runs-api.ts';
import { count, dollars, safe, safeLines } from '../terminal.ts';

/** An agent's words cannot steer a terminal; a program that reads them gets them as they are. */
export function shownResult(result: string, { isTTY }: { readonly isTTY?: boolean }): string {
  return isTTY === true ? safeLines(result) : result;
}

/** `[memory] timing jellyfin: Takes 60 s to start` */
export function markerLine({ kind, label, service, text }: Omit<HeardMarker, 'id'>): string {
  const about = service === null ? '' : ` ${safe(service)}`;
  return `[${kind}] ${safe(label)}${about}: ${safe(text)}`;
}

export function summaryLines(summary: RunSummary, exitCode: number, unrecorded: number): readonly string[] {
  const { durationMs, turns, costUsd, memories, events, sessionId, capturedBy } = summary;
  const levels = Object.entries(events).map(([level, number]) => `${number} ${level}`);
  const what = [
    `Run ended with exit code ${exitCode} after ${duration(durationMs)}`,
    count(turns, 'turn'),
    ...(costUsd === null ? [] : [dollars(costUsd)]),
    count(memories, 'memory', 'memories'),
    levels.length === 0 ? 'no events' : `events: ${levels.join(', ')}`,
  ];
  const lines = [`${what.join(' · ')}.`];
  if (sessionId !== null) lines.push(`Session ${safe(sessionId)}, captured by ${CAPTURED[capturedBy]}.`);
  if (unrecorded > 0) lines.push(`Not recorded: ${count(unrecorded, 'message')}. The daemon did not take them.`);
  return lines;
}

const CAPTURED = {
  hooks: "the client's hooks",
  stream: 'its stream',
  nothing: 'nothing',
  unknown: 'nobody knows: the daemon is away',
} as const;

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
