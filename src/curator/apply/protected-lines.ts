/**
 * What the user wished or set right stands in its file for as long as it holds, whatever a curator made of the file: only
 * the user takes it back. What had to go for want of room is not brought back here.
 */
import { linesOf } from '../../files/file-text.ts';
import { fileSpec } from '../../files/manifest.ts';
import { telling } from '../../files/same-line.ts';
import { placeLine } from '../../files/sections.ts';
import type { MemoryFileRef } from '../../memory/memory-file.ts';
import { tierOf } from '../../memory/trust.ts';
import { Breather } from '../../platform/breathe.ts';
import { systemClock } from '../../platform/clock.ts';
import { placementOf } from './placement.ts';
import type { Draft } from './unit-of-work.ts';

/** Several times what a file has lines for. */
const MOST_WISHES = 1_000;

/** `after` with those that `before` told and it does not. */
export async function withWishes(draft: Draft, ref: MemoryFileRef, before: string, after: string): Promise<string> {
  const wasTold = telling(linesOf(before));
  const isTold = telling(linesOf(after));
  const wishes = await draft.knowledge.learnings({
    workspace: ref.workspace,
    types: ['PREFERENCE', 'CORRECTION'],
    limit: MOST_WISHES,
  });
  const changed = new Map(draft.touched.map((learning) => [learning.id, learning]));
  let content = after;
  const breather = new Breather(systemClock);
  for (const known of wishes.toReversed()) {
    await breather.breathe();
    const wish = changed.get(known.id) ?? known;
    const place = placementOf(wish);
    if (place?.name !== ref.name || wish.workspace !== ref.workspace) continue;
    if (wish.validTo !== null || !wish.persistent || tierOf(wish.trust) !== 'user') continue;
    if (wasTold(wish.content) && !isTold(wish.content))
      content = placeLine(content, fileSpec(ref.name), place.section, wish.content);
  }
  return content;
}
