/**
 * A whole export into an empty home: every row as it was, sources and all. Rows go in page by page, each page in one
 * commit; what can be computed from them is passed over, and made anew afterwards. One that was cut off goes on with the
 * same file.
 */
import type { Journal } from '../../journal/journal.ts';
import type { JournalRow } from '../../journal/sqlite/export-rows.ts';
import { KNOWN_ROW } from '../../journal/sqlite/import-rows.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { Fields } from '../../memory/json-guards.ts';
import { JOURNAL_SHAPES } from '../export/journal-lines.ts';
import { type Clean, cleanRow } from './clean-row.ts';
import type { ImportTally } from './import-report.ts';
import { reasonOf } from './refusal-reason.ts';
import { nameOfExport, noteRestore, unfinishedRestore } from './restore-note.ts';

/** Rows in one commit: a few milliseconds. */
const PAGE = 100;

export interface RestoringOptions {
  readonly journal: Pick<Journal, 'restoreRows' | 'counts' | 'actCounts'>;
  /** Where it is noted that one has begun. */
  readonly restoreNote: string;
  readonly cleaner: Clean;
  readonly tally: ImportTally;
  readonly dryRun: boolean;
}

export class Restoring {
  readonly #options: RestoringOptions;
  readonly #unfinished: string | undefined;
  #name: string | undefined;
  #page: { readonly number: number; readonly kind: string; readonly row: JournalRow }[] = [];

  constructor(options: RestoringOptions) {
    this.#options = options;
    this.#unfinished = unfinishedRestore(options.restoreNote);
  }

  async refuseUsedHome(): Promise<void> {
    const { journal } = this.#options;
    if (this.#unfinished !== undefined) return;
    const { sessions, records, spaces } = await journal.counts();
    const { total } = await journal.actCounts();
    if (sessions + records + spaces + total > 0) throw usedHome('this home is not empty');
  }

  async take(number: number, kind: string, line: Fields): Promise<void> {
    const { cleaner, tally } = this.#options;
    this.#name ??= nameOfExport(line);
    if (this.#unfinished !== undefined && this.#unfinished !== this.#name)
      throw usedHome('another export is half restored into this home');
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
    const { journal, tally, dryRun, restoreNote } = this.#options;
    const page = this.#page;
    this.#page = [];
    if (page.length === 0) return;
    if (!dryRun && this.#name !== undefined) noteRestore(restoreNote, this.#name);
    const refusals = dryRun ? [] : await journal.restoreRows(page.map(({ row }) => row));
    for (const [index, { number, kind }] of page.entries()) {
      const refusal = refusals[index];
      if (refusal === undefined) tally.added(kind);
      else if (refusal === KNOWN_ROW && this.#unfinished !== undefined) tally.known(kind);
      else tally.refuse(number, refusal);
    }
  }
}

function usedHome(message: string): CarryoverError {
  return new CarryoverError(message, {
    code: 'home-not-empty',
    hint: 'restore into a new one (CARRYOVER_HOME), or import without --restore, which adds to what is here',
  });
}
