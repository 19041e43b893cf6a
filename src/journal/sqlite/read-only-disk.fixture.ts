/**
 * Runs with a file system mounted on the folder given as argument: makes a journal, makes the file system read-only,
 * and tries to open the journal again and to make another. Prints the errors as JSON.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CarryoverError } from '../../memory/error.ts';
import { openJournal } from '../journal.ts';
import { journalOptions } from './temporary-journal.fixture.ts';

const folder = process.argv[2] ?? '';
const other = join(folder, 'other');
mkdirSync(other);
await (await openJournal(journalOptions(folder))).close();
execFileSync('sh', ['-c', 'mount -o remount,ro "$0"', folder]);

const errors: unknown[] = [];
for (const place of [folder, other]) {
  try {
    await openJournal(journalOptions(place));
    errors.push('opened');
  } catch (error) {
    if (!(error instanceof CarryoverError)) throw error;
    errors.push({ code: error.code, hint: error.hint });
  }
}
writeSync(1, JSON.stringify(errors));
