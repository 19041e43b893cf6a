/**
 * Opens knowledge for the daemon. It is only a projection: a damaged file is kept aside and made anew from the journal,
 * which `projector.catchUp` does on the way in.
 */
import { existsSync, renameSync } from 'node:fs';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { openKnowledge } from '../knowledge/knowledge.ts';
import { CarryoverError } from '../memory/error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { HomePaths } from '../platform/paths.ts';

export async function openDaemonKnowledge(paths: HomePaths, clock: Clock, log: Log): Promise<Knowledge> {
  const options = { path: paths.knowledge, backupFolder: paths.backups, clock };
  try {
    return await openKnowledge(options);
  } catch (error) {
    if (!(error instanceof CarryoverError) || error.code !== 'database-corrupt') throw error;
    const aside = `${paths.knowledge}.damaged-${clock.now()}`;
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(paths.knowledge + suffix)) renameSync(paths.knowledge + suffix, aside + suffix);
    log.warn('knowledge-damaged', { keptAt: aside, message: error.message });
    return openKnowledge(options);
  }
}
