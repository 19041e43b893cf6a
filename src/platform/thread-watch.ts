/**
 * Watches this thread: whenever it served nobody for longer than 100 ms, it says what was going on meanwhile. What goes on
 * is what `during` was told: one name for each request, look or job; several when several overlapped, those first that
 * lasted hardly longer than the gap.
 *
 * A thread that was not let run by a busy machine has held up nothing itself: only what it computed counts as held. A gap in
 * which it neither computed nor waited for a processor was spent on a slow disk, or the machine slept; it is told apart.
 * Costs one timer every 20 ms and two small reads.
 */
import { readFileSync } from 'node:fs';
import { systemClock } from './clock.ts';

export interface HeldThread {
  /** Milliseconds since the epoch, at its end. */
  readonly at: number;
  readonly ms: number;
  /** What was going on; empty when nobody said. */
  readonly during: readonly string[];
  readonly spent: 'computing' | 'waiting';
}

export interface ThreadWatchOptions {
  /** Wall-clock time. */
  now(): number;
  onHeld(held: HeldThread): void;
}

const LOOK_MS = 20;
const HELD_MS = 100;
const KEPT_MS = 60 * 60_000;
const MOST_KEPT = 1_000;
const MOST_NAMES = 3;
/** Of a gap: less computing than this, and it was something else. */
const COMPUTING_SHARE = 0.5;
const NOT_LET_RUN_SHARE = 0.5;
const MAIN_THREAD = '/proc/self/schedstat';

interface Operation {
  readonly name: string;
  readonly from: number;
  to: number;
}

/** Of this thread: there is one. */
const running = new Set<Operation>();
let ended: Operation[] = [];
let isWatched = false;

/** Names what this thread is doing, until it is done. */
export async function during<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const operation: Operation = { name, from: systemClock.elapsed(), to: Number.POSITIVE_INFINITY };
  running.add(operation);
  try {
    return await work();
  } finally {
    operation.to = systemClock.elapsed();
    running.delete(operation);
    if (isWatched) ended.push(operation);
  }
}

export class ThreadWatch {
  readonly #options: ThreadWatchOptions;
  readonly #timer: NodeJS.Timeout;
  #held: HeldThread[] = [];
  #at = systemClock.elapsed();
  #used = timesOf();

  constructor(options: ThreadWatchOptions) {
    this.#options = options;
    isWatched = true;
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** Of the last hour, oldest first. */
  recent(): readonly HeldThread[] {
    const since = this.#options.now() - KEPT_MS;
    this.#held = this.#held.filter(({ at }) => at > since).slice(-MOST_KEPT);
    return this.#held;
  }

  stop(): void {
    clearInterval(this.#timer);
    isWatched = false;
    ended = [];
  }

  #look(): void {
    const [from, to] = [this.#at, systemClock.elapsed()];
    const before = this.#used;
    this.#at = to;
    this.#used = timesOf();
    const gapMs = to - from - LOOK_MS;
    const candidates = ended;
    ended = [];
    if (gapMs <= HELD_MS) return;
    const computedMs = this.#used.computedMs - before.computedMs;
    if (this.#used.waitedMs - before.waitedMs >= NOT_LET_RUN_SHARE * gapMs && computedMs <= HELD_MS) return;
    const isComputing = computedMs >= COMPUTING_SHARE * gapMs || computedMs > HELD_MS;
    const held: HeldThread = {
      at: this.#options.now(),
      ms: Math.round(isComputing ? Math.min(gapMs, computedMs) : gapMs),
      during: namesOf([...candidates, ...running], from, to),
      spent: isComputing ? 'computing' : 'waiting',
    };
    this.#held.push(held);
    this.#options.onHeld(held);
  }
}

/** Those that lay most within the gap first: what began and ended with it is what made it. */
function namesOf(operations: readonly Operation[], from: number, to: number): readonly string[] {
  const share = (operation: Operation): number => {
    const within = Math.min(operation.to, to) - Math.max(operation.from, from);
    return within / Math.max(1, Math.min(operation.to, to) - operation.from);
  };
  const inOrder = operations.toSorted((one, other) => share(other) - share(one)).map(({ name }) => name);
  return [...new Set(inOrder)].slice(0, MOST_NAMES);
}

interface Times {
  readonly computedMs: number;
  /** Ready to run, while others did; nothing where the system does not tell. */
  readonly waitedMs: number;
}

function timesOf(): Times {
  // Since Node 22.19; without it the other threads count too.
  const usage = (process as { threadCpuUsage?(): NodeJS.CpuUsage }).threadCpuUsage?.() ?? process.cpuUsage();
  return { computedMs: (usage.user + usage.system) / 1_000, waitedMs: waitedMs() };
}

function waitedMs(): number {
  if (process.platform !== 'linux') return 0;
  try {
    return Number(readFileSync(MAIN_THREAD, 'utf8').split(' ')[1] ?? 0) / 1_000_000;
  } catch {
    // Not every kernel has it.
    return 0;
  }
}
