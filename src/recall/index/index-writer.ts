/**
 * Writes the recall index: passages come in, words go into their lists. One writer per file, on a thread of its own.
 *
 * Guarantees: a batch and the mark that says how far it reaches are one transaction, so a kill leaves neither a gap nor a
 * double; what is removed is not found from that moment on, and its words are gone from the file after `purge`.
 * Limits: a removal is a walk over all words of its space (about a second for a million passages).
 */
import type Database from 'better-sqlite3-multiple-ciphers';
import { emptyLog } from '../../platform/empty-log.ts';
import type { SqliteDatabase } from '../../platform/sqlite.ts';
import type { Passage } from '../text/passages.ts';
import type { Doc } from './doc-table.ts';
import { writeWordsAnew } from './schema.ts';
import { SpaceDocs } from './space-docs.ts';
import { TermLists } from './term-lists.ts';

/** Something is to leave no trace. */
const ERASED_MARK = 'erased';
/** How far the index reached when its pages were filled last. */
const COMPACTED_MARK = 'compacted';
/** For fewer it is not worth it. */
const COMPACT_RECORDS = 10_000;

/** One record or fact, cut and counted. */
export interface IndexEntry {
  readonly source: number;
  readonly type: Doc['type'];
  readonly ts: number;
  readonly sessionId: string | undefined;
  /** Whether it is part of the talk: what was said before and after it lends it words. */
  readonly isSaid: boolean;
  readonly traits: number;
  readonly headWords: number;
  readonly passages: readonly Passage[];
}

export interface StoredFact {
  readonly num: number;
  readonly space: number;
  readonly doc: number;
  readonly learning: string;
}

interface SpaceRow {
  readonly num: number;
  readonly docs: number;
  readonly sessions: number;
}

export class IndexWriter {
  readonly #database: SqliteDatabase;
  readonly #terms: TermLists;
  readonly #statements;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#terms = new TermLists(database);
    const prepare = (sql: string): Database.Statement => database.prepare(sql);
    this.#statements = {
      mark: prepare('SELECT value FROM marks WHERE name = ?').pluck(),
      setMark: prepare('INSERT INTO marks VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value'),
      space: prepare('SELECT num, docs, sessions FROM spaces WHERE id = ?'),
      addSpace: prepare('INSERT INTO spaces (id) VALUES (?)'),
      setSpace: prepare('UPDATE spaces SET docs = ?, sessions = ? WHERE num = ?'),
      session: prepare('SELECT num, last_doc FROM sessions WHERE space = ? AND id = ?'),
      setSession: prepare(
        `INSERT INTO sessions (space, id, num, last_doc) VALUES (?, ?, ?, ?)
         ON CONFLICT (space, id) DO UPDATE SET last_doc = excluded.last_doc`,
      ),
      removed: prepare('UPDATE spaces SET removals = removals + 1 WHERE num = ?'),
      addGone: prepare('INSERT INTO gone VALUES (?, ?) ON CONFLICT DO NOTHING'),
      goneSpaces: prepare('SELECT DISTINCT space FROM gone').pluck(),
      goneDocs: prepare('SELECT doc FROM gone WHERE space = ?').pluck(),
      clearGone: prepare('DELETE FROM gone WHERE space = ?'),
      fact: prepare('SELECT num, space, doc, learning FROM facts WHERE id = ?'),
      facts: prepare('SELECT id, space, doc FROM facts'),
      nextFact: prepare('SELECT coalesce(max(num), 0) + 1 FROM facts').pluck(),
      putFact: prepare(
        `INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET
           space = excluded.space, doc = excluded.doc, learning = excluded.learning, meaning = excluded.meaning`,
      ),
      updateFact: prepare('UPDATE facts SET learning = ? WHERE id = ?'),
      dropFact: prepare('DELETE FROM facts WHERE id = ?'),
      spaceNums: prepare('SELECT num FROM spaces').pluck(),
    };
  }

  close(): void {
    this.#database.close();
  }

  mark(name: string): number {
    return Number(this.#statements.mark.get(name) ?? 0);
  }

  /** All that `work` does is one transaction. */
  transaction(work: () => void): void {
    try {
      this.#database.transaction(work).immediate();
    } finally {
      this.#terms.forget();
    }
  }

  setMark(name: string, value: number): void {
    this.#statements.setMark.run(name, value);
  }

  /** Passages go to the end of their space; returns the number of each entry's first. Inside `transaction`. */
  add(space: string, entries: readonly IndexEntry[]): readonly number[] {
    const row = this.#space(space);
    const docs = new SpaceDocs(this.#database, row.num);
    let sessions = row.sessions;
    let next = row.docs;
    const firsts: number[] = [];
    for (const entry of entries) {
      const session = this.#session(row.num, entry.sessionId);
      if (session !== undefined && session.num === undefined) sessions += 1;
      const sessionNum = session === undefined ? 0 : (session.num ?? sessions);
      const first = next;
      firsts.push(first);
      entry.passages.forEach(({ start, words, counts }, index) => {
        docs.put(next, {
          source: entry.source,
          type: entry.type,
          ts: entry.ts,
          session: sessionNum,
          previous: session?.lastDoc,
          start,
          words,
          headWords: index === 0 ? entry.headWords : 0,
          isFirst: index === 0,
          traits: entry.traits,
        });
        for (const [term, packed] of counts) this.#terms.append(row.num, term, next, packed);
        next += 1;
      });
      if (entry.sessionId !== undefined) {
        const lastDoc = entry.isSaid ? first : (session?.lastDoc ?? null);
        this.#statements.setSession.run(row.num, entry.sessionId, sessionNum, lastDoc);
      }
    }
    docs.save();
    this.#terms.save();
    this.#statements.setSpace.run(next, sessions, row.num);
    return firsts;
  }

  fact(id: string): StoredFact | undefined {
    return this.#statements.fact.get(id) as StoredFact | undefined;
  }

  nextFactNum(): number {
    return Number(this.#statements.nextFact.get());
  }

  putFact(
    id: string,
    fact: {
      readonly num: number;
      readonly space: string;
      readonly doc: number;
      readonly learning: string;
      readonly meaning: Uint8Array;
    },
  ): void {
    const { num } = this.#space(fact.space);
    this.#statements.putFact.run(fact.num, id, num, fact.doc, fact.learning, fact.meaning);
  }

  /** Only what surrounds its words has changed. */
  updateFact(id: string, learning: string): void {
    this.#statements.updateFact.run(learning, id);
  }

  /** Removes all other facts. */
  keepOnlyFacts(ids: ReadonlySet<string>): void {
    for (const { id, space, doc } of this.#statements.facts.all() as { id: string; space: number; doc: number }[]) {
      if (ids.has(id)) continue;
      this.removeFrom(space, doc);
      this.#statements.dropFact.run(id);
      this.setMark(ERASED_MARK, 1);
    }
  }

  /** The passages of these records, in whichever space they are. */
  removeRecords(seqs: ReadonlySet<number>): void {
    if (seqs.size === 0) return;
    this.setMark(ERASED_MARK, 1);
    for (const num of this.#spaceNums()) {
      const docs = new SpaceDocs(this.#database, num);
      this.#remove(
        num,
        docs,
        docs.find((table, at) => !table.isFact(at) && seqs.has(table.source[at] ?? 0)),
      );
    }
  }

  /** All passages of what begins there. */
  removeFrom(space: number, first: number): void {
    const docs = new SpaceDocs(this.#database, space);
    this.#remove(space, docs, docs.passagesFrom(first));
  }

  /** Takes the words of removed passages out of the file. Returns whether there were any. */
  purge(): boolean {
    const spaces = this.#statements.goneSpaces.all() as number[];
    if (spaces.length === 0) return false;
    this.transaction(() => {
      for (const space of spaces) this.#terms.strip(space, new Set(this.#statements.goneDocs.all(space) as number[]));
      // What was only said in other words stays in knowledge's history anyway.
      if (this.mark(ERASED_MARK) > 0) writeWordsAnew(this.#database);
    });
    // Deleted pages are overwritten, but what was written before still stands in the log. Until it is empty they are not
    // taken for done with, so that whoever dies or is held up here does it again.
    emptyLog(this.#database);
    this.transaction(() => {
      for (const space of spaces) this.#statements.clearGone.run(space);
      this.setMark(ERASED_MARK, 0);
    });
    return true;
  }

  /**
   * Fills the pages again that words which came in no order have left a fifth empty, when half as much has come as there was;
   * `through` is how far the index reaches. Returns whether it did. Takes about a second for every hundred megabytes.
   */
  compact(through: number): boolean {
    const before = this.mark(COMPACTED_MARK);
    if (through - before < Math.max(COMPACT_RECORDS, before / 2)) return false;
    this.transaction(() => this.setMark(COMPACTED_MARK, through));
    try {
      this.#database.exec('VACUUM');
      this.#database.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // For want of room, or because somebody reads: it is as good as before, and tried again when more has come.
    }
    return true;
  }

  /** Everything: the index begins anew. */
  clear(): void {
    this.transaction(() => {
      for (const table of ['marks', 'spaces', 'sessions', 'docs', 'terms', 'postings', 'facts', 'gone'])
        this.#database.exec(`DELETE FROM ${table}`);
    });
  }

  #remove(space: number, docs: SpaceDocs, gone: readonly number[]): void {
    if (gone.length === 0) return;
    for (const doc of gone) {
      docs.remove(doc);
      this.#statements.addGone.run(space, doc);
    }
    docs.save();
    this.#statements.removed.run(space);
  }

  #space(id: string): SpaceRow {
    const row = this.#statements.space.get(id) as SpaceRow | undefined;
    if (row !== undefined) return row;
    return { num: Number(this.#statements.addSpace.run(id).lastInsertRowid), docs: 0, sessions: 0 };
  }

  #spaceNums(): readonly number[] {
    return this.#statements.spaceNums.all() as number[];
  }

  #session(
    space: number,
    id: string | undefined,
  ): { readonly num: number | undefined; readonly lastDoc: number | undefined } | undefined {
    if (id === undefined) return undefined;
    const row = this.#statements.session.get(space, id) as { num: number; last_doc: number | null } | undefined;
    return { num: row?.num, lastDoc: row?.last_doc ?? undefined };
  }
}
