/** Gives pages that deleting left free back to the disk, so that captures go on meanwhile. */
import type { Clock } from '../../platform/clock.ts';
import { giveBackPages } from '../../platform/free-pages.ts';
import type { SqliteWriter } from '../../platform/sqlite-writer.ts';

/** Half a megabyte: some milliseconds, most of them for the commit. */
const STEP = { most: 128, keep: 0 };

/** True when there are free pages left that it could give back. */
export async function shrink(writer: SqliteWriter, clock: Clock, forMs: number): Promise<boolean> {
  const startedAt = clock.elapsed();
  for (;;) {
    const left = await writer.run((statements) => giveBackPages(statements, STEP));
    if (left === 0 || clock.elapsed() - startedAt >= forMs) return left > 0;
  }
}
