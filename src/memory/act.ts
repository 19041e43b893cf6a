/**
 * An act: one thing that shaped knowledge and cannot be computed again. Knowledge and the memory files are a function of
 * the acts in their order; `rebuild` applies them again and gets the same.
 */
import { ACTION_STATUSES, PENDING_ACTION } from './action.ts';
import * as field from './fields.ts';
import type { ActId, LearningId, RecordId, SpaceId, TurnId } from './ids.ts';
import { LEARNING, LEARNING_CHANGE } from './learning.ts';
import { MEMORY_FILE } from './memory-file.ts';
import { REVIEW, REVIEW_ANSWERS } from './review.ts';
import { SCOPE_STATE } from './scope-state.ts';

const ACT = { id: field.id<ActId>(), ts: field.moment, workspace: field.nullable(field.id<SpaceId>()) };

const TURN_REF = { id: field.id<TurnId>(), rev: field.count };

export interface TurnRef extends field.EntityOf<typeof TURN_REF> {}

/** Reads the marker lines of one closed turn by code; the turn is still to be curated. */
export const MARKER_CURATOR = 'markers';

/** Tells what a person has imported: nothing was read and nobody asked. */
export const IMPORT_CURATOR = 'import';

const FILE_PRESETS = ['three', 'six', 'app'] as const;
export type FilePreset = (typeof FILE_PRESETS)[number];

/** What was configured then and changes the outcome; kept with the act so that a later change does not. */
const CURATION_SETTINGS = {
  match: field.oneOf('similar', 'slot'),
  preset: field.oneOf(...FILE_PRESETS),
  /** Where the space was: paths in files.md are told from here. */
  root: field.nullable(field.path),
  /**
   * Which of what the answers name to run or to reach stood in files of the repository, and since when: digests as
   * `originDigest` makes them. None when absent.
   */
  tracked: field.optional(field.map(field.count)),
  /**
   * What it says tells where a learning holds. Absent in acts of an earlier release, where every preference and whatever a
   * curator wished held everywhere: a replay moves nothing a person was not asked about.
   */
  scope: field.optional(field.oneOf('by-statement')),
  /** A model read one session by itself: its answer has other bounds than that about a batch. */
  extraction: field.optional(field.yes),
};

export interface CurationSettings extends field.EntityOf<typeof CURATION_SETTINGS> {}

/** One batch of turns read by a curator, and what it answered. */
export const CURATION = {
  ...ACT,
  /** `rules`, `import`, or provider and model: `anthropic/claude-haiku-5-5`. */
  curator: field.name,
  /** In the order they were numbered for the curator, from 1. */
  turns: field.list(field.object(TURN_REF)),
  /** The versions of the files it was shown: a rewrite is a change of these. `whole` is false for one shown in part. */
  files: field.list(field.object({ ...MEMORY_FILE, version: field.count, whole: field.optional(field.flag) })),
  settings: field.object(CURATION_SETTINGS),
  promptHash: field.name,
  /** As they came, redacted. A later one was asked for because a file was too long: its files replace the earlier. */
  answers: field.list(field.text),
  inputTokens: field.count,
  outputTokens: field.count,
  costUsd: field.amount,
};

export interface Curation extends field.EntityOf<typeof CURATION> {
  readonly kind: 'curation';
}

/** In full, so that they can be taken back; with their history, as `heldHistory` tells. */
const REMOVED = {
  learnings: field.list(field.object(LEARNING)),
  history: field.optional(field.list(field.object(LEARNING_CHANGE))),
};

/** Each holds what the person had before them, in full: what curators made of it may be void when it is applied again. */
const EDIT_CHANGE = field.variants({
  /**
   * The file was changed; `before` is what the person started from. Without `by` a person is known to have done it. On disk
   * it is `unknown` who did while an agent was at work, and `doubtful` what no person is likely to write: both wait for one.
   * `agent` is of an earlier release: such a change was put back at once.
   */
  file: {
    file: field.object(MEMORY_FILE),
    before: field.text,
    content: field.text,
    by: field.optional(field.oneOf('agent', 'unknown', 'doubtful')),
  },
  /** `content` is what that version held, `before` what it was undone from. */
  undo: { file: field.object(MEMORY_FILE), version: field.count, before: field.text, content: field.text },
  deploy: {
    release: field.text,
    files: field.list(field.object({ name: MEMORY_FILE.name, content: field.text })),
  },
  action: { action: field.object(PENDING_ACTION), status: field.oneOf(...ACTION_STATUSES) },
  review: {
    review: field.object(REVIEW),
    decision: field.oneOf(...REVIEW_ANSWERS),
    /** The learning it would close. */
    replaced: field.nullable(field.object(LEARNING)),
    /** What the file held that it is a rewrite of; empty when it is none. */
    base: field.text,
  },
  /**
   * Every turn is to be curated anew: a replay leaves out the curations before this act, not the edits and scans. `files`
   * are what stood on disk then, so that what a curator wrote is not taken for a person's words afterwards.
   */
  recurate: { files: field.list(field.object({ file: field.object(MEMORY_FILE), content: field.text })) },
  /** Something a person wants kept, in their own words. */
  remember: { learning: field.object(LEARNING) },
  /** `learning` is the one as it was before; null for a mark on a record. What is absent stays as it is. */
  mark: {
    target: field.variants({ record: { id: field.id<RecordId>() }, learning: { id: field.id<LearningId>() } }),
    learning: field.nullable(field.object(LEARNING)),
    pinned: field.optional(field.flag),
    sensitive: field.optional(field.flag),
  },
  /** Nobody did it: these questions about what is known are put to the person. */
  ask: { reviews: field.list(field.object(REVIEW)) },
  /** What these acts did is taken back; `acts` are curations, `learnings` single ones that are withdrawn. */
  revert: { acts: field.list(field.id<ActId>()), learnings: field.list(field.object(LEARNING)) },
  /** A person wrote a learning (`before` is null) or changed one; `after` is what they want it to be. */
  amend: { before: field.nullable(field.object(LEARNING)), after: field.object(LEARNING) },
  /** Removed from what is known, with their history. */
  drop: REMOVED,
  /** What a `drop` removed is known again, with the history the drop holds. */
  restore: REMOVED,
  /** `from` say the same as `into`, which stays (C-065). */
  merge: { into: field.object(LEARNING), from: field.list(field.object(LEARNING)) },
  /** What was said here has been forgotten; a checkpoint after it holds what came of it and may stay. */
  erased: {},
});

export type EditChange = field.ValueOf<typeof EDIT_CHANGE>;

/** Something a person did. */
export const EDIT = { ...ACT, change: EDIT_CHANGE };

export interface Edit extends field.EntityOf<typeof EDIT> {
  readonly kind: 'edit';
}

/** What a look at the project's folder found, for files.md. */
export const SCAN = {
  ...ACT,
  /** Paths relative to the space's root, sorted. */
  paths: field.list(field.text),
  /** True when there were more than were kept. */
  partial: field.flag,
};

export interface Scan extends field.EntityOf<typeof SCAN> {
  readonly kind: 'scan';
}

/**
 * All that is known in some scopes, as it was then: a replay begins with it there. Acts of those scopes before it are
 * void (their turns stay curated), because what they were made from is gone or has been emptied.
 */
export const CHECKPOINT = {
  ...ACT,
  cause: field.oneOf('forget', 'retention'),
  /** Spaces, and `null` for the user scope, which is always among them: every space adds to it. */
  scopes: field.list(field.nullable(field.id<SpaceId>())),
  state: field.object(SCOPE_STATE),
};

export interface Checkpoint extends field.EntityOf<typeof CHECKPOINT> {
  readonly kind: 'checkpoint';
}

export type Act = Curation | Edit | Scan | Checkpoint;
export type StoredAct = Act & { readonly seq: number };
