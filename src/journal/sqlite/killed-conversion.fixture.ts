/** Brings the journal given as argument up to date and dies without a word after so many steps of it. */
import { openSqlite } from '../../platform/sqlite.ts';
import { migrate } from '../../platform/sqlite-migrations.ts';
import { JOURNAL_SCHEMA } from './schema.ts';

const [path = '', backupFolder = '', most = '0', now = '0'] = process.argv.slice(2);
let left = Number(most);
const migrations = JOURNAL_SCHEMA.migrations.map(({ step, ...migration }) => ({
  ...migration,
  ...(step === undefined
    ? {}
    : {
        step(database: Parameters<typeof step>[0]) {
          if (left === 0) process.kill(process.pid, 'SIGKILL');
          left -= 1;
          return step(database);
        },
      }),
}));
const database = openSqlite({ path, access: 'write', synchronous: 'FULL' });
migrate(database, { ...JOURNAL_SCHEMA, migrations }, { path, backupFolder, now: Number(now) });
