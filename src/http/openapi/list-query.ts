/** Parameters of lists that come page by page. */
import * as z from 'zod';
import { isOutsideId } from '../../memory/ids.ts';
import { whole } from './query.ts';

export const listOf = (most: number, usual: number) => ({
  workspace: z
    .string()
    .exactOptional()
    .describe(
      'an absolute folder path, a space id, or the name of a store; empty for what is of no space; all without it',
    ),
  after: z.string().exactOptional().describe('`next` of the page before'),
  limit: whole(most).default(usual).describe(`a whole number from 1 to ${most}`),
});

/** What a person types is a few words. */
export const words = z.string().trim().max(500).exactOptional().describe('words, at most 500 characters');

export const outsideId = z.string().refine(isOutsideId, 'is no id');
