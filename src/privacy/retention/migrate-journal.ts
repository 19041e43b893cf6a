/**
 * Brings a journal to the schema of this version before anybody else opens it, and gives back the room that this frees. For a
 * process of its own: it takes as long as the journal is large, and whoever ends it loses nothing. The next one goes on.
 */
import { openWriter } from '../../journal/sqlite/opening.ts';
import { CarryoverError } from '../../memory/error.ts';
import { systemClock } from '../../platform/clock.ts';
import type { MigrationPlace } from '../../platform/sqlite-migrations.ts';
import { compactFile } from './compact-file.ts';

export async function migrateJournal({ path, backupFolder }: MigrationPlace): Promise<void> {
  await openWriter(path, backupFolder, systemClock).close();
  try {
    compactFile(path);
  } catch (thrown) {
    // What is free in it is filled by what comes.
    if (!(thrown instanceof CarryoverError) || thrown.code !== 'disk-full') throw thrown;
  }
}
