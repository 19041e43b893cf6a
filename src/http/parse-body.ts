/** The body of a request against its schema. What does not fit is named; nothing of the body is repeated but a field's name. */
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { CarryoverError } from '../memory/error.ts';
import { explainIssue } from './explain-issue.ts';
import { readJson } from './limits.ts';

export async function parseBody<Schema extends z.ZodType>(
  incoming: IncomingMessage,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return checkedBody(await readJson(incoming), schema);
}

export function checkedBody<Schema extends z.ZodType>(body: unknown, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const fields = [...new Set(fieldsOf(schema))];
  throw new CarryoverError(issue === undefined ? 'the body is not as expected' : explainIssue(issue, body), {
    code: 'invalid-input',
    hint: fields.length === 0 ? 'send {}' : `the fields are ${fields.join(', ')}`,
  });
}

function fieldsOf(schema: z.core.$ZodType): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(fieldsOf) : [];
}
