/**
 * Gives pages that deleting left free back to the disk, a few with a transaction, so that others hardly wait.
 * Limits: a file from before there was `auto_vacuum` cannot; its free pages are filled by new rows.
 */
import type { SqliteStatements } from './sqlite-statements.ts';

const INCREMENTAL = 2;

/** How many free pages there are still; 0 where none can be given back. Inside a transaction. */
export function giveBackPages(
  statements: SqliteStatements,
  { most, keep }: { readonly most: number; readonly keep: number },
): number {
  const vacuum = statements.get<{ readonly auto_vacuum: number }>('PRAGMA auto_vacuum');
  if (vacuum?.auto_vacuum !== INCREMENTAL) return 0;
  const given = Math.min(most, freePages(statements) - keep);
  // The driver steps a statement without results once, which frees one page.
  for (let page = 0; page < given; page += 1) statements.run('PRAGMA incremental_vacuum');
  return freePages(statements);
}

function freePages(statements: SqliteStatements): number {
  return statements.get<{ readonly freelist_count: number }>('PRAGMA freelist_count')?.freelist_count ?? 0;
}
