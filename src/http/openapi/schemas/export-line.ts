/** One line of an export: what an import reads of the journal, and what knowledge it adds up to. */
import * as z from 'zod';
import { MEMORY_FILE_NAMES } from '../../../memory/memory-file.ts';
import { JOURNAL_SHAPES } from '../../../privacy/export/journal-lines.ts';
import { count, id, moment, space, texts } from './common.ts';
import { action, learning, markedLearning } from './knowledge.ts';

const held = {
  kind: z.literal('review'),
  id,
  created_at: moment,
  act_id: id,
  workspace: space,
  reason: z.string(),
  status: z.enum(['waiting', 'accepted', 'rejected']),
};

export const exportLine = z.union([
  z.strictObject({ kind: z.literal('carryover-export'), version: count, workspace: space }),
  ...Object.values(JOURNAL_SHAPES),
  markedLearning,
  action.extend({ kind: z.literal('action'), source_learning_id: id.nullable(), evidence: z.array(id) }),
  z.strictObject({
    kind: z.literal('file'),
    name: z.enum(MEMORY_FILE_NAMES),
    workspace: space,
    version: count,
    ts: moment,
    act_id: id,
    author: z.string(),
    content: z.string(),
    human_lines: texts,
  }),
  z.strictObject({ ...held, holds: z.literal('learning'), learning, replaces: id.nullable() }),
  z.strictObject({ ...held, holds: z.literal('file'), file: z.string(), base: count, content: z.string() }),
  z.strictObject({ kind: z.literal('end'), lines: count }),
]);
