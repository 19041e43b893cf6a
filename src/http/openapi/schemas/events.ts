/** What happened to services, and what may be done to them again when. */
import * as z from 'zod';
import { EVENT_LEVELS } from '../../../memory/marker.ts';
import { EVENT_KINDS } from '../../event-feed.ts';
import { count, id, moment, space } from './common.ts';

export const event = z.strictObject({
  id,
  ts: moment,
  kind: z.enum([...EVENT_KINDS, 'memory']),
  /** Null for what has none: cooldowns and runs. */
  level: z.enum(EVENT_LEVELS).nullable(),
  service: z.string().nullable(),
  message: z.string(),
  session_id: id.nullable(),
  workspace: space,
  tier: count,
  /** Of a cooldown. */
  action: z.string().optional(),
  /** The memory that was made. */
  memory_id: id.optional(),
});

export const eventList = z.strictObject({ events: z.array(event), next: z.string().nullable() });

export const cooldownList = z.strictObject({
  cooldowns: z.array(
    z.strictObject({
      service: z.string(),
      action: z.string(),
      uses: count,
      window_ms: count,
      used: count,
      last_used_at: moment.nullable(),
      free_at: moment.nullable(),
    }),
  ),
});
