/** Forgetting, retention, redaction of old rows, and imports. */
import * as z from 'zod';
import { count, counts, id, moment, problem, progress, space, texts } from './common.ts';

const selection = z.enum(['record', 'learning', 'session', 'space', 'source', 'erased']);
const forgetCounts = z.strictObject({
  records: count,
  turns: count,
  sessions: count,
  learnings: count,
  actions: count,
  file_lines: count,
  injections: count,
  acts: count,
});

const forgetPreview = z.strictObject({
  preview: z.literal(true),
  selection,
  counts: forgetCounts,
  examples: texts,
  copies_outside: texts,
  undos_ended: count,
  hint: z.string(),
});

export const forgetReceipt = z.strictObject({
  id,
  asked_at: moment,
  finished_at: moment,
  selection,
  counts: forgetCounts,
  copies_outside: texts,
  verification: z.strictObject({
    state: z.enum(['proving', 'verified', 'traces', 'not-searchable']),
    searched_for: count,
    left_out: count,
    files: count,
    bytes: count,
    traces_in: texts,
  }),
});

const finished = { finished: z.literal(true) };

export const forgetAnswer = z.union([forgetPreview, forgetReceipt]);
export const forgetProgress = progress(
  z.strictObject({ step: z.string(), done: z.number(), total: z.number() }),
  forgetReceipt.extend(finished),
);

const spaces = z.array(
  z.strictObject({
    workspace: space,
    name: z.string(),
    days: z.union([z.number(), z.literal('off')]),
    expired: count,
    hidden: count,
    pinned: count,
    unread: count,
  }),
);

export const retentionAnswer = z.strictObject({ spaces, current: z.boolean(), questions: z.array(problem) });
const sweepEnd = z.strictObject({ ...finished, hidden: count });
export const sweepAnswer = z.union([retentionAnswer.extend({ preview: z.literal(true), hint: z.string() }), sweepEnd]);
export const sweepProgress = progress(z.strictObject({ hidden: count }), sweepEnd);

export const protectedCopyList = z.strictObject({
  copies: z.array(z.strictObject({ name: z.string(), days_left: count })),
});
export const releasedCopy = z.strictObject({ released: z.string() });

export const redactionCounts = z.strictObject({ since: moment, kinds: counts });

export const redactProgress = progress(
  z.strictObject({ rows: count, total: count }),
  z.strictObject({
    ...finished,
    rows: count,
    found: counts,
    kinds: counts,
    places: texts,
    fixed: z.boolean(),
    traces_in: texts,
  }),
);

export const importAnswer = z.strictObject({
  mode: z.enum(['add', 'restore']),
  dry_run: z.boolean(),
  whole: z.boolean().nullable(),
  added: counts,
  known: counts,
  passed_over: counts,
  forgotten: count,
  redactions: count,
  learned: count,
  held: count,
  dropped: counts,
  acts: z.array(id),
  refused: count,
  refusals: z.array(z.strictObject({ line: count, reason: z.string() })),
});
