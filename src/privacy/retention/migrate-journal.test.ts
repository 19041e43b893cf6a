import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NOW, SESSION, sampleRecord, sampleSession, TURN } from '../../journal/contract/samples.fixture.ts';
import { openJournal } from '../../journal/journal.ts';
import { insertOldRow } from '../../journal/sqlite/old-rows.fixture.ts';
import { recordColumns, sessionColumns } from '../../journal/sqlite/rows.ts';
import { JOURNAL_SCHEMA } from '../../journal/sqlite/schema.ts';
import { journalOptions, temporaryFolder } from '../../journal/sqlite/temporary-journal.fixture.ts';
import { deriveId, type TurnId } from '../../memory/ids.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import { migrate } from '../../platform/sqlite-migrations.ts';
import { SqliteStatements } from '../../platform/sqlite-statements.ts';
import { migrateJournal } from './migrate-journal.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a journal from before takes less room and says the same, also where a turn says something else than its records', async () => {
  const { path, backupFolder } = journalOptions(folder);
  mkdirSync(dirname(path));
  const place = { path, backupFolder, now: NOW };
  const old = openSqlite({ path, access: 'write', synchronous: 'FULL' });
  migrate(old, { ...JOURNAL_SCHEMA, migrations: JOURNAL_SCHEMA.migrations.slice(0, 11) }, place);
  const statements = new SqliteStatements(old);
  insertOldRow(statements, 'sessions', { ...sessionColumns(sampleSession()), seq: 1 });
  const turnAt = (number: number) => (number === 0 ? TURN : deriveId<TurnId>('turn', String(number)));
  const said = Array.from({ length: 300 }, (_, number) => `question ${number} ${'about many things '.repeat(20)}`);
  for (const [number, content] of said.entries()) {
    const record = sampleRecord({ content, turnId: turnAt(number) });
    insertOldRow(statements, 'records', { ...recordColumns(record), seq: number + 1 });
    insertOldRow(statements, 'observations', {
      ...{ seq: number + 1, id: turnAt(number), rev: 1, session_id: SESSION, workspace: null },
      ...{ sequence_num: number + 1, timestamp: NOW, closed_at: NOW, close_reason: 'stop' as const },
      user_message: number === 7 ? 'something else' : content,
      ...{ tool_calls_json: '[]', agent_response: '', errors_json: '[]', last_seq: number + 1 },
    });
  }
  old.close();
  const before = statSync(path).size;

  await migrateJournal(place);
  expect(statSync(path).size).toBeLessThan(before * 0.72);
  const journal = await openJournal(journalOptions(folder));
  const turns = await journal.turnRevisions(0, 1_000);
  expect(turns.map(({ userMessage }) => userMessage)).toEqual(said.with(7, 'something else'));
  expect((await journal.verify()).problems).toEqual([]);
  await journal.close();
  await migrateJournal(place);
});
