/**
 * Which needles tell of what was erased and of nothing else: a word that also stands in what stays is not rare, and to
 * find it again means nothing. What stays is what nobody can compute again: records, sessions, folders, what a person did
 * in other scopes, the configuration, and the program itself, whose words stand in logs, schemas and headings. Answers of
 * curators, injections, revisions of turns and checkpoints are made from records, and say nothing by themselves.
 */
import { isAscii } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import type { RecordId, SessionId, SpaceId } from '../../memory/ids.ts';
import { DatabaseCells, type Row } from './database-cells.ts';
import { bytesOf, filesUnder, unlessGone } from './home-files.ts';
import { Matcher } from './matcher.ts';
import type { Needles } from './needles.ts';
import type { Work } from './trace.ts';

export interface Staying {
  readonly journal: string;
  /** Files and folders whose words stay whatever is erased: the configuration, the program. */
  readonly files: readonly string[];
  /** Further texts that stay. */
  readonly texts: readonly string[];
  readonly erased: Erased;
}

interface Erased {
  readonly records: readonly RecordId[];
  readonly sessions: readonly SessionId[];
  readonly spaces: readonly SpaceId[];
  /** What was done in these is emptied; `null` for the user scope. */
  readonly scopes: readonly (SpaceId | null)[];
}

/** A stemmer may have changed the last letter: `studi` is said by `study`. */
const TERM_LEAST = 3;
const NAME_SIGN = '=';

/** How far each table was heard, by its row numbers. */
export type Heard = ReadonlyMap<string, number>;

/** `before` are those of an earlier look: then only what came since is listened to. */
export function rareNeedles(
  needles: Needles,
  staying: Staying,
  work: Work,
  before: Heard = new Map(),
): { readonly rare: Needles; readonly heard: Heard } {
  const said = listener(needles);
  for (const text of staying.texts) said.hear(Buffer.from(text));
  for (const file of staying.files.flatMap(filesOf)) said.hear(unlessGone(() => readFileSync(file), Buffer.alloc(0)));
  const isStaying = stayingRows(staying.erased);
  const total = bytesOf(staying.journal);
  const heard = new Map<string, number>();
  const journal = new DatabaseCells(staying.journal);
  try {
    const tables = journal.tables();
    let bytes = 0;
    for (const [table, stays] of Object.entries(isStaying)) {
      if (!tables.includes(table)) continue;
      heard.set(table, before.get(table) ?? Number.MIN_SAFE_INTEGER);
      for (const row of journal.rows(table, before.get(table))) {
        heard.set(table, Number(row.value('#')));
        if (!stays(row)) continue;
        for (const cell of row.cells) {
          said.hear(cell.bytes);
          bytes += cell.bytes.length;
        }
        work.step(bytes, Math.max(total, bytes));
      }
    }
  } finally {
    journal.close();
  }
  return { rare: unsaid(needles, said), heard };
}

/** Those that none of these texts says. */
export function withoutSaid(needles: Needles, texts: readonly string[]): Needles {
  const said = listener(needles);
  for (const text of texts) said.hear(Buffer.from(text));
  return unsaid(needles, said);
}

function listener({ texts, terms }: Needles): Said {
  return new Said([...texts, ...terms.map(beginningOf)]);
}

function unsaid({ texts, terms, leftOut }: Needles, said: Said): Needles {
  return {
    texts: texts.filter((text) => !said.has(text)),
    terms: terms.filter((term) => !said.has(beginningOf(term))),
    leftOut,
  };
}

/** Tables of the journal of which everything stays that is not erased: what they say has been heard. */
export const STAYING_TABLES: ReadonlySet<string> = new Set(
  Object.keys(stayingRows({ records: [], sessions: [], spaces: [], scopes: [] })),
);

type RowTest = (row: Row) => boolean;

function stayingRows({ records, sessions, spaces, scopes }: Erased): Readonly<Record<string, RowTest>> {
  const without = (column: string, ids: readonly (string | null)[]): RowTest => {
    const gone = new Set<unknown>(ids);
    return (row) => !gone.has(row.value(column));
  };
  return {
    records: without('id', records),
    sessions: without('id', sessions),
    spaces: without('id', spaces),
    space_roots: without('space_id', spaces),
    edits: without('workspace', scopes),
    scans: without('workspace', scopes),
    model_calls: () => true,
  };
}

/** What has been heard so far; what has been heard once is not listened for again. */
class Said {
  readonly #texts: readonly string[];
  readonly #matcher: Matcher;
  readonly #said = new Set<string>();

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.#matcher = new Matcher(texts);
  }

  hear(bytes: Uint8Array): void {
    this.#listen(bytes);
    if (!isAscii(bytes)) this.#listen(Buffer.from(Buffer.from(bytes).toString('utf8').toLowerCase()));
  }

  /** In whatever case. */
  has(text: string): boolean {
    return this.#said.has(text.toLowerCase());
  }

  #listen(bytes: Uint8Array): void {
    this.#matcher.scan(bytes, bytes.length, (index) => {
      this.#said.add((this.#texts[index] ?? '').toLowerCase());
      return false;
    });
  }
}

/** As it would be said: names stand in the index with a sign before them. */
function beginningOf(term: string): string {
  if (term.startsWith(NAME_SIGN)) return term.slice(NAME_SIGN.length);
  return term.length > TERM_LEAST ? term.slice(0, -1) : term;
}

function filesOf(path: string): readonly string[] {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? [...filesUnder(path)] : [path];
}
