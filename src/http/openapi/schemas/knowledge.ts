/** What was learned, what is left to do, and what waits for a person. */
import * as z from 'zod';
import { ACTION_STATUSES } from '../../../memory/action.ts';
import { LEARNED_TYPES, OPERATIONAL_CATEGORIES } from '../../../memory/learning.ts';
import { MEMORY_FILE_NAMES } from '../../../memory/memory-file.ts';
import { RECORD_TYPES } from '../../../memory/record.ts';
import { SOURCE_CLASSES } from '../../../memory/source.ts';
import { count, id, moment, share, space, texts } from './common.ts';

export const learningType = z.enum([...LEARNED_TYPES, ...OPERATIONAL_CATEGORIES]);

export const learning = z.strictObject({
  id,
  created_at: moment,
  updated_at: moment,
  confirmed_at: moment,
  session_id: id.nullable(),
  turn_id: id.nullable(),
  workspace: space,
  scope: z.string(),
  type: learningType,
  subject: z.string().nullable(),
  content: z.string(),
  tier: count,
  tags: texts,
  confidence: share,
  trust: z.enum(SOURCE_CLASSES),
  evidence: z.array(id),
  pinned: z.boolean(),
  sensitive: z.boolean(),
  persistent: z.boolean(),
  valid_from: moment,
  valid_to: moment.nullable(),
  superseded_by: id.nullable(),
});

const brief = z.strictObject({ id, content: z.string() });

export const learningDetail = learning.extend({
  active: z.boolean(),
  history: z.array(
    z.strictObject({
      ts: moment,
      cause: z.string(),
      before_content: z.string().nullable(),
      content: z.string(),
      confidence: share,
    }),
  ),
  replaced: z.array(brief),
  replaced_by: brief.nullable(),
  evidence_records: z.array(
    z.strictObject({
      id,
      ts: moment,
      type: z.enum(RECORD_TYPES),
      source: z.enum(SOURCE_CLASSES),
      content: z.string(),
    }),
  ),
});

export const markedLearning = learning.extend({ kind: z.literal('learning') });

export const markedRecord = z.strictObject({
  kind: z.literal('record'),
  id,
  workspace: space,
  pinned: z.boolean(),
  sensitive: z.boolean(),
});

export const action = z.strictObject({
  id,
  content: z.string(),
  priority: z.literal([1, 2, 3]),
  status: z.enum(ACTION_STATUSES),
  created_at: moment,
  touched_at: moment,
  workspace: space,
  session_id: id.nullable(),
});

const held = {
  id,
  created_at: moment,
  act_id: id,
  reason: z.string(),
  status: z.enum(['waiting', 'accepted', 'rejected']),
  workspace: space,
};

export const review = z.discriminatedUnion('kind', [
  z.strictObject({
    ...held,
    kind: z.literal('learning'),
    learning,
    replaces: id.nullable(),
    moves_to: space.exactOptional(),
    question: z.boolean(),
    proposed: z.boolean(),
    replaced: learning.nullable(),
    evidence: z.array(z.strictObject({ id, source: z.enum(SOURCE_CLASSES), content: z.string() })),
  }),
  z.strictObject({
    ...held,
    kind: z.literal('file'),
    file: z.enum(MEMORY_FILE_NAMES),
    on_disk: z.boolean(),
    content: z.string(),
    diff: z.string(),
  }),
]);

export const batch = z.strictObject({
  act: id,
  ts: moment,
  workspace: space,
  by: z.string(),
  added: texts,
  changed: texts,
  actions: count,
  files: texts,
  undone: z.boolean(),
  reverts: z.array(id).nullable(),
});

const changed = z.array(z.strictObject({ id, type: learningType, content: z.string() }));
const undoing = { withdrawn: changed, restored: changed, files: texts };

export const undone = z.union([
  z.strictObject({ preview: z.literal(true), hint: z.string(), ...undoing }),
  z.strictObject({ undone: z.literal(true), ...undoing }),
]);
