/**
 * Brings a journal to the schema of this version before anybody else opens it, and gives back the room that this frees. For a
 * process of its own: it takes as long as the journal is large, and whoever ends it loses nothing. The next one goes on.
 */
import { openWriter } from '../../journal/sqlite/opening.ts';
import { shortenTurns } from '../../journal/sqlite/shorten-turns.ts';
import { CarryoverError } from '../../memory/error.ts';
import { systemClock } from '../../platform/clock.ts';
import type { MigrationPlace } from '../../platform/sqlite-migrations.ts';
import { compactFile } from './compact-file.ts';

/** Of one transaction. */
const TURNS = 200;

export async function migrateJournal({ path, backupFolder }: MigrationPlace): Promise<void> {
  const writer = openWriter(path, backupFolder, systemClock);
  try {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const last: number = after;
      after = await writer.run((statements) => shortenTurns(statements, last, TURNS));
    }
  } finally {
    await writer.close();
  }
  try {
    compactFile(path);
  } catch (thrown) {
    // What is free in it is filled by what comes.
    if (!(thrown instanceof CarryoverError) || thrown.code !== 'disk-full') throw thrown;
  }
}
