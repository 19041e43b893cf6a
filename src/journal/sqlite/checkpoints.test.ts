import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ActId, deriveId, newId } from '../../memory/ids.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { sampleCheckpoint } from '../contract/act-samples.fixture.ts';
import { openJournal } from '../journal.ts';
import { insertRow } from './tables.ts';
import { journalOptions, temporaryFolder } from './temporary-journal.fixture.ts';

it('a checkpoint that was cut off half way counts for nothing, and what is left of it goes with the next', async () => {
  const folder = temporaryFolder();
  const options = journalOptions(folder);
  await (await openJournal(options)).close();
  const database = openSqlite({ path: options.path, access: 'write', synchronous: 'FULL' });
  const statements = new SqliteStatements(database);
  const id = deriveId<ActId>('cut off');
  for (let row = 0; row < 3; row += 1) {
    insertRow(statements, 'checkpoint_rows', { checkpoint_id: id, scope: null, kind: 'mark', data: '{}' });
  }
  const journal = await openJournal(options);
  expect((await journal.verify()).problems).toEqual([]);
  expect(await journal.checkpoints()).toEqual(new Map());
  const checkpoint = sampleCheckpoint({ id });
  const place = await journal.act(checkpoint);
  expect(await journal.storedAct(id)).toEqual({ ...checkpoint, seq: place });
  expect((await journal.verify()).problems).toEqual([]);
  database.close();
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

it('what a newer checkpoint has replaced is gone when the journal is opened, also when a kill came first (D-064)', async () => {
  const folder = temporaryFolder();
  const options = journalOptions(folder);
  const journal = await openJournal(options);
  const old = sampleCheckpoint({ id: newId<ActId>(1) });
  await journal.act(old);
  const database = openSqlite({ path: options.path, access: 'write', synchronous: 'FULL' });
  database.exec('CREATE TEMP TABLE held AS SELECT * FROM checkpoint_rows');
  await journal.act({ ...old, id: newId<ActId>(2) });
  await journal.close();
  database.exec('INSERT INTO checkpoint_rows SELECT * FROM held');
  const rowsOf = (id: ActId) =>
    database.prepare('SELECT count(*) FROM checkpoint_rows WHERE checkpoint_id = ?').pluck().get(id);
  expect(rowsOf(old.id)).toBeGreaterThan(0);
  await (await openJournal(options)).close();
  expect(rowsOf(old.id)).toBe(0);
  database.close();
  rmSync(folder, { recursive: true, force: true });
});
