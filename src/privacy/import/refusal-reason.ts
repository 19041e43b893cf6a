/** Why a line does not fit, in words: the field and what is wrong with it, never what it holds. */
import type { ZodError } from 'zod';

export function reasonOf({ issues: [issue] }: ZodError): string {
  if (issue === undefined) return 'not as expected';
  if (issue.code === 'unrecognized_keys') return 'a field is not known';
  const where = issue.path.join('.');
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}
