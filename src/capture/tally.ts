/** Counts what capture did since the daemon started, for `status`: everything dropped on purpose is visible here. */
import type { AppendResult } from '../journal/sqlite/append.ts';
import type { Findings } from './reading.ts';

export interface CaptureCounts {
  received: number;
  stored: number;
  duplicates: number;
  /** Secrets replaced. */
  redactions: number;
  /** Texts dropped because they could not be redacted. */
  failedRedactions: number;
  /** Events refused: not understood, or over a limit. */
  dropped: number;
  /** Events put into the spool because the journal did not take them in time. */
  spooled: number;
  /** Prompts that went on without memory, because it was not found in time. */
  late: number;
}

export class CaptureTally {
  readonly counts: CaptureCounts = {
    received: 0,
    stored: 0,
    duplicates: 0,
    redactions: 0,
    failedRedactions: 0,
    dropped: 0,
    spooled: 0,
    late: 0,
  };
  /** The kinds of secrets that the rules have found. */
  readonly kinds = new Set<string>();
  lastEventAt: number | null = null;

  received(at: number): void {
    this.counts.received += 1;
    this.lastEventAt = at;
  }

  cleaned(cleaned: Findings): void {
    for (const [kind, count] of Object.entries(cleaned.found)) {
      this.kinds.add(kind);
      this.counts.redactions += count;
    }
    if (cleaned.failed) this.counts.failedRedactions += 1;
  }

  stored(result: AppendResult): void {
    this.counts.stored += result.inserted.length;
    this.counts.duplicates += result.duplicates.length;
  }
}
