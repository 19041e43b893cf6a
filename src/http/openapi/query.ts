/**
 * Parameters of a query that several routes have. What describes one completes "name is …", in the document as in the hint
 * of a refusal; so `describe` comes last.
 */
import * as z from 'zod';
import { AUDIENCES } from '../audience.ts';

export const workspace = z
  .string()
  .optional()
  .describe('an absolute folder path, a space id, or the name of a store; all spaces without it');

/** Who a read is for. */
export const reader = {
  workspace,
  audience: z.enum(AUDIENCES).default('person').describe('person (all of it) or agent (what an agent there may read)'),
};

/** `parseMoment` makes a number of it: how long ago is a matter of now. */
export const moment = z
  .string()
  .optional()
  .describe('a date (2026-11-15), a date-time, milliseconds since the epoch, or how long ago (30m, 12h, 7d, 2w)');

/** Numbers as `Number` reads them. */
export const whole = (most: number) => z.coerce.number().int().min(1).max(most);

export const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')
  .describe('true or false');

/** One of the known, the first of them unless said otherwise, or `all`. */
export function status<const Statuses extends readonly [string, ...string[]]>(statuses: Statuses) {
  const [first] = statuses;
  return z
    .string()
    .default(first)
    .transform((wanted) => (wanted === 'all' ? statuses : [wanted]))
    .pipe(z.array(z.enum(statuses)))
    .describe(`one of ${statuses.join(', ')}, all`);
}
