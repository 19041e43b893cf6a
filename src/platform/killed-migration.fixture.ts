/** Migrates the file given as argument and dies without a word inside the second migration. */
import { openSqlite } from './sqlite.ts';
import { migrate } from './sqlite-migrations.ts';

const [path = '', backupFolder = ''] = process.argv.slice(2);
migrate(
  openSqlite({ path, access: 'write', synchronous: 'FULL' }),
  {
    applicationId: 7,
    migrations: [
      { name: '0001-first', apply: () => undefined },
      {
        name: '0002-killed',
        apply(database) {
          database.exec('CREATE TABLE half (a); INSERT INTO first VALUES (2)');
          process.kill(process.pid, 'SIGKILL');
        },
      },
    ],
  },
  { path, backupFolder, now: 0 },
);
