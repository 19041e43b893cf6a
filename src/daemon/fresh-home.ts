/**
 * Whether a home is still being set up: no client was ever connected to it, and it holds no record and no word of a
 * person. Until then a script may set it up, because there is nobody yet who could be fooled.
 */
import { existsSync, readdirSync } from 'node:fs';
import { type Journal, openJournal } from '../journal/journal.ts';
import { systemClock } from '../platform/clock.ts';
import { readHookTokens } from '../platform/hook-tokens.ts';
import type { HomePaths } from '../platform/paths.ts';

type Places = Pick<HomePaths, 'hookTokens' | 'installs' | 'journal' | 'backups'>;

/** For the daemon, which has the journal open. */
export async function isFresh(paths: Places, journal: Reads): Promise<boolean> {
  return !isConnected(paths) && isEmpty(journal);
}

/** For others. What cannot be looked into, because it is encrypted or damaged, has been used. */
export async function isFreshHome(paths: Places): Promise<boolean> {
  if (isConnected(paths)) return false;
  if (!existsSync(paths.journal)) return true;
  try {
    const journal = await openJournal({
      path: paths.journal,
      backupFolder: paths.backups,
      clock: systemClock,
      exists: existsSync,
      readOnly: true,
    });
    try {
      return await isEmpty(journal);
    } finally {
      await journal.close();
    }
  } catch {
    return false;
  }
}

type Reads = Pick<Journal, 'counts' | 'actCounts'>;

async function isEmpty(journal: Reads): Promise<boolean> {
  return (await journal.counts()).records === 0 && (await journal.actCounts()).total === 0;
}

function isConnected({ hookTokens, installs }: Places): boolean {
  return readHookTokens(hookTokens).length > 0 || (existsSync(installs) && readdirSync(installs).length > 0);
}
