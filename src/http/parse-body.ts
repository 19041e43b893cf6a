/** The body of a request against its schema. What does not fit is named; nothing of the body is repeated but a field's name. */
import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { CarryoverError } from '../memory/error.ts';
import { explainIssue } from './explain-issue.ts';
import { readJson, TYPED_DEPTH } from './limits.ts';

export async function parseBody<Schema extends z.ZodObject>(
  incoming: IncomingMessage,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const body = await readJson(incoming, TYPED_DEPTH);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const fields = Object.keys(schema.shape);
  throw new CarryoverError(issue === undefined ? 'the body is not as expected' : explainIssue(issue, body), {
    code: 'invalid-input',
    hint: fields.length === 0 ? 'send {}' : `the fields are ${fields.join(', ')}`,
  });
}
