/**
 * Better rules for old rows (RED-12): everything the journal holds is run past today's redaction. Where a secret is found
 * it is overwritten in place, knowledge and files are made anew from the cleaned journal, and whatever was copied from the
 * old (index, vectors, rendered blocks, backups) goes. A sweep that only looks changes nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../platform/clock.ts';

export interface RetroRedactionOptions {
  readonly journal: Pick<Journal, 'rewriteTexts' | 'settleDisk'>;
  readonly clock: Clock;
  redact(text: string): string;
  /** Knowledge, files and everything copied, made anew from the journal. */
  afterChange(): Promise<void>;
}

export interface RetroRedaction {
  readonly rows: number;
  /** Rows with a secret, by table. */
  readonly found: Readonly<Record<string, number>>;
  readonly fixed: boolean;
}

export type RetroRedactionProgress = (rows: number) => void;

/** Rows at a time; a long one takes milliseconds by itself. */
const PAGE = 20;
/** Of the time on this thread; the rest is for captures. */
const PAUSE_SHARE = 1;

export async function redactOldRows(
  options: RetroRedactionOptions,
  dryRun: boolean,
  onProgress: RetroRedactionProgress,
): Promise<RetroRedaction> {
  const { journal, clock, redact } = options;
  const found: Record<string, number> = {};
  let rows = 0;
  let from: string | undefined;
  do {
    const began = clock.elapsed();
    const page = await journal.rewriteTexts({
      ...(from === undefined ? {} : { from }),
      limit: PAGE,
      dryRun,
      change: (text) => redact(text),
    });
    rows += page.rows;
    for (const [table, count] of Object.entries(page.changed)) found[table] = (found[table] ?? 0) + count;
    from = page.next;
    onProgress(rows);
    await sleep(PAUSE_SHARE * (clock.elapsed() - began));
  } while (from !== undefined);
  const isChanged = !dryRun && Object.keys(found).length > 0;
  if (isChanged) {
    await journal.settleDisk();
    await options.afterChange();
    await journal.settleDisk();
  }
  return { rows, found, fixed: isChanged };
}
