/**
 * Searches every cell of every database in the home: a text that is split over pages is whole here, and one that is
 * encrypted can be read. A file that is no database, or a plain one that is damaged, is left to the search of its bytes;
 * one that no key here opens is not searched, and said to be so.
 */
import { closeSync, existsSync, readSync } from 'node:fs';
import { relative } from 'node:path';
import { CarryoverError } from '../../memory/error.ts';
import type { InjectionId, LearningId, SpaceId } from '../../memory/ids.ts';
import { DatabaseCells, type Row } from './database-cells.ts';
import { bytesOf, filesUnder, openToRead, searchable } from './home-files.ts';
import type { Needles } from './search-terms.ts';
import { Seeker } from './term-search.ts';
import type { Found, Reached, Work } from './trace.ts';

/** Holds what is looked for, and is gone before the bytes are searched. */
const JOB_TABLE = 'forgettings';
const MAGIC = 'SQLite format 3\0';
/** What an encrypted one is known by. */
const DATABASE_NAME = /\.db(?:\.[^/]*)?$/;
const SIDE_FILE = /-(?:wal|shm|journal)$/;

/** Between the cells of a row: no needle holds one. */
const BETWEEN = Buffer.from('\n');

/** Some databases of a home, and some of their tables; all of them when absent. */
export interface Within {
  readonly databases: readonly string[];
  isSearched(table: string): boolean;
}

export function cellTraces(home: string, needles: Needles, work: Work, within?: Within): Found & Reached {
  const search = new CellSearch(needles);
  const paths = within?.databases ?? [...filesUnder(home)];
  const total = paths.reduce((sum, path) => sum + bytesOf(path), 0);
  const collected = new Collected();
  const unsearched: string[] = [];
  let bytes = 0;
  let files = 0;
  const searchAll = (path: string, file: string): void => {
    const cells = new DatabaseCells(file);
    const isSearched = (table: string): boolean => table !== JOB_TABLE && within?.isSearched(table) !== false;
    try {
      for (const table of cells.tables().filter(isSearched)) {
        for (const row of cells.rows(table)) {
          for (const [needle, column] of search.seek(row))
            collected.add(relative(home, path), table, column, needle, row);
          bytes += row.cells.reduce((sum, cell) => sum + cell.bytes.length, 0);
          work.step(bytes, Math.max(total, bytes));
        }
      }
      files += 1;
    } finally {
      cells.close();
    }
  };
  const searchFile = (path: string, file: string): void => {
    const kind = kindOf(file);
    if (kind === undefined) return;
    try {
      searchAll(path, file);
    } catch (thrown) {
      if (!(thrown instanceof CarryoverError) || thrown.retryable) throw thrown;
      if (kind === 'noise' && existsSync(path)) unsearched.push(relative(home, path));
    }
  };
  for (const path of paths) searchable(path, (file) => searchFile(path, file));
  return { files, bytes, unsearched, ...collected.all() };
}

/** What was found, by place: there are few of them, and may be millions of rows. */
class Collected {
  readonly #places = new Map<
    string,
    { readonly path: string; readonly place: string; readonly needles: Set<number> }
  >();
  readonly #injections = new Set<InjectionId>();
  readonly #proposals = new Set<number>();
  readonly #learnings = new Set<LearningId>();
  readonly #scopes = new Set<SpaceId | null>();

  add(path: string, table: string, column: string, needle: number, row: Row): void {
    const place = `${table}.${column}`;
    const key = `${path}: ${place}`;
    const known = this.#places.get(key) ?? { path, place, needles: new Set<number>() };
    known.needles.add(needle);
    this.#places.set(key, known);
    // A checkpoint's rows call it so; learnings have another column of that name.
    const scope = row.value(table === 'checkpoint_rows' ? 'scope' : 'workspace');
    if (table === 'injections') this.#injections.add(row.value('id') as InjectionId);
    else if (table === 'proposals') this.#proposals.add(Number(row.value('seq')));
    else if (table === 'learning_history') this.#learnings.add(row.value('learning_id') as LearningId);
    // Where it is part of a key, the user scope is ''.
    else if (scope !== undefined) this.#scopes.add(scope === '' ? null : (scope as SpaceId | null));
  }

  all(): Pick<Found, 'traces'> & Reached {
    return {
      traces: [...this.#places.values()].map(({ path, place, needles }) => ({
        path,
        place,
        needleIndexes: [...needles],
        isInRows: true,
      })),
      injections: [...this.#injections],
      proposals: [...this.#proposals],
      learnings: [...this.#learnings],
      scopes: [...this.#scopes],
    };
  }
}

class CellSearch {
  readonly #seeker: Seeker;
  readonly #terms: ReadonlyMap<unknown, number>;

  constructor({ texts, terms }: Needles) {
    this.#seeker = new Seeker(texts, 'cell');
    this.#terms = new Map(terms.map((term, index) => [term, texts.length + index]));
  }

  /** Needles, and the columns they stand in. */
  seek({ cells, value }: Row): readonly (readonly [needle: number, column: string])[] {
    const terms = cells.flatMap(({ column }): (readonly [number, string])[] => {
      const term = this.#terms.get(value(column));
      return term === undefined ? [] : [[term, column]];
    });
    // Nearly all rows hold nothing: which cell it is is asked of those that do.
    const whole = Buffer.concat(cells.flatMap(({ bytes }) => [bytes, BETWEEN]));
    if (this.#seeker.seek(whole).size === 0) return terms;
    return cells
      .flatMap(({ column, bytes }) => [...this.#seeker.seek(bytes).keys()].map((needle) => [needle, column] as const))
      .concat(terms);
  }
}

/** Undefined for what is no database. One that is not plain has no bytes to search either. */
function kindOf(path: string): 'plain' | 'noise' | undefined {
  const file = SIDE_FILE.test(path) ? undefined : openToRead(path);
  // Whoever searches its bytes tells of one that may not be read.
  if (typeof file !== 'number') return undefined;
  try {
    const start = Buffer.alloc(MAGIC.length);
    const read = readSync(file, start, 0, start.length, 0);
    if (start.toString('latin1') === MAGIC) return 'plain';
    return read === start.length && DATABASE_NAME.test(path) ? 'noise' : undefined;
  } finally {
    closeSync(file);
  }
}
