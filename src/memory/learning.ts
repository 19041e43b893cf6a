/**
 * A learning: one thing learned, with where it comes from and how far it is trusted. The types of A-052 / B-015 plus the
 * operational categories of C-011.
 */
import * as field from './fields.ts';
import type { ActId, LearningId, RecordId, SessionId, SpaceId, TurnId } from './ids.ts';
import { SCOPE } from './permission.ts';
import { isSensitive } from './sensitivity.ts';
import { SOURCE_CLASSES } from './source.ts';

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

/** A field more here is a column (with its migration), and a field of rows, exports, imports and answers. */
export const LEARNING = {
  id: field.id<LearningId>(),
  createdAt: field.moment,
  /** The last change of any kind. */
  updatedAt: field.moment,
  /** The last time somebody said it again; decay counts from here. */
  confirmedAt: field.moment,
  sessionId: field.nullable(field.id<SessionId>()),
  /** The turn it was first learned in. */
  turnId: field.nullable(field.id<TurnId>()),
  /** The space it was learned in; null for the user scope. */
  workspace: field.nullable(field.id<SpaceId>()),
  scope: SCOPE,
  type: field.oneOf(...LEARNED_TYPES, ...OPERATIONAL_CATEGORIES),
  /** What it is about; for an operational category the service, null for all of them. */
  subject: field.nullable(field.text),
  content: field.text,
  /** Which tier of agent said it (C-014); the first when absent: most are of it. */
  tier: field.optional(field.count, FIRST_TIER),
  tags: field.list(field.text),
  /** Ways somebody might ask for it: words of a curator's for the index, shown to nobody as said. None when absent. */
  asked: field.optional(field.list(field.text), []),
  /** 0 … 1, before decay. */
  confidence: field.share,
  /** The weakest source among its evidence; never raised by rewriting. */
  trust: field.oneOf(...SOURCE_CLASSES),
  evidence: field.list(field.id<RecordId>()),
  pinned: field.flag,
  /** Kept out of what agents are given. */
  sensitive: field.flag,
  /** Does not decay. */
  persistent: field.flag,
  validFrom: field.moment,
  /** Null while it holds; then when it was superseded, withdrawn or done with. */
  validTo: field.nullable(field.moment),
  supersededBy: field.nullable(field.id<LearningId>()),
};

export interface Learning extends field.EntityOf<typeof LEARNING> {}

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

const LEARNING_CAUSES = [
  'learned',
  'reinforced',
  'superseded',
  'corrected',
  /** A newer one may replace it; a person is asked. */
  'questioned',
  'edited',
  'withdrawn',
  'reviewed',
  'remembered',
  'marked',
  'reverted',
  /** Said again after it had faded, or opened again by a person (C-037). */
  'reactivated',
  /** Another one that says the same was put into it (C-065). */
  'merged',
  /** What was forgotten was taken out of it. */
  'cleansed',
] as const;
export type LearningCause = (typeof LEARNING_CAUSES)[number];

/** One change of a learning, in order: what it was, what it is, and what caused it. */
export const LEARNING_CHANGE = {
  learningId: field.id<LearningId>(),
  ts: field.moment,
  cause: field.oneOf(...LEARNING_CAUSES),
  /** Null for the change that made it. */
  before: field.nullable(field.object(LEARNING)),
  after: field.object(LEARNING),
  /** The act that made it, as far as it is known. */
  actId: field.optional(field.id<ActId>()),
};

export interface LearningChange extends field.EntityOf<typeof LEARNING_CHANGE> {}
