/** The `status` of a query: one of the known, the first of them unless said otherwise, or `all`. */
import { CarryoverError } from '../memory/error.ts';

export function parseStatus<Status extends string>(
  text: string | undefined,
  statuses: readonly Status[],
): readonly Status[] {
  if (text === undefined) return statuses.slice(0, 1);
  const found = text === 'all' ? statuses : statuses.filter((status) => status === text);
  if (found.length > 0) return found;
  throw new CarryoverError('status is not known', {
    code: 'invalid-input',
    hint: `status is one of ${statuses.join(', ')}, all`,
  });
}
