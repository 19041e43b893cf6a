/** Holds the write lock of the database given as argument until its input ends. Says `held` when it has it. */
import { writeSync } from 'node:fs';
import { openSqlite } from './sqlite.ts';

const database = openSqlite({ path: process.argv[2] ?? '', access: 'write', synchronous: 'FULL' });
database.exec('BEGIN IMMEDIATE');
writeSync(1, 'held\n');
process.stdin.on('end', () => database.close()).resume();
