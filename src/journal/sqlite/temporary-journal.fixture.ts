/** A SQLite journal in a folder of its own, for tests. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../platform/clock.ts';
import type { OpenedJournal } from '../contract/samples.fixture.ts';
import { type Journal, openJournal } from '../journal.ts';
import type { JournalOptions } from './opening.ts';

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'carryover-journal-'));
}

export function journalOptions(folder: string): JournalOptions {
  return {
    path: join(folder, 'memory', 'transcript.db'),
    backupFolder: join(folder, 'backups'),
    clock: systemClock,
    exists: existsSync,
  };
}

export async function openTemporaryJournal(): Promise<OpenedJournal> {
  const folder = temporaryFolder();
  let journal: Journal = await openJournal(journalOptions(folder));
  return {
    journal,
    reopen: async () => {
      await journal.close();
      journal = await openJournal(journalOptions(folder));
      return journal;
    },
    cleanup: async () => {
      await journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
