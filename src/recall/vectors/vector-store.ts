/**
 * `memory/vectors.db`: what was embedded, by space. It can always be made again from what it was made of, so a file that is
 * damaged or of another version is replaced, and a change of the model empties it.
 *
 * Guarantees: a search sees the spaces it names and no other; what is removed is gone from the file and its log when
 * `remove` returns, else it throws; a mark is stored with the documents it stands for, in one transaction.
 * Limits: a space is looked through as a whole (about 40 ms for 100,000 passages of 768 numbers), in slices that let
 * others work. By signs first, then the best of them by cosine: a close call at the end of a long list may be missed.
 */
import { CarryoverError } from '../../memory/error.ts';
import { Breather } from '../../platform/breathe.ts';
import type { Clock } from '../../platform/clock.ts';
import { emptyLog } from '../../platform/empty-log.ts';
import { loadVectorExtension, openSqlite, type SqliteDatabase, schemaVersion } from '../../platform/sqlite.ts';
import { sqliteError } from '../../platform/sqlite-error.ts';
import { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { type PackedVector, packVector } from './packed-vector.ts';
import { removeVectorFiles } from './remove-vector-files.ts';

export interface VectorDocument {
  /** Whoever feeds the store names it; the same key again replaces what was there. */
  readonly key: string;
  readonly space: string;
  readonly vectors: readonly Float32Array[];
}

export interface Nearest {
  /** Absent for all there are. */
  readonly spaces: readonly string[] | undefined;
  readonly vector: Float32Array;
  readonly limit: number;
  /** On the monotonic clock. */
  readonly deadline: number;
}

export interface VectorFacts {
  /** Whose vectors these are; empty before the first. */
  readonly embedder: string;
  /** What the embedder made of a text that is always the same: how a model is recognised. */
  readonly probe: Float32Array;
  /** How far the source has been read. */
  readonly mark: string;
}

/** Since the file was made: what an invoice can be held against. */
interface UsedTokens {
  readonly requests: number;
  readonly tokens: number;
}

interface SpaceRow {
  readonly space: string;
}

interface Slice {
  readonly start: number;
  readonly end: number;
}

interface SignHit {
  readonly id: number;
  /** In how many signs it differs. */
  readonly far: number;
}

const NOTHING_USED: UsedTokens = { requests: 0, tokens: 0 };
const VERSION = 1;
const SCHEMA = `
CREATE TABLE facts (embedder TEXT NOT NULL, probe BLOB NOT NULL, mark TEXT NOT NULL) STRICT;
CREATE TABLE used (requests INTEGER NOT NULL, tokens INTEGER NOT NULL) STRICT;
CREATE TABLE spaces (number INTEGER PRIMARY KEY, space TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE passages (id INTEGER PRIMARY KEY, key TEXT NOT NULL, vector BLOB NOT NULL) STRICT;
CREATE INDEX passages_by_key ON passages (key);
CREATE TABLE signs (id INTEGER PRIMARY KEY, bits BLOB NOT NULL) STRICT;
INSERT INTO facts VALUES ('', x'', '');
INSERT INTO used VALUES (0, 0);
PRAGMA user_version = ${VERSION};
`;

/** The signs of 100,000 passages. */
const CACHE_MEGABYTES = 16;
/** Problems of a file that making it anew solves. */
const REPLACEABLE = ['database-corrupt', 'vectors-outdated'];
/** An id is the number of its space and a count within it: a space lies in one piece. Both fit a number of JavaScript. */
const IDS_PER_SPACE = 2 ** 32;
/** Some three milliseconds. */
const SLICE_PASSAGES = 16_384;
/** How many more than asked for are taken by their signs and compared in full, and how many at least. */
const OVERSAMPLING = 4;
const LEAST_COMPARED = 400;

export function openVectorStore(path: string, clock: Clock): VectorStore {
  try {
    return new VectorStore(path, clock);
  } catch (thrown) {
    if (!(thrown instanceof CarryoverError) || !REPLACEABLE.includes(thrown.code)) throw thrown;
    removeVectorFiles(path);
    return new VectorStore(path, clock);
  }
}

export class VectorStore {
  readonly #database: SqliteDatabase;
  readonly #statements: SqliteStatements;
  readonly #path: string;
  readonly #clock: Clock;
  /** Kept, because counting a million takes as long as searching them. */
  #passages: number;
  #used: UsedTokens;

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
    this.#database = openSqlite({ path, access: 'write', synchronous: 'NORMAL', cacheMegabytes: CACHE_MEGABYTES });
    this.#statements = new SqliteStatements(this.#database);
    try {
      loadVectorExtension(this.#database);
      this.#prepare();
      this.#passages = this.#try(() => this.#count('signs'));
      this.#used = this.#try(() => this.#statements.get<UsedTokens>('SELECT * FROM used') ?? NOTHING_USED);
    } catch (thrown) {
      this.#database.close();
      throw thrown;
    }
  }

  facts(): VectorFacts {
    return this.#try(() => {
      const row = this.#statements.get<Omit<VectorFacts, 'probe'> & { readonly probe: Uint8Array }>(
        'SELECT * FROM facts',
      );
      if (row === undefined)
        throw new CarryoverError('the vectors say not whose they are', { code: 'database-corrupt' });
      return { ...row, probe: new Float32Array(row.probe.slice().buffer) };
    });
  }

  get passageCount(): number {
    return this.#passages;
  }

  get used(): UsedTokens {
    return this.#used;
  }

  countRequest(tokens: number): void {
    this.#used = { requests: this.#used.requests + 1, tokens: this.#used.tokens + tokens };
    this.#write(() =>
      this.#statements.run('UPDATE used SET requests = ?, tokens = ?', this.#used.requests, this.#used.tokens),
    );
  }

  /** Empties the store for vectors of another model. */
  startOver(embedder: string, probe: Float32Array): void {
    this.#write(() => {
      for (const table of ['passages', 'signs', 'spaces']) this.#database.exec(`DELETE FROM ${table}`);
      const bytes = new Uint8Array(probe.buffer, probe.byteOffset, probe.byteLength);
      this.#statements.run("UPDATE facts SET embedder = ?, probe = ?, mark = ''", embedder, bytes);
    });
    this.#passages = 0;
    this.#emptyLog();
  }

  put(documents: readonly VectorDocument[], mark: string): void {
    this.#write(() => {
      for (const { key, space, vectors } of documents) {
        this.#removeKey(key);
        const first = this.#nextId(space);
        for (const [at, vector] of vectors.entries()) this.#insert(first + at, key, packVector(vector));
      }
      this.#statements.run('UPDATE facts SET mark = ?', mark);
    });
  }

  remove(keys: readonly string[]): void {
    if (keys.length === 0) return;
    this.#write(() => {
      for (const key of keys) this.#removeKey(key);
    });
    this.#emptyLog();
  }

  /** All documents whose keys begin so. */
  removeBeginningWith(prefix: string): void {
    const range = [prefix, `${prefix}\u{10ffff}`];
    this.#write(() => {
      const ids = 'SELECT id FROM passages WHERE key >= ? AND key < ?';
      this.#passages -= this.#statements.run(`DELETE FROM signs WHERE id IN (${ids})`, ...range);
      this.#statements.run('DELETE FROM passages WHERE key >= ? AND key < ?', ...range);
    });
    this.#emptyLog();
  }

  /** The nearest documents by their best passage, with its cosine; undefined when it is not done by the deadline. */
  async nearest({ spaces, vector, limit, deadline }: Nearest): Promise<ReadonlyMap<string, number> | undefined> {
    const packed = packVector(vector);
    const breather = new Breather(this.#clock);
    const wanted = Math.max(LEAST_COMPARED, limit * OVERSAMPLING);
    let close: readonly SignHit[] = [];
    for (const slice of this.#slices(spaces)) {
      close = [...close, ...this.#bySigns(slice, packed, wanted)].sort((a, b) => a.far - b.far).slice(0, wanted);
      await breather.breathe();
      if (this.#clock.elapsed() > deadline) return undefined;
    }
    return this.#best(close, packed, limit);
  }

  close(): void {
    this.#database.close();
  }

  #prepare(): void {
    this.#try(() => {
      if (schemaVersion(this.#database) === VERSION) return;
      if (this.#count('sqlite_schema') > 0)
        throw new CarryoverError('vectors of another version', { code: 'vectors-outdated' });
      this.#database.transaction(() => this.#database.exec(SCHEMA)).immediate();
    });
  }

  *#slices(spaces: readonly string[] | undefined): Iterable<Slice> {
    const named = spaces ?? this.#try(() => this.#statements.all<SpaceRow>('SELECT space FROM spaces')).map(nameOf);
    for (const space of new Set(named)) {
      const [from, to] = this.#try(() => this.#rangeOf(space));
      for (let start = from; start < to; start += SLICE_PASSAGES)
        yield { start, end: Math.min(to, start + SLICE_PASSAGES) };
    }
  }

  /** Its first id, and the one after its last; the same for a space without any. */
  #rangeOf(space: string): readonly [number, number] {
    const number = this.#statements.get<{ number: number }>('SELECT number FROM spaces WHERE space = ?', space)?.number;
    if (number === undefined) return [0, 0];
    const start = number * IDS_PER_SPACE;
    const sql = 'SELECT max(id) AS last FROM signs WHERE id >= ? AND id < ?';
    const last = this.#statements.get<{ last: number | null }>(sql, start, start + IDS_PER_SPACE)?.last ?? null;
    return [start, last === null ? start : last + 1];
  }

  #nextId(space: string): number {
    this.#statements.run('INSERT INTO spaces (space) VALUES (?) ON CONFLICT DO NOTHING', space);
    return this.#rangeOf(space)[1];
  }

  #insert(id: number, key: string, { bytes, signs }: PackedVector): void {
    this.#statements.run('INSERT INTO passages (id, key, vector) VALUES (?, ?, ?)', id, key, bytes);
    this.#passages += this.#statements.run('INSERT INTO signs (id, bits) VALUES (?, ?)', id, signs);
  }

  #removeKey(key: string): void {
    this.#passages -= this.#statements.run(
      'DELETE FROM signs WHERE id IN (SELECT id FROM passages WHERE key = ?)',
      key,
    );
    this.#statements.run('DELETE FROM passages WHERE key = ?', key);
  }

  #bySigns({ start, end }: Slice, { signs }: PackedVector, wanted: number): readonly SignHit[] {
    const sql = `SELECT id, vec_distance_hamming(vec_bit(bits), vec_bit(?)) AS far FROM signs
      WHERE id >= ? AND id < ? ORDER BY far LIMIT ?`;
    return this.#try(() => this.#statements.all<SignHit>(sql, signs, start, end, wanted));
  }

  #best(hits: readonly SignHit[], { bytes }: PackedVector, limit: number): ReadonlyMap<string, number> {
    const sql = `SELECT key, 1 - vec_distance_cosine(vec_int8(vector), vec_int8(?)) AS cosine
      FROM passages WHERE id IN (SELECT value FROM json_each(?))`;
    const ids = JSON.stringify(hits.map(({ id }) => id));
    const rows = this.#try(() => this.#statements.all<{ key: string; cosine: number }>(sql, bytes, ids));
    const best = new Map<string, number>();
    for (const { key, cosine } of rows.toSorted((a, b) => b.cosine - a.cosine)) {
      if (best.size === limit) break;
      if (!best.has(key)) best.set(key, cosine);
    }
    return best;
  }

  /** What was removed must not live on in the write-ahead log. */
  #emptyLog(): void {
    this.#try(() => emptyLog(this.#database));
  }

  #count(table: string): number {
    return this.#statements.get<{ readonly n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
  }

  #write(work: () => void): void {
    const before = this.#passages;
    try {
      this.#database.transaction(work).immediate();
    } catch (cause) {
      this.#passages = before;
      throw sqliteError(cause, this.#path);
    }
  }

  #try<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      throw sqliteError(cause, this.#path);
    }
  }
}

function nameOf({ space }: SpaceRow): string {
  return space;
}
