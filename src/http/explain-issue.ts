/** What does not fit a schema, in plain words. Nothing of what was sent is repeated but a field's name. */
import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** A name that could be something else than a name is not repeated. */
const FIELD_NAME = /^[A-Za-z_]{1,30}$/;

/** Begins with the field, where it is about one. */
export function explainIssue(issue: Issue, whole: unknown): string {
  const field = issue.path.map(String).join('.');
  // Our own words stand for themselves.
  if (issue.code === 'custom') return field === '' ? issue.message : `${field}: ${issue.message}`;
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return `unknown field${FIELD_NAME.test(key) ? ` "${[field, key].filter(Boolean).join('.')}"` : ''}`;
  }
  if (issue.code === 'invalid_union') {
    const [first] = issue.errors.flat();
    if (first !== undefined) return explainIssue({ ...first, path: [...issue.path, ...first.path] }, whole);
  }
  return `${field === '' ? 'the body' : field} ${problemOf(issue, whole)}`;
}

function problemOf(issue: Issue, whole: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(whole, issue.path) ? 'is missing' : `must be ${TYPES[issue.expected] ?? 'something else'}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return issue.minimum === 1 && issue.origin !== 'number'
        ? 'must not be empty'
        : `must ${amount(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${amount(issue.origin, 'at most', issue.maximum)}`;
    default:
      return 'is not as expected';
  }
}

function amount(origin: string, limit: string, number: number | bigint): string {
  if (origin === 'string') return `have ${limit} ${number} characters`;
  return origin === 'array' ? `have ${limit} ${number} entries` : `be ${limit} ${number}`;
}

function isMissing(whole: unknown, path: Issue['path']): boolean {
  let value = whole;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return value === undefined;
}
