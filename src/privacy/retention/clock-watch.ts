/**
 * Whether the system's clock can be believed, before anything is emptied because of what it says (F-17). It can when it
 * has gone on as it should since it was last looked at: by the time that has passed in this process, or, at its start, by
 * a look not long before it. Any jump, in either direction, needs a second look an hour later that agrees.
 *
 * A machine that slept looks like one whose clock jumped, and waits that hour.
 */
import { readFileSync } from 'node:fs';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import type { Clock } from '../../platform/clock.ts';

const HOUR_MS = 60 * 60_000;
/** Clocks are set right by a little now and then. */
const DRIFT_MS = 5 * 60_000;
/** Longer than this between two processes, and it may have been the clock. */
const BETWEEN_PROCESSES_MS = 24 * HOUR_MS;

interface Look {
  readonly wall: number;
  readonly elapsed: number;
}

export class ClockWatch {
  readonly #path: string;
  readonly #clock: Clock;
  #last: Look | undefined;
  /** The first look after a jump; undefined while the clock is believed. */
  #doubtedSince: Look | undefined;

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
  }

  /** The time, when it can be believed. */
  look(): number | undefined {
    const now: Look = { wall: this.#clock.now(), elapsed: this.#clock.elapsed() };
    const isSteady = this.#last === undefined ? this.#followsEarlier(now) : goesOn(this.#last, now);
    if (!isSteady) this.#doubtedSince = now;
    this.#last = now;
    if (this.#doubtedSince !== undefined && now.elapsed - this.#doubtedSince.elapsed < HOUR_MS) return undefined;
    this.#doubtedSince = undefined;
    writeFileAtomically(this.#path, `${now.wall}\n`);
    return now.wall;
  }

  #followsEarlier(now: Look): boolean {
    const earlier = readLast(this.#path);
    return earlier !== undefined && now.wall >= earlier - DRIFT_MS && now.wall - earlier < BETWEEN_PROCESSES_MS;
  }
}

function goesOn(last: Look, now: Look): boolean {
  return Math.abs(now.wall - last.wall - (now.elapsed - last.elapsed)) <= DRIFT_MS;
}

function readLast(path: string): number | undefined {
  try {
    const wall = Number(readFileSync(path, 'utf8'));
    return Number.isFinite(wall) && wall > 0 ? wall : undefined;
  } catch {
    // Never looked, or lost: then this is the first look.
    return undefined;
  }
}
