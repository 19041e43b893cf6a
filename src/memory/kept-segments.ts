/** What the kept segments of a prompt tell by themselves (`record-segments.ts` makes and reads them), without its text. Pure. */
import type { JsonObject } from './record.ts';

/** Where a record keeps them. */
export const SEGMENTS = 'segments';

/** Of one that has its segments; in doubt nobody typed it. */
export function sourceOfPrompt({ [SEGMENTS]: kept }: JsonObject): 'typed' | 'pasted' {
  if (!Array.isArray(kept)) return 'pasted';
  const [lines, from, to] = kept;
  return from === 0 && to === lines ? 'pasted' : 'typed';
}

/** Whether something in it is known to be pasted. */
export function holdsPasted({ [SEGMENTS]: kept }: JsonObject): boolean {
  return Array.isArray(kept) && kept.length > 1;
}
