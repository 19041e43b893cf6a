/** What waits for a person, and the answer of a request that was kept instead of carried out. */
import * as z from 'zod';
import { RIGHTS } from '../../../memory/right.ts';
import { count, moment } from './common.ts';

export const proposedAnswer = z.strictObject({
  proposal: z.string().describe('its name: `p7`'),
  what: z.string(),
  why: z.string().describe('why it was not taken for a person'),
  hint: z.string(),
});

export const proposalAnswer = z.strictObject({
  id: z.string(),
  right: z.enum(RIGHTS),
  what: z.string(),
  request: z
    .strictObject({
      method: z.string(),
      path: z.string(),
      query: z.record(z.string(), z.string()),
      body: z.record(z.string(), z.unknown()).nullable(),
    })
    .nullable(),
  command: z.strictObject({ args: z.array(z.string()), cwd: z.string() }).nullable(),
  asked_by: z.strictObject({
    pid: z.number().nullable(),
    command: z.string().nullable(),
    cwd: z.string().nullable(),
  }),
  why: z.string(),
  first_at: moment,
  last_at: moment,
  count,
});
