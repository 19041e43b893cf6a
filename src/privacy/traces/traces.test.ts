import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEncrypted } from '../../../test/support/encrypted.ts';
import { compressFile } from '../../platform/compressed-copy.ts';
import { openSqlite, type SqliteDatabase } from '../../platform/sqlite.ts';
import { byteTraces } from './byte-traces.ts';
import { cellTraces } from './cell-traces.ts';
import { rareNeedles, type Staying } from './rare-terms.ts';
import { needlesOf } from './search-terms.ts';
import type { Trace } from './trace.ts';

const SECRET = 'Zeppelinwurst tastes of quicksilver';
const needles = needlesOf([SECRET], () => ['zeppelinwurs']);
const WORK = { step: () => undefined };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'carryover-traces-'));
  for (const folder of ['memory', 'logs', 'spool', 'run', 'backups']) mkdirSync(join(home, folder));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function open(name: string): SqliteDatabase {
  return openSqlite({ path: join(home, name), access: 'write', synchronous: 'NORMAL' });
}

function places(traces: readonly Trace[]): string[] {
  return [...new Set(traces.map(({ path, place }) => `${path} ${place.replace(/\d+/, 'N')}`))].sort();
}

describe('traces of what was forgotten (D-064)', () => {
  it('are found in the bytes of every file: logs, spool, copies, and what links lead to only where it lies', () => {
    for (const name of ['logs/daemon.log', 'spool/event.json', 'run/boot', 'memory/user.md', 'backups/x.unfinished'])
      appendFileSync(join(home, name), `before ${SECRET.toUpperCase()} after`);
    symlinkSync(join(home, 'logs'), join(home, 'link'));
    // On both sides of the place where two reads meet.
    writeFileSync(join(home, 'large'), `${' '.repeat(4 * 1024 * 1024 - 5)}${SECRET}`);
    const { traces, files, bytes } = byteTraces(home, needles, WORK);
    expect(places(traces).map((place) => place.split(' ')[0])).toEqual([
      'backups/x.unfinished',
      'large',
      'logs/daemon.log',
      'memory/user.md',
      'run/boot',
      'spool/event.json',
    ]);
    expect(new Set(traces.flatMap(({ needleIndexes }) => needleIndexes)).size).toBe(needles.texts.length);
    expect({ files, isAll: bytes > 4 * 1024 * 1024 }).toEqual({ files: 6, isAll: true });
  });

  it('are found in the write-ahead log and in pages that were given free without being overwritten', async ({
    skip,
  }) => {
    skip(isEncrypted, 'it looks at the bytes of a file');
    const database = open('memory/x.db');
    database.pragma('secure_delete = OFF');
    database.exec('CREATE TABLE t (a)');
    database.prepare('INSERT INTO t VALUES (?)').run(`${SECRET} `.repeat(500));
    database.exec('DELETE FROM t');
    expect(places(byteTraces(home, needles, WORK).traces)).toEqual(['memory/x.db-wal byte N']);
    expect(cellTraces(home, needles, WORK).traces).toEqual([]);
    database.close();
    expect(places(byteTraces(home, needles, WORK).traces)).toEqual(['memory/x.db byte N']);
  });

  it('are found in cells, whole where pages split them, and as a term of the index; the job itself is none', async () => {
    const database = open('memory/x.db');
    database.exec(`CREATE TABLE t (a, b); CREATE TABLE terms (term TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE forgettings (notes)`);
    database.prepare('INSERT INTO t VALUES (1, ?)').run(Buffer.from(`${'.'.repeat(20_450)}${SECRET}`));
    database.prepare('INSERT INTO terms VALUES (?)').run('zeppelinwurs');
    database.prepare('INSERT INTO forgettings VALUES (?)').run(SECRET);
    database.close();
    const { traces } = cellTraces(home, needles, WORK);
    expect(places(traces)).toEqual(['memory/x.db t.b', 'memory/x.db terms.term']);
    expect(traces.at(-1)).toMatchObject({ place: 'terms.term', needleIndexes: [needles.texts.length] });
  });

  it('are found inside compressed copies, in cells and in free pages, and nothing of those is left lying about', ({
    skip,
  }) => {
    skip(isEncrypted, 'encrypted copies are not compressed');
    const database = open('backups/transcript.db');
    database.exec('CREATE TABLE t (a); CREATE TABLE u (a)');
    database.prepare('INSERT INTO t VALUES (?)').run(SECRET);
    database.close();
    const copy = join(home, 'backups/transcript.db.gz');
    compressFile(join(home, 'backups/transcript.db'), copy);
    rmSync(join(home, 'backups/transcript.db'));
    expect(places(cellTraces(home, needles, WORK).traces)).toEqual(['backups/transcript.db.gz t.a']);
    expect(places(byteTraces(home, needles, WORK).traces)).toEqual(['backups/transcript.db.gz byte N']);
    expect(readdirSync(join(home, 'backups'))).toEqual(['transcript.db.gz']);
    writeFileSync(copy, readFileSync(copy).subarray(0, -1));
    expect(cellTraces(home, needles, WORK)).toMatchObject({ traces: [], unsearched: ['backups/transcript.db.gz'] });
  });

  it('are not seen in noise: ids, numbers and random bytes by the megabyte', async () => {
    const database = open('memory/x.db');
    database.exec('CREATE TABLE t (id TEXT, n INTEGER, noise BLOB)');
    const insert = database.prepare('INSERT INTO t VALUES (?, ?, ?)');
    database.transaction(() => {
      for (let row = 0; row < 2_000; row += 1) insert.run(crypto.randomUUID(), row * 7_919, randomBytes(1_500));
    })();
    database.close();
    writeFileSync(join(home, 'encrypted'), randomBytes(4 * 1024 * 1024));
    const words = Array.from({ length: 20_000 }, (_, at) => (at * 7_919 + 100_003).toString(at % 2 === 0 ? 36 : 16));
    const many = needlesOf([words.join('\n')]);
    expect(many.texts.length).toBeGreaterThan(9_000);
    expect(cellTraces(home, many, WORK).traces).toEqual([]);
    expect(byteTraces(home, many, WORK).traces).toEqual([]);
  });

  it('are looked for only by what nothing that stays says (records, sessions, other scopes, configuration)', async () => {
    const database = open('memory/transcript.db');
    database.exec(`CREATE TABLE record_rows (id, content); CREATE TABLE edits (workspace, content);
      CREATE TABLE curations (answers); CREATE TABLE sessions (id, cwd)`);
    const insert = (table: string, ...cells: (string | null)[]) =>
      database.prepare(`INSERT INTO ${table} VALUES (${cells.map(() => '?').join(',')})`).run(...cells);
    insert('record_rows', 'gone', 'alphabet bravo charlie delta echoes foxtrot golfing hotels');
    insert('record_rows', 'stays', 'ALPHABETS');
    insert('sessions', 's1', '/home/bravo');
    insert('edits', 'touched', 'charlie');
    insert('edits', 'other', 'delta');
    insert('curations', 'echoes');
    writeFileSync(join(home, 'config.json'), '{"foxtrot":1}');
    const staying = {
      journal: join(home, 'memory/transcript.db'),
      files: [join(home, 'config.json')],
      texts: ['playing GOLFING'],
      erased: { records: ['gone'], sessions: [], spaces: [], scopes: [null, 'touched'] },
    } as unknown as Staying;
    const all = needlesOf(['alphabet\nbravo\ncharlie\ndelta\nechoes\nfoxtrot\ngolfing\nhotels'], (word) => [
      `${word}i`,
    ]);
    const { rare } = rareNeedles(all, staying, WORK);
    expect(rare.texts).toEqual(['charlie', 'echoes', 'hotels']);
    expect(rare.terms).toEqual(['charliei', 'echoesi', 'hotelsi']);
    database.close();
  });
});
