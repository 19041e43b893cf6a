/** What a person may do to single learnings (C-050). Journalled as an edit before it is applied; the files follow. */
import type { ActId, LearningId, SpaceId } from '../memory/ids.ts';
import type { Learning, LearningType } from '../memory/learning.ts';

export interface MemoryWish {
  /** Null: about nothing in particular. */
  readonly service: string | null;
  readonly category: LearningType;
  readonly observation: string;
  /** 0 … 1. */
  readonly confidence?: number;
  readonly active?: boolean;
  readonly persistent?: boolean;
  /** Null for the user scope. */
  readonly workspace: SpaceId | null;
}

/** What is absent stays as it is. Another `workspace` moves it there; null, everywhere. */
export type MemoryChange = Partial<MemoryWish>;

/** `act` names the edit, for `undo`; null when nothing had to change. */
export interface ChangedMemory {
  readonly learning: Learning;
  readonly act: ActId | null;
}

export interface MemoriesApi {
  create(wish: MemoryWish): Promise<ChangedMemory>;
  /**
   * A changed observation wins over the old one, which does not come back. `base` is the `updatedAt` of what was edited.
   * Throws `not-found`, or `changed-meanwhile` when something else has changed it since.
   */
  change(id: LearningId, change: MemoryChange, base?: number): Promise<ChangedMemory>;
  /** Those that are there; unknown ids are told. One edit for each scope. */
  drop(ids: readonly LearningId[]): Promise<{
    readonly dropped: readonly Learning[];
    readonly unknown: readonly LearningId[];
    readonly acts: readonly ActId[];
  }>;
  /** Throws `not-found`, or `invalid-input` when they are of different scopes. */
  merge(into: LearningId, from: readonly LearningId[]): Promise<ChangedMemory>;
  /** Takes back one of the edits above; throws `not-found` or `already-decided`. */
  takeBack(act: ActId): Promise<readonly Learning[]>;
}
