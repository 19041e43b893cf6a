import { expect, it } from 'vitest';
import * as z from 'zod';
import { explainIssue } from './explain-issue.ts';

const id = z.string().refine((text) => text !== 'x', 'is no id');
const schema = z.strictObject({
  id: z.union([id, z.array(id).min(1).max(2)]).optional(),
  source: z.string().min(1).max(3).optional(),
  kind: z.enum(['a', 'b']).optional(),
  confirm: z.boolean(),
  k: z.int().min(2).optional(),
});

it.each([
  [{}, 'confirm is missing'],
  [{ confirm: 'yes' }, 'confirm must be true or false'],
  [{ confirm: true, source: '' }, 'source must not be empty'],
  [{ confirm: true, source: 'long' }, 'source must have at most 3 characters'],
  [{ confirm: true, source: null }, 'source must be text'],
  [{ confirm: true, kind: 'c' }, 'kind must be one of a, b'],
  [{ confirm: true, id: 'x' }, 'id: is no id'],
  [{ confirm: true, id: 7 }, 'id must be text'],
  [{ confirm: true, k: 1 }, 'k must be at least 2'],
  [{ confirm: true, secret: 1 }, 'unknown field "secret"'],
  [[], 'the body must be an object'],
])('says in plain words what is wrong with %j', (body, said) => {
  const [issue] = schema.safeParse(body).error?.issues ?? [];
  expect(issue && explainIssue(issue, body)).toBe(said);
});
