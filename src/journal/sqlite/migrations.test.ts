import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEncrypted } from '../../../test/support/encrypted.ts';
import { deriveId, type SpaceId } from '../../memory/ids.ts';
import type { MemoryRecord } from '../../memory/record.ts';
import { openSqlite, type SqliteDatabase } from '../../platform/sqlite.ts';
import { migrate } from '../../platform/sqlite-migrations.ts';
import { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { sampleScan } from '../contract/act-samples.fixture.ts';
import {
  erasing,
  NOW,
  SESSION,
  sampleInjection,
  sampleRecord,
  sampleSession,
  TURN,
} from '../contract/samples.fixture.ts';
import { openJournal } from '../journal.ts';
import { injectionColumns } from './injection-rows.ts';
import { insertOldRow } from './old-rows.fixture.ts';
import { recordColumns, sessionColumns, turnOf } from './rows.ts';
import { JOURNAL_SCHEMA } from './schema.ts';
import { COLUMNS, insertRow, storedTable, TABLE_NAMES } from './tables.ts';
import { journalOptions, temporaryFolder } from './temporary-journal.fixture.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = temporaryFolder();
  path = journalOptions(folder).path;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As the turn of one record was stored. */
const TURN_ROW = {
  ...{
    seq: 1,
    id: TURN,
    rev: 1,
    session_id: SESSION,
    workspace: null,
    sequence_num: 1,
    timestamp: NOW,
    closed_at: NOW,
  },
  close_reason: 'stop',
  user_message: 'older than the latest schema',
  ...{ tool_calls_json: '[]', agent_response: '', errors_json: '[]', last_seq: 1 },
} as const;

/** What it says. */
const SAID = { userMessage: TURN_ROW.user_message, toolCalls: [], agentResponse: '', errors: [] };

/** A journal as an earlier version made it. */
function openOld(version: number): SqliteDatabase {
  mkdirSync(dirname(path));
  const database = openSqlite({ path, access: 'write', synchronous: 'FULL' });
  const schema = { ...JOURNAL_SCHEMA, migrations: JOURNAL_SCHEMA.migrations.slice(0, version) };
  migrate(database, schema, { path, backupFolder: journalOptions(folder).backupFolder, now: NOW });
  return database;
}

/** Without looking at tables that an earlier version did not have. */
function insertOld(statements: SqliteStatements, records: readonly MemoryRecord[]): void {
  insertRow(statements, 'sessions', sessionColumns(sampleSession()));
  for (const [index, record] of records.entries())
    insertOldRow(statements, 'records', { ...recordColumns(record), seq: index + 1 });
}

describe('migrations of the journal', () => {
  it.each([1, 2, 3, 4])(
    'a file of schema %i is copied, brought up to date, and keeps its rows (F-23)',
    async (version) => {
      const record = sampleRecord({ content: 'older than the latest schema' });
      const injection = sampleInjection({ items: [record.id] });
      const old = openOld(version);
      const { backupFolder } = journalOptions(folder);
      const statements = new SqliteStatements(old);
      insertOld(statements, [record]);
      for (const given of [injection, sampleInjection()]) insertRow(statements, 'injections', injectionColumns(given));
      // Erased: what comes after must not take its number.
      statements.run('DELETE FROM injections WHERE seq = 2');
      insertOldRow(statements, 'observations', TURN_ROW);
      const turn = turnOf(TURN_ROW, SAID);
      old.close();

      await expect(openJournal({ ...journalOptions(folder), readOnly: true })).rejects.toMatchObject({
        code: 'schema-older',
      });
      const journal = await openJournal(journalOptions(folder));
      expect(readdirSync(backupFolder)).toEqual([expect.stringContaining(`transcript-schema-${version}-`)]);
      expect(await journal.recordsOfSession(SESSION)).toEqual([{ ...record, seq: 1 }]);
      expect(await journal.turnRevisions(0, 10)).toEqual([{ ...turn, seq: 1 }]);
      expect(await journal.injections(0, 10)).toEqual([{ ...injection, seq: 1 }]);
      expect(await journal.actCounts()).toEqual({ total: 0, last: 0 });
      expect(await journal.act(sampleScan())).toBe(1);
      const detail = { turnId: TURN, scores: [], tokens: 1, tookMs: 1 };
      const later = sampleInjection({ kind: 'tool', detail });
      await journal.append({ injections: [later] });
      expect(await journal.injections(1, 10)).toEqual([{ ...later, seq: 3 }]);
      expect(await journal.eraseRecords(erasing(NOW, record.id))).toMatchObject({ injections: [injection.id] });
      expect((await journal.verify()).problems).toEqual([]);
      await journal.close();
    },
  );

  it('no word of the index that a journal once had is left on disk when a record is erased', async ({ skip }) => {
    skip(isEncrypted, 'it looks at the bytes of a file');
    // The index held words in lower case, the rows hold them as they came. The last letter keeps them from being stemmed.
    const words = Array.from({ length: 300 }, (_, number) => `${deriveId('word', String(number)).slice(-12)}x`);
    const records = words.map((word) => sampleRecord({ content: word.toUpperCase() }));
    const old = openOld(3);
    insertOld(new SqliteStatements(old), records);
    old.close();
    const files = [path, `${path}-wal`];
    // The index held what words have in common at their beginning only once.
    const indexed = () => {
      const bytes = files.filter((file) => existsSync(file)).map((file) => readFileSync(file));
      return words.filter((word) => bytes.some((held) => held.includes(word.slice(4))));
    };
    expect(indexed()).toEqual(words);

    const journal = await openJournal(journalOptions(folder));
    await journal.eraseRecords(erasing(NOW, records[0]?.id ?? sampleRecord().id));
    await journal.settleDisk();
    expect(indexed()).toEqual([]);
    expect(await journal.recordsOfSession(SESSION)).toHaveLength(words.length - 1);
    expect((await journal.verify()).problems).toEqual([]);
    await journal.close();
  });

  it('a kill between steps of a long one loses nothing, and the next start goes on where it was', async () => {
    const records = Array.from({ length: 2_500 }, (_, number) => sampleRecord({ content: `said ${number}` }));
    const old = openOld(11);
    insertOld(new SqliteStatements(old), records);
    insertOldRow(new SqliteStatements(old), 'observations', { ...TURN_ROW, last_seq: records.length });
    old.close();
    const { backupFolder } = journalOptions(folder);
    const fixture = fileURLToPath(new URL('./killed-conversion.fixture.ts', import.meta.url));
    const copied = () => {
      const database = openSqlite({ path, access: 'read', synchronous: 'FULL' });
      const rows = database.prepare('SELECT count(*) FROM record_rows').pluck().get();
      database.close();
      return rows;
    };
    for (const [steps, rows] of [
      [1, 1_000],
      [1, 2_000],
    ]) {
      const { signal } = spawnSync(process.execPath, [fixture, path, backupFolder, String(steps), String(NOW)]);
      expect(signal).toBe('SIGKILL');
      expect(copied()).toBe(rows);
    }
    expect(readdirSync(backupFolder)).toHaveLength(1);

    const journal = await openJournal(journalOptions(folder));
    expect(await journal.recordsOfSession(SESSION)).toEqual(records.map((record, at) => ({ ...record, seq: at + 1 })));
    expect(await journal.turnRevisions(0, 10)).toEqual([
      { ...turnOf(TURN_ROW, SAID), seq: 1, lastSeq: records.length },
    ]);
    expect(readdirSync(backupFolder)).toHaveLength(1);
    expect((await journal.verify()).problems).toEqual([]);
    await journal.append({ records: [sampleRecord()] });
    expect((await journal.counts()).records).toBe(records.length + 1);
    await journal.close();
  });

  it('what an older version erases and adds after a kill between steps stays erased and added', async () => {
    const records = Array.from({ length: 1_500 }, (_, number) => sampleRecord({ content: `said ${number}` }));
    const before = openOld(11);
    insertOld(new SqliteStatements(before), records);
    before.close();
    const fixture = fileURLToPath(new URL('./killed-conversion.fixture.ts', import.meta.url));
    spawnSync(process.execPath, [fixture, path, journalOptions(folder).backupFolder, '1', String(NOW)]);

    const older = openSqlite({ path, access: 'write', synchronous: 'FULL' });
    expect(older.prepare('SELECT count(*) FROM record_rows').pluck().get()).toBe(1_000);
    older.exec('DELETE FROM records WHERE seq = 5');
    insertRow(new SqliteStatements(older), 'tombstones', { id_hash: 'of the fifth', record_seq: 5, erased_at: NOW });
    const added = sampleRecord({ content: 'said elsewhere', workspace: deriveId<SpaceId>('a new space') });
    insertOldRow(new SqliteStatements(older), 'records', { ...recordColumns(added), seq: records.length + 1 });
    older.close();

    const journal = await openJournal(journalOptions(folder));
    const held = [...records, added].map((record, at) => ({ ...record, seq: at + 1 })).filter(({ seq }) => seq !== 5);
    expect(await journal.recordsOfSession(SESSION)).toEqual(held);
    expect((await journal.verify()).problems).toEqual([]);
    await journal.close();
  });

  it('every column of every table is under the checksum, and no row can be changed', async () => {
    await (await openJournal(journalOptions(folder))).close();
    const database = openSqlite({ path, access: 'read', synchronous: 'FULL' });
    const statements = new SqliteStatements(database);
    const names = (sql: string) => statements.all<{ readonly name: string }>(sql).map(({ name }) => name);
    for (const table of TABLE_NAMES) {
      const columns = names(`SELECT name FROM pragma_table_info('${table}')`);
      // Views also show what their rows are found by.
      const keys =
        storedTable(table) === table ? [] : ['key', 'session', 'space', ...(table === 'records' ? ['turn'] : [])];
      expect(columns.toSorted()).toEqual(['seq', ...COLUMNS[table], 'checksum', ...keys].toSorted());
    }
    const stored = TABLE_NAMES.map(storedTable).toSorted();
    const withChecksum = names(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%checksum%'`);
    expect(withChecksum.toSorted()).toEqual(stored);
    const guarded = names(
      `SELECT tbl_name AS name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%_insert_only'`,
    );
    expect(guarded.toSorted()).toEqual(stored);
    database.close();
  });
});
