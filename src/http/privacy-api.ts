/** What the doors may ask of privacy besides forgetting. The daemon composes it. */
import type { SpaceId } from '../memory/ids.ts';
import type { RetroRedactionReport } from '../privacy/retro-redaction/findings.ts';

export interface SpaceSweepAnswer {
  readonly workspace: SpaceId | null;
  /** Its folder's name, or what it is. */
  readonly name: string;
  readonly days: number | 'off';
  readonly expired: number;
  readonly pinned: number;
  /** Past their time, and no curator has read them yet. */
  readonly unread: number;
}

export interface PrivacyApi {
  redactOldRows(fix: boolean, onProgress: (rows: number, total: number) => void): Promise<RetroRedactionReport>;
  retentionPreview(): Promise<readonly SpaceSweepAnswer[]>;
  sweep(onProgress: (emptied: number) => void): Promise<number>;
}
