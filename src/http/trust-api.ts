/** What a person may say about memory itself. Journalled as an edit before it is applied; the files on disk follow. */
import type { Batch, Undoing, UndoTarget } from '../curator/undo.ts';
import type { ActId, SpaceId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import type { StoredRecord } from '../memory/record.ts';
import type { RecordMark } from '../memory/scope-state.ts';

export interface RememberWish {
  readonly content: string;
  /** Null for the user scope. */
  readonly workspace: SpaceId | null;
  readonly sensitive: boolean;
}

export interface Marks {
  readonly pinned?: boolean;
  readonly sensitive?: boolean;
}

/** Each change as `old -> new`. */
export interface ActSummary extends Batch {
  /** The acts it takes back; null for one that takes nothing back, and none where it withdrew learnings by themselves. */
  readonly reverts: readonly ActId[] | null;
}

export interface TrustApi {
  /** Pinned, in the person's own words; resolves with what holds now. */
  remember(wish: RememberWish): Promise<Learning>;
  markLearning(learning: Learning, marks: Marks): Promise<Learning>;
  markRecord(record: StoredRecord, marks: Marks): Promise<RecordMark>;
  /** What the last acts did, newest first. */
  batches(limit: number): Promise<readonly ActSummary[]>;
  /** What it would take back; with `confirm` it is done. Throws `not-found` when there is nothing. */
  undo(target: UndoTarget, confirm: boolean): Promise<Undoing>;
}
