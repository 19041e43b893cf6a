/** A recall index in a folder of its own, and entries to put into it, for tests. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqliteDatabase } from '../../platform/sqlite.ts';
import { IndexReader } from './index-reader.ts';
import { type IndexEntry, IndexWriter } from './index-writer.ts';
import { PostingList, packCounts } from './postings.ts';
import { openIndexForReading, openIndexForWriting } from './schema.ts';

export interface TemporaryIndex {
  readonly folder: string;
  readonly path: string;
  readonly database: SqliteDatabase;
  readonly writer: IndexWriter;
  /** Another one, with nothing in memory. */
  reader(): IndexReader;
  cleanup(): void;
}

export function openTemporaryIndex(): TemporaryIndex {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-index-'));
  const path = join(folder, 'recall.db');
  const database = openIndexForWriting(path);
  const readers: SqliteDatabase[] = [];
  return {
    folder,
    path,
    database,
    writer: new IndexWriter(database),
    reader: () => {
      const opened = openIndexForReading(path);
      readers.push(opened);
      return new IndexReader(opened);
    },
    cleanup: () => {
      for (const opened of [...readers, database]) opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Every byte of every file in a folder. */
export function rawBytes(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name)).toString('latin1'))
    .join('\n');
}

/** Everything the index says, in a form that can be compared: neither numbers of words nor cuts into blocks. */
export function listsOf(database: SqliteDatabase, reader: IndexReader): unknown {
  return reader.allSpaces().map((space) => ({
    id: space.id,
    docs: space.docs.count,
    words: Object.fromEntries(
      (database.prepare('SELECT term FROM terms WHERE space = ?').pluck().all(space.num) as string[]).map((term) => [
        term,
        postingsOf(reader, space.id, term),
      ]),
    ),
  }));
}

/** `[passage, packed counts]` of each. */
export function postingsOf(reader: IndexReader, space: string, term: string): readonly (readonly number[])[] {
  const view = reader.space(space);
  const list = new PostingList(4);
  if (view !== undefined) reader.term(view, term)?.read(list);
  return Array.from({ length: list.length }, (_, at) => [list.docs[at] ?? -1, list.counts[at] ?? -1]);
}

/** Each passage is a string of words. */
export function sampleEntry(
  source: number,
  passages: readonly string[],
  different: Partial<IndexEntry> = {},
): IndexEntry {
  return {
    source,
    type: 'prompt',
    ts: source * 1_000,
    sessionId: 'session',
    isSaid: true,
    traits: 0,
    headWords: wordsOf(passages[0] ?? '').length,
    passages: passages.map((text, index) => ({
      start: index * 100,
      words: wordsOf(text).length,
      counts: countsOf(text, index === 0),
    })),
    ...different,
  };
}

function countsOf(text: string, isFirst: boolean): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const word of wordsOf(text)) times.set(word, (times.get(word) ?? 0) + 1);
  return new Map([...times].map(([word, count]) => [word, packCounts(count, isFirst ? count : 0)]));
}

function wordsOf(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}
