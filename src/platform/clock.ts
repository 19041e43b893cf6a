/** The only place that reads the time. Everything else is handed a clock, so tests can move it. */
export interface Clock {
  /** Wall-clock milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds: for durations and leases, which a changed wall clock must not touch. */
  elapsed(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};
