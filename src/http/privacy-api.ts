/** What the doors may ask of privacy besides forgetting. The daemon composes it. */
import type { SpaceId } from '../memory/ids.ts';
import type { StatusProblem } from '../memory/status.ts';
import type { ProtectedCopy } from '../privacy/backups/protected-copies.ts';
import type { RetroRedactionReport } from '../privacy/retro-redaction/findings.ts';

export interface SpaceSweepAnswer {
  readonly workspace: SpaceId | null;
  /** Its folder's name, or what it is. */
  readonly name: string;
  readonly days: number | 'off';
  /** Past their time, and not hidden yet. */
  readonly expired: number;
  /** Kept from agents and from search; their text goes next. */
  readonly hidden: number;
  readonly pinned: number;
  /** Past their time, and no curator has read them yet. */
  readonly unread: number;
}

export interface RetentionAnswer {
  readonly spaces: readonly SpaceSweepAnswer[];
  /** False when these are numbers of an earlier look. */
  readonly current: boolean;
  /** What waits for a person's word. */
  readonly questions: readonly StatusProblem[];
}

export interface PrivacyApi {
  redactOldRows(fix: boolean, onProgress: (rows: number, total: number) => void): Promise<RetroRedactionReport>;
  retentionPreview(): Promise<RetentionAnswer>;
  /** A person lets go what is past its time; how many records were hidden. */
  confirmRetention(onProgress: (hidden: number) => void): Promise<number>;
  /** In how many days of running time the text goes of a record that is hidden (`StoredRecord.hidden`). */
  daysLeft(hidden: number): Promise<number>;
  protectedCopies(): readonly ProtectedCopy[];
  /** The name of the copy that a person let go. */
  releaseCopy(wanted: string): string;
}
