/**
 * Forgetting: what a person wants gone, what that would take, and the receipt of what went. A receipt says how much and
 * whether it was verified, and nothing of what it was.
 */
import * as field from './fields.ts';
import type { ActId, LearningId, RecordId, SessionId, SpaceId } from './ids.ts';

/** Where text came from, as a person names it: a page or a whole host, a tool, a file or a folder. */
export type SourceName =
  | { readonly kind: 'url'; readonly value: string }
  | { readonly kind: 'tool'; readonly value: string }
  | { readonly kind: 'file'; readonly value: string };

export type Selection =
  | { readonly kind: 'record'; readonly ids: readonly RecordId[] }
  /** The learnings, and the records they rest on. */
  | { readonly kind: 'learning'; readonly ids: readonly LearningId[] }
  | { readonly kind: 'session'; readonly id: SessionId }
  | { readonly kind: 'space'; readonly id: SpaceId }
  | { readonly kind: 'source'; readonly source: SourceName }
  /** What was forgotten after this journal was copied, and the copy was put back; and each learning with a tombstone. */
  | {
      readonly kind: 'erased';
      readonly records: readonly RecordId[];
      readonly sessions: readonly SessionId[];
      readonly spaces: readonly SpaceId[];
    };

const FORGET_COUNTS = {
  records: field.count,
  turns: field.count,
  sessions: field.count,
  learnings: field.count,
  actions: field.count,
  /** Lines of memory files. */
  fileLines: field.count,
  injections: field.count,
  /** Answers and edits whose text is emptied, because a checkpoint takes their place. */
  acts: field.count,
};

export interface ForgetCounts extends field.EntityOf<typeof FORGET_COUNTS> {}

export interface ForgetPreview {
  readonly selection: Selection;
  readonly counts: ForgetCounts;
  /** A few lines of what would go, for a person to recognise it. */
  readonly examples: readonly string[];
  readonly spaces: readonly (SpaceId | null)[];
  /** Copies that are not ours to change: the client's transcripts. */
  readonly copiesOutside: readonly string[];
  /** How many acts that could be taken back before (`undo`) cannot be any more afterwards. */
  readonly undosEnded: number;
}

const VERIFICATION = {
  /**
   * `proving`: it is erased, and has not been looked for yet. `verified`: it was looked for and not found. `traces`: something was
   * found, or could not be looked for. `not-searchable`: it is erased, and nothing it said was its alone, so that no search
   * can tell. Absent in receipts of older versions.
   */
  state: field.optional(field.oneOf('proving', 'verified', 'traces', 'not-searchable')),
  /** Strings and rare words that were looked for, and in how much. */
  needles: field.count,
  /** About how many more there were, of very much text. */
  leftOut: field.optional(field.count),
  files: field.count,
  bytes: field.count,
  /** Where something was still found, or could not be looked for: paths within the home, and the place. Empty means gone. */
  tracesIn: field.list(field.text),
};

export interface Verification extends field.EntityOf<typeof VERIFICATION> {}

export const FORGET_RECEIPT = {
  id: field.id<ActId>(),
  askedAt: field.moment,
  finishedAt: field.moment,
  /** Without what it names: a session, a source … */
  selection: field.oneOf('record', 'learning', 'session', 'space', 'source', 'erased'),
  counts: field.object(FORGET_COUNTS),
  copiesOutside: field.list(field.text),
  verification: field.object(VERIFICATION),
};

export interface ForgetReceipt extends field.EntityOf<typeof FORGET_RECEIPT> {}

/** What was erased, without a word of it. Events of a session are refused through `erasedAt`. */
export const TOMBSTONE = {
  of: field.oneOf('record', 'content', 'session'),
  hash: field.hash,
  erasedAt: field.moment,
};

export interface Tombstone extends field.EntityOf<typeof TOMBSTONE> {}
