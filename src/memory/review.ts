/**
 * What was held back until a person looks at it: a learning its evidence does not carry, a rewrite that loses too much, or a
 * change that was found in a file on disk and may not be the person's.
 */
import type { ActId, ReviewId, SpaceId } from './ids.ts';
import type { Learning } from './learning.ts';
import type { MemoryFileRef } from './memory-file.ts';

export type ReviewStatus = 'waiting' | 'accepted' | 'rejected';

/** `both` answers a question: the newer one is taken in, and the older holds beside it. */
export type ReviewAnswer = 'accepted' | 'rejected' | 'both';

export interface Review {
  readonly id: ReviewId;
  readonly createdAt: number;
  readonly actId: ActId;
  readonly workspace: SpaceId | null;
  /** Why it waits, in words for a person. */
  readonly reason: string;
  readonly status: ReviewStatus;
  readonly held: HeldLearning | HeldRewrite;
}

interface HeldLearning {
  readonly kind: 'learning';
  /** As it would be stored if it is accepted. */
  readonly learning: Learning;
  /** The one it would close. */
  readonly replaces: Learning['id'] | null;
  /** It was learned already and holds beside the one it may replace: asked is only which of them holds. */
  readonly isKnown?: true;
  /** Only a curator says that it replaces the other: agents are given both until the person answers. */
  readonly isProposed?: true;
  /** It is known and holds everywhere: asked is whether it is to hold in this project alone; null while that is not known. */
  readonly movesTo?: SpaceId | null;
}

export interface HeldRewrite {
  readonly kind: 'file';
  readonly file: MemoryFileRef;
  /** The version it is a change of; 0 when there was none. */
  readonly base: number;
  readonly content: string;
  /**
   * Of a change that was found on disk: what it is a change of. The file keeps it while it waits, and agents are not given
   * it. Absent for a rewrite that stands nowhere.
   */
  readonly before?: string;
}

/** A change that was found on disk. */
export type FoundEdit = Review & { readonly held: HeldRewrite & { readonly before: string } };

export function isFoundEdit(review: Review): review is FoundEdit {
  return review.held.kind === 'file' && review.held.before !== undefined;
}

/** Which of two statements holds, both of which are known. */
export type Question = Review & { readonly held: HeldLearning & { readonly replaces: Learning['id'] } };

export function isQuestion(review: Review): review is Question {
  const { held } = review;
  return held.kind === 'learning' && held.isKnown === true && held.replaces !== null;
}

/** Whether something that holds everywhere is to hold in one project. */
export function isAboutPlace({ held }: Review): boolean {
  return held.kind === 'learning' && held.movesTo !== undefined;
}
