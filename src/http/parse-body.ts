/** The body of a request against its schema. What does not fit is named; nothing of the body is repeated but a field's name. */
import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { CarryoverError } from '../memory/error.ts';
import { readJson, TYPED_DEPTH } from './limits.ts';

export async function parseBody<Schema extends z.ZodObject>(
  incoming: IncomingMessage,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse(await readJson(incoming, TYPED_DEPTH));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  const fields = Object.keys(schema.shape);
  throw new CarryoverError(
    issue?.code === 'unrecognized_keys' ? 'a field is not known' : `${where}${issue?.message ?? 'not as expected'}`,
    {
      code: 'invalid-input',
      hint: fields.length === 0 ? 'send {}' : `the fields are ${fields.join(', ')}`,
    },
  );
}
