/**
 * Gives pages that deleting left free back to the disk, a few with each transaction, so that captures go on meanwhile.
 * Limits: a file from before there was `auto_vacuum` cannot; its free pages are filled by new rows.
 */
import type { Clock } from '../../platform/clock.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { SqliteWriter } from '../../platform/sqlite-writer.ts';

/** Half a megabyte: some milliseconds, most of them for the commit. */
const PAGES = 128;
const INCREMENTAL = 2;

/** True when there are free pages left that it could give back. */
export async function shrink(writer: SqliteWriter, clock: Clock, forMs: number): Promise<boolean> {
  const startedAt = clock.elapsed();
  for (;;) {
    const left = await writer.run(giveBack);
    if (left === 0 || clock.elapsed() - startedAt >= forMs) return left > 0;
  }
}

function giveBack(statements: SqliteStatements): number {
  const vacuum = statements.get<{ readonly auto_vacuum: number }>('PRAGMA auto_vacuum');
  if (vacuum?.auto_vacuum !== INCREMENTAL) return 0;
  // The driver steps a statement without results once, which frees one page.
  for (let page = 0; page < PAGES; page += 1) statements.run('PRAGMA incremental_vacuum');
  return statements.get<{ readonly freelist_count: number }>('PRAGMA freelist_count')?.freelist_count ?? 0;
}
