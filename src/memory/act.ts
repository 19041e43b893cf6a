/**
 * An act: one thing that shaped knowledge and cannot be computed again. Knowledge and the memory files are a function of
 * the acts in their order; `rebuild` applies them again and gets the same.
 */
import type { ActionStatus, PendingAction } from './action.ts';
import type { ActId, RecordId, SpaceId, TurnId } from './ids.ts';
import type { Learning, LearningChange } from './learning.ts';
import type { MemoryFileName, MemoryFileRef } from './memory-file.ts';
import type { Review, ReviewAnswer } from './review.ts';
import type { ScopeState } from './scope-state.ts';

interface ActBase {
  readonly id: ActId;
  readonly ts: number;
  readonly workspace: SpaceId | null;
}

export interface TurnRef {
  readonly id: TurnId;
  readonly rev: number;
}

/** Reads the marker lines of one closed turn by code; the turn is still to be curated. */
export const MARKER_CURATOR = 'markers';

/** Tells what a person has imported: nothing was read and nobody asked. */
export const IMPORT_CURATOR = 'import';

/** One batch of turns read by a curator, and what it answered. */
export interface Curation extends ActBase {
  readonly kind: 'curation';
  /** `rules`, `import`, or provider and model: `anthropic/claude-haiku-5-5`. */
  readonly curator: string;
  /** In the order they were numbered for the curator, from 1. */
  readonly turns: readonly TurnRef[];
  /** The versions of the files it was shown: a rewrite is a change of these. `whole` is false for one shown in part. */
  readonly files: readonly (MemoryFileRef & { readonly version: number; readonly whole?: boolean })[];
  readonly settings: CurationSettings;
  readonly promptHash: string;
  /** As they came, redacted. A later one was asked for because a file was too long: its files replace the earlier. */
  readonly answers: readonly string[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/** What was configured then and changes the outcome; kept with the act so that a later change does not. */
export interface CurationSettings {
  readonly match: 'similar' | 'slot';
  readonly preset: FilePreset;
  /** Where the space was: paths in files.md are told from here. */
  readonly root: string | null;
  /**
   * Which of what the answers name to run or to reach stood in files of the repository, and since when: digests as
   * `originDigest` makes them. None when absent.
   */
  readonly tracked?: Readonly<Record<string, number>>;
  /**
   * What it says tells where a learning holds. Absent in acts of an earlier release, where every preference and whatever a
   * curator wished held everywhere: a replay moves nothing a person was not asked about.
   */
  readonly scope?: 'by-statement';
  /** A model read one session by itself: its answer has other bounds than that about a batch. */
  readonly extraction?: true;
}

export type FilePreset = 'three' | 'six' | 'app';

/** Something a person did. */
export interface Edit extends ActBase {
  readonly kind: 'edit';
  readonly change: EditChange;
}

/** Each holds what the person had before them, in full: what curators made of it may be void when it is applied again. */
export type EditChange =
  /**
   * The file was changed; `before` is what the person started from. Without `by` a person is known to have done it. On disk
   * it is `unknown` who did while an agent was at work, and `doubtful` what no person is likely to write: both wait for one.
   * `agent` is of an earlier release: such a change was put back at once.
   */
  | {
      readonly kind: 'file';
      readonly file: MemoryFileRef;
      readonly before: string;
      readonly content: string;
      readonly by?: 'agent' | 'unknown' | 'doubtful';
    }
  /** `content` is what that version held, `before` what it was undone from. */
  | {
      readonly kind: 'undo';
      readonly file: MemoryFileRef;
      readonly version: number;
      readonly before: string;
      readonly content: string;
    }
  | {
      readonly kind: 'deploy';
      readonly release: string;
      readonly files: readonly { readonly name: MemoryFileName; readonly content: string }[];
    }
  | { readonly kind: 'action'; readonly action: PendingAction; readonly status: ActionStatus }
  | {
      readonly kind: 'review';
      readonly review: Review;
      readonly decision: ReviewAnswer;
      /** The learning it would close. */
      readonly replaced: Learning | null;
      /** What the file held that it is a rewrite of; empty when it is none. */
      readonly base: string;
    }
  /**
   * Every turn is to be curated anew: a replay leaves out the curations before this act, not the edits and scans. `files`
   * are what stood on disk then, so that what a curator wrote is not taken for a person's words afterwards.
   */
  | {
      readonly kind: 'recurate';
      readonly files: readonly { readonly file: MemoryFileRef; readonly content: string }[];
    }
  /** Something a person wants kept, in their own words. */
  | { readonly kind: 'remember'; readonly learning: Learning }
  /** `learning` is the one as it was before; null for a mark on a record. What is absent stays as it is. */
  | {
      readonly kind: 'mark';
      readonly target: MarkTarget;
      readonly learning: Learning | null;
      readonly pinned?: boolean;
      readonly sensitive?: boolean;
    }
  /** Nobody did it: these questions about what is known are put to the person. */
  | { readonly kind: 'ask'; readonly reviews: readonly Review[] }
  /** What these acts did is taken back; `acts` are curations, `learnings` single ones that are withdrawn. */
  | { readonly kind: 'revert'; readonly acts: readonly ActId[]; readonly learnings: readonly Learning[] }
  /** A person wrote a learning (`before` is null) or changed one; `after` is what they want it to be. */
  | { readonly kind: 'amend'; readonly before: Learning | null; readonly after: Learning }
  /** Removed from what is known, with their history (as `heldHistory` tells); in full, so that it can be taken back. */
  | {
      readonly kind: 'drop';
      readonly learnings: readonly Learning[];
      readonly history?: readonly LearningChange[];
    }
  /** What a `drop` removed is known again, with the history the drop holds. */
  | {
      readonly kind: 'restore';
      readonly learnings: readonly Learning[];
      readonly history?: readonly LearningChange[];
    }
  /** `from` say the same as `into`, which stays (C-065). */
  | { readonly kind: 'merge'; readonly into: Learning; readonly from: readonly Learning[] }
  /** What was said here has been forgotten; a checkpoint after it holds what came of it and may stay. */
  | { readonly kind: 'erased' };

type MarkTarget =
  | { readonly kind: 'record'; readonly id: RecordId }
  | { readonly kind: 'learning'; readonly id: Learning['id'] };

/** What a look at the project's folder found, for files.md. */
export interface Scan extends ActBase {
  readonly kind: 'scan';
  /** Paths relative to the space's root, sorted. */
  readonly paths: readonly string[];
  /** True when there were more than were kept. */
  readonly partial: boolean;
}

/**
 * All that is known in some scopes, as it was then: a replay begins with it there. Acts of those scopes before it are
 * void (their turns stay curated), because what they were made from is gone or has been emptied.
 */
export interface Checkpoint extends ActBase {
  readonly kind: 'checkpoint';
  readonly cause: 'forget' | 'retention';
  /** Spaces, and `null` for the user scope, which is always among them: every space adds to it. */
  readonly scopes: readonly (SpaceId | null)[];
  readonly state: ScopeState;
}

export type Act = Curation | Edit | Scan | Checkpoint;
export type StoredAct = Act & { readonly seq: number };
