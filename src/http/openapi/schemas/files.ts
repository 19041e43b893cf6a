/** The memory files and their versions. */
import * as z from 'zod';
import { FILE_AUTHORS, MEMORY_FILE_NAMES } from '../../../memory/memory-file.ts';
import { count, id, moment, space, texts } from './common.ts';

const author = z.enum(FILE_AUTHORS);

export const memoryFile = z.strictObject({
  name: z.enum(MEMORY_FILE_NAMES),
  workspace: space,
  space: z.string().nullable(),
  path: z.string(),
  owner: z.string(),
  version: count,
  lines: count,
  limit_lines: count,
  over_limit: z.boolean(),
  updated_at: moment,
  author,
});

export const memoryFileText = memoryFile.extend({ content: z.string(), human_lines: texts });

export const editedFile = memoryFile.extend({ previous_version: count, merged: z.boolean() });

export const fileVersion = z.strictObject({
  version: count,
  ts: moment,
  author,
  act_id: id,
  lines: count,
  added: count,
  removed: count,
});
