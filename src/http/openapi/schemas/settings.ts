/** The settings that may be read and changed through HTTP. */
import * as z from 'zod';
import { SPACE_RETENTION_SHAPE } from '../../../platform/config.ts';

const MOST_DAYS = 36_500;
const MOST_SPACES = 1_000;
const MOST_MEGABYTES = 1_000_000;

const settings = z.strictObject({
  'injection.enabled': z.boolean(),
  'injection.prompts': z.boolean(),
  'injection.sensitive': z.boolean(),
  'retention.days': z.union([z.int().min(1).max(MOST_DAYS), z.literal('off')]),
  'retention.spaces': z.array(z.string().regex(SPACE_RETENTION_SHAPE)).max(MOST_SPACES),
  'curator.modelCalls': z.boolean(),
  'backups.megabytes': z.int().min(0).max(MOST_MEGABYTES),
});

/** Those that are to change. */
export const settingsInput = settings.partial();

const modelUse = z.strictObject({
  provider: z.string(),
  recipient: z.string().nullable(),
  key: z.strictObject({ set: z.boolean() }),
});

export const settingsAnswer = z.strictObject({ settings, curator: modelUse, embeddings: modelUse });
export const settingsChanged = settingsAnswer.extend({ previous: settingsInput });
