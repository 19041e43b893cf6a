/**
 * Which needles tell of what was erased and of nothing else: a word that also stands in what stays is not rare, and to
 * find it again means nothing. What stays is what nobody can compute again: records, sessions, folders, what a person did
 * in other scopes, the configuration, and the program itself, whose words stand in logs, schemas and headings. Answers of
 * curators, injections, revisions of turns and checkpoints are made from records, and say nothing by themselves.
 */

import { isAscii } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import type { RecordId, SessionId, SpaceId } from '../../memory/ids.ts';
import { idKey } from '../../platform/stored-ids.ts';
import { DatabaseCells } from './database-cells.ts';
import { bytesOf, filesUnder, unlessGone } from './home-files.ts';
import { Matcher } from './matcher.ts';
import type { Needles } from './search-terms.ts';
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
const GATHERED_BYTES = 256 * 1024;

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
  const total = bytesOf(staying.journal);
  const heard = new Map<string, number>();
  const journal = new DatabaseCells(staying.journal);
  const gathered = new Gathered((bytes) => said.hear(bytes));
  try {
    const tables = journal.tables();
    let bytes = 0;
    for (const [table, [key, gone]] of Object.entries(goneRows(staying.erased))) {
      if (!tables.includes(table)) continue;
      heard.set(table, before.get(table) ?? Number.MIN_SAFE_INTEGER);
      for (const row of journal.texts(table, key, before.get(table))) {
        heard.set(table, row.number);
        if (gone.has(toldKey(row.key))) continue;
        gathered.add(row.text);
        bytes += row.text.length;
        work.step(bytes, Math.max(total, bytes));
      }
    }
    gathered.end();
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

/** Of each table of which everything stays that is not erased: by what it is known, and what of that is. */
function goneRows({
  records,
  sessions,
  spaces,
  scopes,
}: Erased): Readonly<Record<string, readonly [key: string, gone: ReadonlySet<unknown>]>> {
  return {
    record_rows: ['id', new Set(records.map((id) => toldKey(idKey(id))))],
    sessions: ['id', new Set(sessions)],
    spaces: ['id', new Set(spaces)],
    space_roots: ['space_id', new Set(spaces)],
    edits: ['workspace', new Set(scopes)],
    scans: ['workspace', new Set(scopes)],
    model_calls: ['id', new Set()],
  };
}

/** An id that is stored as bytes cannot be found in a set by them. */
function toldKey(key: unknown): unknown {
  return key instanceof Uint8Array ? Buffer.from(key).toString('hex') : key;
}

/** What these say has been heard. */
export const STAYING_TABLES: ReadonlySet<string> = new Set(
  Object.keys(goneRows({ records: [], sessions: [], spaces: [], scopes: [] })),
);

/** Many short texts as a few long ones: to begin a search costs as much as to search a page. */
class Gathered {
  readonly #hear: (bytes: Uint8Array) => void;
  readonly #buffer = Buffer.allocUnsafe(GATHERED_BYTES);
  #length = 0;

  constructor(hear: (bytes: Uint8Array) => void) {
    this.#hear = hear;
  }

  add(text: Uint8Array): void {
    if (this.#length + text.length + 1 > GATHERED_BYTES) this.end();
    if (text.length >= GATHERED_BYTES) {
      this.#hear(text);
      return;
    }
    this.#buffer.set(text, this.#length);
    this.#length += text.length;
    // No needle holds one.
    this.#buffer[this.#length] = 0x0a;
    this.#length += 1;
  }

  end(): void {
    if (this.#length > 0) this.#hear(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
  }
}

/** What has been heard so far; what has been heard once is not listened for again. */
class Said {
  readonly #all: Listener;
  /** Letters beyond ASCII are not the same in both cases to a search of bytes. */
  readonly #others: Listener;
  readonly #said = new Set<string>();

  constructor(texts: readonly string[]) {
    this.#all = new Listener(texts, this.#said);
    this.#others = new Listener(
      texts.filter((text) => !isAscii(Buffer.from(text))),
      this.#said,
    );
  }

  hear(bytes: Uint8Array): void {
    this.#all.listen(bytes);
    if (!this.#others.isEmpty && !isAscii(bytes))
      this.#others.listen(Buffer.from(Buffer.from(bytes).toString('utf8').toLowerCase()));
  }

  /** In whatever case. */
  has(text: string): boolean {
    return this.#said.has(text.toLowerCase());
  }
}

class Listener {
  readonly #texts: readonly string[];
  readonly #matcher: Matcher;
  readonly #said: Set<string>;

  constructor(texts: readonly string[], said: Set<string>) {
    this.#texts = texts;
    this.#matcher = new Matcher(texts);
    this.#said = said;
  }

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  listen(bytes: Uint8Array): void {
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
