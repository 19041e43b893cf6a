/**
 * An act: one thing that shaped knowledge and cannot be computed again. Knowledge and the memory files are a function of
 * the acts in their order; `rebuild` applies them again and gets the same.
 */
import type { ActionStatus } from './action.ts';
import type { ActId, ActionId, ReviewId, SpaceId, TurnId } from './ids.ts';
import type { MemoryFileName, MemoryFileRef } from './memory-file.ts';

interface ActBase {
  readonly id: ActId;
  readonly ts: number;
  readonly workspace: SpaceId | null;
}

export interface TurnRef {
  readonly id: TurnId;
  readonly rev: number;
}

/** One batch of turns read by a curator, and what it answered. */
export interface Curation extends ActBase {
  readonly kind: 'curation';
  /** `rules`, or provider and model: `anthropic/claude-haiku-5-5`. */
  readonly curator: string;
  /** In the order they were numbered for the curator, from 1. */
  readonly turns: readonly TurnRef[];
  /** The versions of the files it was shown: a rewrite is a change of these. */
  readonly files: readonly (MemoryFileRef & { readonly version: number })[];
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
}

export type FilePreset = 'three' | 'six' | 'app';

/** Something a person did. */
export interface Edit extends ActBase {
  readonly kind: 'edit';
  readonly change: EditChange;
}

export type EditChange =
  /** The file was changed on disk; `before` is what the person started from. */
  | { readonly kind: 'file'; readonly file: MemoryFileRef; readonly before: string; readonly content: string }
  /** `content` is what that version held. */
  | { readonly kind: 'undo'; readonly file: MemoryFileRef; readonly version: number; readonly content: string }
  | {
      readonly kind: 'deploy';
      readonly release: string;
      readonly files: readonly { readonly name: MemoryFileName; readonly content: string }[];
    }
  | { readonly kind: 'action'; readonly action: ActionId; readonly status: ActionStatus }
  | { readonly kind: 'review'; readonly review: ReviewId; readonly decision: 'accepted' | 'rejected' }
  /**
   * Every turn is to be curated anew: a replay leaves out the curations and scans before this act, not the edits. `files`
   * are what stood on disk then, so that what a curator wrote is not taken for a person's words afterwards.
   */
  | {
      readonly kind: 'recurate';
      readonly files: readonly { readonly file: MemoryFileRef; readonly content: string }[];
    };

/** What a look at the project's folder found, for files.md. */
export interface Scan extends ActBase {
  readonly kind: 'scan';
  /** Paths relative to the space's root, sorted. */
  readonly paths: readonly string[];
  /** True when there were more than were kept. */
  readonly partial: boolean;
}

export type Act = Curation | Edit | Scan;
export type StoredAct = Act & { readonly seq: number };
