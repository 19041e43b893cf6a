/** What several answers have in common, by the name it has in the OpenAPI document. */
import type * as z from 'zod';
import { errorAnswer, problem } from './common.ts';
import { event } from './events.ts';
import { exportLine } from './export-line.ts';
import { memoryFile } from './files.ts';
import { action, batch, learning, markedLearning, markedRecord, review } from './knowledge.ts';
import { memory } from './memories.ts';
import { forgetReceipt } from './privacy.ts';
import { proposedAnswer } from './proposals.ts';
import { hit } from './records.ts';
import { session } from './sessions.ts';

export const COMPONENTS: Readonly<Record<string, z.ZodType>> = {
  Error: errorAnswer,
  Problem: problem,
  Learning: learning,
  MarkedLearning: markedLearning,
  MarkedRecord: markedRecord,
  Memory: memory,
  Action: action,
  Review: review,
  Batch: batch,
  MemoryFile: memoryFile,
  Hit: hit,
  Session: session,
  Event: event,
  ForgetReceipt: forgetReceipt,
  ExportLine: exportLine,
  Proposed: proposedAnswer,
};
