/**
 * A learning: one thing learned, with where it comes from and how far it is trusted. The types of A-052 / B-015 plus the
 * operational categories of C-011.
 */
import type { ActId, LearningId, RecordId, SessionId, SpaceId, TurnId } from './ids.ts';
import type { Scope } from './permission.ts';
import { isSensitive } from './sensitivity.ts';
import type { SourceClass } from './source.ts';

export const LEARNED_TYPES = ['FACT', 'PATTERN', 'CORRECTION', 'PREFERENCE', 'ACTION', 'TOOL_INSTALL'] as const;
export const OPERATIONAL_CATEGORIES = ['timing', 'dependency', 'behavior', 'remediation', 'maintenance'] as const;
export type LearnedType = (typeof LEARNED_TYPES)[number];
export type OperationalCategory = (typeof OPERATIONAL_CATEGORIES)[number];
export type LearningType = LearnedType | OperationalCategory;

export function isOperational(type: LearningType): type is OperationalCategory {
  return OPERATIONAL_CATEGORIES.some((category) => category === type);
}

/** How sure a learning is that was said once (C-030). */
export const NEW_CONFIDENCE = 0.7;

/** C-014: who says nothing about it is of the first. */
export const FIRST_TIER = 1;

export interface Learning {
  readonly id: LearningId;
  readonly createdAt: number;
  /** The last change of any kind. */
  readonly updatedAt: number;
  /** The last time somebody said it again; decay counts from here. */
  readonly confirmedAt: number;
  readonly sessionId: SessionId | null;
  /** The turn it was first learned in. */
  readonly turnId: TurnId | null;
  /** The space it was learned in; null for the user scope. */
  readonly workspace: SpaceId | null;
  readonly scope: Scope;
  readonly type: LearningType;
  /** What it is about; for an operational category the service, null for all of them. */
  readonly subject: string | null;
  readonly content: string;
  /** Which tier of agent said it (C-014); the first when absent. */
  readonly tier?: number;
  readonly tags: readonly string[];
  /** Ways somebody might ask for it: words of a curator's for the index, shown to nobody as said. None when absent. */
  readonly asked?: readonly string[];
  /** 0 … 1, before decay. */
  readonly confidence: number;
  /** The weakest source among its evidence; never raised by rewriting. */
  readonly trust: SourceClass;
  readonly evidence: readonly RecordId[];
  readonly pinned: boolean;
  /** Kept out of what agents are given. */
  readonly sensitive: boolean;
  /** Does not decay. */
  readonly persistent: boolean;
  readonly validFrom: number;
  /** Null while it holds; then when it was superseded, withdrawn or done with. */
  readonly validTo: number | null;
  readonly supersededBy: LearningId | null;
}

/** It holds, and a newer one may have replaced it: until a person says so, agents are given that one. */
export function isQuestioned({ validTo, supersededBy }: Pick<Learning, 'validTo' | 'supersededBy'>): boolean {
  return validTo === null && supersededBy !== null;
}

/** A newer one that may have replaced another, which a person is asked about: told by a tag, so that whoever holds it knows. */
export const UNSETTLED = 'unsettled';

export function isUnsettled({ tags }: Pick<Learning, 'tags'>): boolean {
  return tags.includes(UNSETTLED);
}

export function settled(learning: Learning): Learning {
  return { ...learning, tags: learning.tags.filter((tag) => tag !== UNSETTLED) };
}

/** What agents are told of it behind its words. */
export function unsettledMark(learning: Pick<Learning, 'tags'>): string {
  return isUnsettled(learning) ? ' (newer; an earlier one says otherwise, the user is asked)' : '';
}

type Known = 'id' | 'workspace' | 'type' | 'content' | 'trust';

/** A learning as it begins: it holds from now on, and nothing is said of it but what is given. */
export function newLearning(ts: number, given: Pick<Learning, Known> & Partial<Learning>): Learning {
  return {
    createdAt: ts,
    updatedAt: ts,
    confirmedAt: ts,
    sessionId: null,
    turnId: null,
    scope: { kind: given.workspace === null ? 'user' : 'space' },
    subject: null,
    tags: [],
    confidence: NEW_CONFIDENCE,
    evidence: [],
    pinned: false,
    sensitive: isSensitive(given.content),
    persistent: false,
    validFrom: ts,
    validTo: null,
    supersededBy: null,
    ...given,
  };
}

/** All that is told of it in words: what forgetting looks through. */
export function wordsOf({
  content,
  subject,
  tags,
  asked = [],
}: Pick<Learning, 'content' | 'subject' | 'tags' | 'asked'>): string {
  return [content, subject ?? '', ...tags, ...asked].join('\n');
}

/** One change of a learning, in order: what it was, what it is, and what caused it. */
export interface LearningChange {
  readonly learningId: LearningId;
  readonly ts: number;
  readonly cause: LearningCause;
  /** Null for the change that made it. */
  readonly before: Learning | null;
  readonly after: Learning;
  /** The act that made it, as far as it is known. */
  readonly actId?: ActId;
}

export type LearningCause =
  | 'learned'
  | 'reinforced'
  | 'superseded'
  | 'corrected'
  /** A newer one may replace it; a person is asked. */
  | 'questioned'
  | 'edited'
  | 'withdrawn'
  | 'reviewed'
  | 'remembered'
  | 'marked'
  | 'reverted'
  /** Said again after it had faded, or opened again by a person (C-037). */
  | 'reactivated'
  /** Another one that says the same was put into it (C-065). */
  | 'merged'
  /** What was forgotten was taken out of it. */
  | 'cleansed';
