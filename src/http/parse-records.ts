/**
 * Records as they come over the wire (D-007), parsed once, here. Unknown fields are refused rather than dropped: a
 * misspelt field must not be lost in silence. `source` is not among them: it follows from the type, and of a prompt
 * from its text.
 */

import * as z from 'zod';
import type { RecordInput } from '../capture/record-input.ts';
import { CONTENT_CHARS, RECORDS_PER_REQUEST, type RecordsRead } from '../capture/record-reading.ts';
import { CarryoverError } from '../memory/error.ts';
import { isOutsideId } from '../memory/ids.ts';
import { isObject } from '../memory/json-guards.ts';
import { type JsonObject, RECORD_TYPES } from '../memory/record.ts';
import { explainIssue } from './explain-issue.ts';

const TAGS = 100;
const NAME_CHARS = 200;
const PATH_CHARS = 4_096;
/** Clocks differ, by hours where somebody took local time for UTC. */
const MOST_AHEAD_MS = 24 * 60 * 60 * 1_000;

const outsideId = z
  .string()
  .refine(isOutsideId, 'must be 1 to 200 letters, digits or printable ASCII characters, without spaces');

const recordInput = z.strictObject({
  id: outsideId.optional(),
  ts: z.int().min(0).optional(),
  type: z.enum(RECORD_TYPES),
  session_id: outsideId.optional(),
  workspace: z.string().min(1).max(PATH_CHARS).optional(),
  tool: z.string().max(NAME_CHARS).optional(),
  path: z.string().max(PATH_CHARS).optional(),
  content: z.string().max(CONTENT_CHARS),
  tags: z.array(z.string().min(1).max(NAME_CHARS)).max(TAGS).optional(),
  // Taken as it is: its nesting is already bounded, and copying it key by key would cost more than it checks.
  metadata: z.custom<JsonObject>(isObject, 'must be an object').optional(),
});

/** For the API's document; `parseRecords` says what is wrong with which. */
export const recordsInput = z.union([recordInput, z.array(recordInput).min(1).max(RECORDS_PER_REQUEST)]);

/** One record or a list of them, that arrived at `now`. */
export function parseRecords({ isList, entries }: RecordsRead, now: number): readonly RecordInput[] {
  return entries.map(({ input: entry }, index) => {
    const parsed = recordInput.safeParse(entry);
    const where = isList ? `record ${index}: ` : '';
    if (!parsed.success) throw describe(parsed.error, entry, where);
    if ((parsed.data.ts ?? now) <= now + MOST_AHEAD_MS) return parsed.data;
    throw invalid(
      `${where}ts: is in the future`,
      'ts is when it happened, in milliseconds since 1970; leave it out for now',
    );
  });
}

function describe(error: z.ZodError, entry: unknown, where: string): CarryoverError {
  const issue = error.issues[0];
  const problem = issue === undefined ? 'not a record' : explainIssue(issue, entry);
  const hint =
    issue?.code === 'unrecognized_keys'
      ? `the fields are ${Object.keys(recordInput.shape).join(', ')}`
      : 'correct the record and send it again';
  return invalid(`${where}${problem}`, hint);
}

function invalid(message: string, hint: string): CarryoverError {
  return new CarryoverError(message, { code: 'invalid-input', hint });
}
