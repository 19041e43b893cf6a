/** What the daemon says about itself while its memory is encrypted and was not opened. */
import { CarryoverError } from '../memory/error.ts';
import type { StatusProblem } from '../memory/status.ts';

export interface WireLockedStatus {
  readonly version: string;
  readonly pid: number;
  readonly port: number;
  readonly uptime_ms: number;
  readonly state: 'locked';
  readonly locked: true;
  /** Milliseconds since the epoch. */
  readonly locked_since: number;
  readonly problems: readonly StatusProblem[];
  /** Events that were sealed and wait for the key. */
  readonly spool: { readonly files: number; readonly bytes: number };
}

export const UNLOCK_HINT = 'run `carryover unlock`';

/** Of an answer to `GET /memory/status`. */
export function isLocked(status: { readonly state: string }): status is WireLockedStatus {
  return status.state === 'locked';
}

export function lockedError(): CarryoverError {
  return new CarryoverError('memory is locked: it is encrypted, and the key was not given since it started', {
    code: 'locked',
    hint: UNLOCK_HINT,
  });
}
