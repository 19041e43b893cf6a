/** The only place that reads the time. Everything else is handed a clock, so tests can move it. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

export interface Clock {
  /** Wall-clock milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds: for durations and leases, which a changed wall clock must not touch. */
  elapsed(): number;
  /** How long the machine is on, asleep or not, which a changed wall clock must not touch either. */
  sinceBoot?(): SinceBoot;
}

export interface SinceBoot {
  /** The same until the machine is started again; where that cannot be told, the same in this process only. */
  readonly id: string;
  readonly ms: number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sinceBoot: () => ({ id: bootId(), ms: uptime() * 1_000 }),
};

let boot: string | undefined;

function bootId(): string {
  boot ??= readBootId();
  return boot;
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Another system than Linux.
    return randomUUID();
  }
}
