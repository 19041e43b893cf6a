/**
 * What was held back until a person looks at it: a learning its evidence does not carry, a rewrite that loses too much, or a
 * change that was found in a file on disk and may not be the person's.
 */
import * as field from './fields.ts';
import type { ActId, LearningId, ReviewId, SpaceId } from './ids.ts';
import { LEARNING } from './learning.ts';
import { MEMORY_FILE } from './memory-file.ts';

const REVIEW_STATUSES = ['waiting', 'accepted', 'rejected'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** `both` answers a question: the newer one is taken in, and the older holds beside it. */
export const REVIEW_ANSWERS = ['accepted', 'rejected', 'both'] as const;
export type ReviewAnswer = (typeof REVIEW_ANSWERS)[number];

const HELD_LEARNING = {
  /** As it would be stored if it is accepted. */
  learning: field.object(LEARNING),
  /** The one it would close. */
  replaces: field.nullable(field.id<LearningId>()),
  /** It was learned already and holds beside the one it may replace: asked is only which of them holds. */
  isKnown: field.optional(field.yes),
  /** Only a curator says that it replaces the other: agents are given both until the person answers. */
  isProposed: field.optional(field.yes),
  /** It is known and holds everywhere: asked is whether it is to hold in this project alone; null while that is not known. */
  movesTo: field.optional(field.nullable(field.id<SpaceId>())),
};

const HELD_REWRITE = {
  file: field.object(MEMORY_FILE),
  /** The version it is a change of; 0 when there was none. */
  base: field.count,
  content: field.text,
  /**
   * Of a change that was found on disk: what it is a change of. The file keeps it while it waits, and agents are not given
   * it. Absent for a rewrite that stands nowhere.
   */
  before: field.optional(field.text),
};

export const REVIEW = {
  id: field.id<ReviewId>(),
  createdAt: field.moment,
  actId: field.id<ActId>(),
  workspace: field.nullable(field.id<SpaceId>()),
  /** Why it waits, in words for a person. */
  reason: field.text,
  status: field.oneOf(...REVIEW_STATUSES),
  held: field.variants({ learning: HELD_LEARNING, file: HELD_REWRITE }),
};

export interface Review extends field.EntityOf<typeof REVIEW> {}

type HeldLearning = Extract<Review['held'], { readonly kind: 'learning' }>;
export type HeldRewrite = Extract<Review['held'], { readonly kind: 'file' }>;

/** A change that was found on disk. */
export type FoundEdit = Review & { readonly held: HeldRewrite & { readonly before: string } };

export function isFoundEdit(review: Review): review is FoundEdit {
  return review.held.kind === 'file' && review.held.before !== undefined;
}

/** Which of two statements holds, both of which are known. */
export type Question = Review & { readonly held: HeldLearning & { readonly replaces: LearningId } };

export function isQuestion(review: Review): review is Question {
  const { held } = review;
  return held.kind === 'learning' && held.isKnown === true && held.replaces !== null;
}

/** Whether something that holds everywhere is to hold in one project. */
export function isAboutPlace({ held }: Review): boolean {
  return held.kind === 'learning' && held.movesTo !== undefined;
}
