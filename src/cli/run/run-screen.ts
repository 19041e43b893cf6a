/**
 * What a person sees of a run, on standard error: what the agent notes as it notes it, and in a terminal one line that
 * lives. Standard output stays for the result.
 */
import type { HeardMarker, RunSummary } from '../../http/runs-api.ts';
import { count, dollars, safe, safeLines } from '../terminal.ts';
import type { RunSoFar } from './stream-tally.ts';

const EVERY_MS = 1_000;
const TERMINAL_COLUMNS = 80;

type Screen = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

export interface NotedSoFar {
  readonly memories: number;
  readonly events: number;
}

export class RunScreen {
  readonly #stream: Screen;
  readonly #isQuiet: boolean;
  readonly #line: () => string;
  #timer: NodeJS.Timeout | undefined;
  /** Somebody else has written a part of a line. */
  #isMidLine = false;

  /** `line` is what the living line says now. */
  constructor(line: () => string, isQuiet: boolean, stream: Screen = process.stderr) {
    this.#stream = stream;
    this.#isQuiet = isQuiet;
    this.#line = line;
  }

  start(): void {
    if (this.#isQuiet || this.#stream.isTTY !== true) return;
    this.#timer = setInterval(() => this.#draw(), EVERY_MS).unref();
  }

  say(line: string): void {
    if (this.#isQuiet) return;
    this.#clear();
    this.#stream.write(`${line}\n`);
    this.#draw();
  }

  /** Before somebody else writes to the terminal. */
  makeRoom(isWholeLine: boolean): void {
    if (!this.#isMidLine) this.#clear();
    this.#isMidLine = !isWholeLine;
  }

  stop(): void {
    this.#clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #clear(): void {
    if (this.#timer !== undefined) this.#stream.write(this.#isMidLine ? '\n' : '\r\x1b[K');
    this.#isMidLine = false;
  }

  #draw(): void {
    if (this.#timer === undefined || this.#isMidLine) return;
    this.#stream.write(`\r\x1b[K${this.#line().slice(0, (this.#stream.columns || TERMINAL_COLUMNS) - 1)}`);
  }
}

export function progressLine(elapsedMs: number, run: RunSoFar, noted: NotedSoFar): string {
  const parts = [duration(elapsedMs), count(run.turns, 'turn'), count(run.toolCalls, 'tool call')];
  if (run.lastTool !== '') parts.push(`last ${safe(run.lastTool)}`);
  if (noted.memories > 0) parts.push(count(noted.memories, 'memory', 'memories'));
  if (noted.events > 0) parts.push(count(noted.events, 'event'));
  return parts.join(' · ');
}

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
