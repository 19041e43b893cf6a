/**
 * What acts hold, as it may come from outside: every field checked, none unknown. An act is applied at every rebuild, so
 * one with a hole in it would stop every rebuild to come.
 */
import * as z from 'zod';
import type { EditChange } from '../../memory/act.ts';
import { ACTION_STATUSES, type PendingAction } from '../../memory/action.ts';
import {
  type ActId,
  type ActionId,
  type AppId,
  isOutsideId,
  type LearningId,
  type RecordId,
  type ReviewId,
  type SessionId,
  type SpaceId,
  type TurnId,
} from '../../memory/ids.ts';
import { LEARNED_TYPES, type Learning, type LearningCause, OPERATIONAL_CATEGORIES } from '../../memory/learning.ts';
import { FILE_AUTHORS, type FileVersion, MEMORY_FILE_NAMES } from '../../memory/memory-file.ts';
import type { Review } from '../../memory/review.ts';
import type { ScopeState } from '../../memory/scope-state.ts';
import { SOURCE_CLASSES } from '../../memory/source.ts';

export function id<Id extends string>() {
  return z.custom<Id>((value) => typeof value === 'string' && isOutsideId(value), 'not an id').meta({ type: 'string' });
}

/** Checked, and kept as it came: a parser would put fields in another order, and an export must not change by that. */
export function asIs<Value>(schema: z.ZodType) {
  return z.custom<Value>((value) => schema.safeParse(value).success, 'not as expected');
}

export const moment = z.int();
export const count = z.int().min(0);
export const share = z.number().min(0).max(1);
export const space = id<SpaceId>().nullable();
const texts = z.array(z.string());

const scope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user') }),
  z.strictObject({ kind: z.literal('space') }),
  z.strictObject({ kind: z.literal('app'), app: id<AppId>() }),
]);

const learning = z.strictObject({
  id: id<LearningId>(),
  createdAt: moment,
  updatedAt: moment,
  confirmedAt: moment,
  sessionId: id<SessionId>().nullable(),
  turnId: id<TurnId>().nullable(),
  workspace: space,
  scope,
  type: z.enum([...LEARNED_TYPES, ...OPERATIONAL_CATEGORIES]),
  subject: z.string().nullable(),
  content: z.string(),
  tier: count.exactOptional(),
  tags: texts,
  confidence: share,
  trust: z.enum(SOURCE_CLASSES),
  evidence: z.array(id<RecordId>()),
  pinned: z.boolean(),
  sensitive: z.boolean(),
  persistent: z.boolean(),
  validFrom: moment,
  validTo: moment.nullable(),
  supersededBy: id<LearningId>().nullable(),
}) satisfies z.ZodType<Learning>;

const CAUSES = {
  learned: true,
  reinforced: true,
  superseded: true,
  corrected: true,
  questioned: true,
  edited: true,
  withdrawn: true,
  reviewed: true,
  remembered: true,
  marked: true,
  reverted: true,
  reactivated: true,
  merged: true,
  cleansed: true,
} as const satisfies Record<LearningCause, true>;

const learningChange = z.strictObject({
  learningId: id<LearningId>(),
  ts: moment,
  cause: z.custom<LearningCause>((value) => typeof value === 'string' && Object.hasOwn(CAUSES, value)),
  before: learning.nullable(),
  after: learning,
  actId: id<ActId>().optional(),
});

const action = z.strictObject({
  id: id<ActionId>(),
  createdAt: moment,
  touchedAt: moment,
  workspace: space,
  sessionId: id<SessionId>().nullable(),
  content: z.string(),
  priority: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  status: z.enum(ACTION_STATUSES),
  sourceLearningId: id<LearningId>().nullable(),
  evidence: z.array(id<RecordId>()),
}) satisfies z.ZodType<PendingAction>;

const fileName = z.enum(MEMORY_FILE_NAMES);
const file = z.strictObject({ name: fileName, workspace: space });

const review = z.strictObject({
  id: id<ReviewId>(),
  createdAt: moment,
  actId: id<ActId>(),
  workspace: space,
  reason: z.string(),
  status: z.enum(['waiting', 'accepted', 'rejected']),
  held: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('learning'),
      learning,
      replaces: id<LearningId>().nullable(),
      isKnown: z.literal(true).exactOptional(),
      isProposed: z.literal(true).exactOptional(),
      movesTo: space.exactOptional(),
    }),
    z.strictObject({
      kind: z.literal('file'),
      file,
      base: count,
      content: z.string(),
      before: z.string().exactOptional(),
    }),
  ]),
}) satisfies z.ZodType<Review>;

const fileVersion = z.strictObject({
  name: fileName,
  workspace: space,
  version: count,
  ts: moment,
  actId: id<ActId>(),
  author: z.enum(FILE_AUTHORS),
  content: z.string(),
  humanLines: texts,
}) satisfies z.ZodType<FileVersion>;

const recordMark = z.strictObject({
  id: id<RecordId>(),
  workspace: space,
  pinned: z.boolean(),
  sensitive: z.boolean(),
});

const state = z.strictObject({
  learnings: z.array(learning),
  history: z.array(learningChange),
  actions: z.array(action),
  reviews: z.array(review),
  files: z.array(fileVersion),
  recordMarks: z.array(recordMark),
  dropped: z.array(z.strictObject({ workspace: space, turnId: id<TurnId>(), digest: z.string() })).optional(),
});

const change = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('file'),
    file,
    before: z.string(),
    content: z.string(),
    by: z.enum(['agent', 'unknown', 'doubtful']).optional(),
  }),
  z.strictObject({ kind: z.literal('undo'), file, version: count, before: z.string(), content: z.string() }),
  z.strictObject({
    kind: z.literal('deploy'),
    release: z.string(),
    files: z.array(z.strictObject({ name: fileName, content: z.string() })),
  }),
  z.strictObject({ kind: z.literal('action'), action, status: z.enum(ACTION_STATUSES) }),
  z.strictObject({
    kind: z.literal('review'),
    review,
    decision: z.enum(['accepted', 'rejected', 'both']),
    replaced: learning.nullable(),
    base: z.string(),
  }),
  z.strictObject({
    kind: z.literal('recurate'),
    files: z.array(z.strictObject({ file, content: z.string() })),
  }),
  z.strictObject({ kind: z.literal('remember'), learning }),
  z.strictObject({
    kind: z.literal('mark'),
    target: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('record'), id: id<RecordId>() }),
      z.strictObject({ kind: z.literal('learning'), id: id<LearningId>() }),
    ]),
    learning: learning.nullable(),
    pinned: z.boolean().optional(),
    sensitive: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('revert'), acts: z.array(id<ActId>()), learnings: z.array(learning) }),
  z.strictObject({ kind: z.literal('amend'), before: learning.nullable(), after: learning }),
  z.strictObject({
    kind: z.enum(['drop', 'restore']),
    learnings: z.array(learning),
    history: z.array(learningChange).optional(),
  }),
  z.strictObject({ kind: z.literal('merge'), into: learning, from: z.array(learning) }),
  z.strictObject({ kind: z.literal('ask'), reviews: z.array(review) }),
  z.strictObject({ kind: z.literal('erased') }),
]);

export const scopeState = asIs<ScopeState>(state);
export const editChange = asIs<EditChange>(change);
