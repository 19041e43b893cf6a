/**
 * A whole export into an empty home: every row as it was, sources and all. Rows go in page by page, each page in one
 * commit; what can be computed from them is passed over, and made anew afterwards.
 */
import type { Journal, JournalRow } from '../../journal/journal.ts';
import type { Fields } from '../../memory/unknown.ts';
import { type Clean, cleanRow } from './clean-row.ts';
import type { ImportTally } from './import-report.ts';
import { JOURNAL_SHAPES } from './journal-shapes.ts';
import { reasonOf } from './refusal-reason.ts';

/** Rows in one commit: about 20 ms on an idle machine. */
const PAGE = 500;

export interface RestoringOptions {
  readonly journal: Pick<Journal, 'restoreRows'>;
  readonly cleaner: Clean;
  readonly tally: ImportTally;
  readonly dryRun: boolean;
}

export class Restoring {
  readonly #options: RestoringOptions;
  #page: { readonly number: number; readonly kind: string; readonly row: JournalRow }[] = [];

  constructor(options: RestoringOptions) {
    this.#options = options;
  }

  async take(number: number, kind: string, line: Fields): Promise<void> {
    const { cleaner, tally } = this.#options;
    const shape = Object.hasOwn(JOURNAL_SHAPES, kind) ? JOURNAL_SHAPES[kind] : undefined;
    if (shape === undefined) return tally.passOver(kind);
    const parsed = shape.safeParse(line);
    if (!parsed.success) return tally.refuse(number, reasonOf(parsed.error));
    const clean = await cleanRow(cleaner, parsed.data);
    if (clean === undefined) return tally.refuse(number, 'an id looks like a secret');
    tally.redactions += clean.redactions;
    this.#page.push({ number, kind, row: clean.row });
    if (this.#page.length >= PAGE) await this.finish();
  }

  async finish(): Promise<void> {
    const { journal, tally, dryRun } = this.#options;
    const page = this.#page;
    this.#page = [];
    const refusals = dryRun ? [] : await journal.restoreRows(page.map(({ row }) => row));
    for (const [index, { number, kind }] of page.entries()) {
      const refusal = refusals[index];
      if (refusal === undefined) tally.added(kind);
      else tally.refuse(number, refusal);
    }
  }
}
