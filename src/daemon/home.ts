/** Makes the home what it must be before anything uses it: private folders, a version stamp, and the two secrets. */
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { CarryoverError } from '../memory/error.ts';
import { makePrivateFolder, PRIVATE_FOLDER, writeFailed, writeFileAtomically } from '../platform/atomic-file.ts';
import type { HomePaths } from '../platform/paths.ts';
import { readOrCreateSecret } from '../platform/private-file.ts';
import { VERSION } from '../platform/version.ts';

export interface HomeSecrets {
  readonly token: string;
  readonly redactionKey: string;
}

export function prepareHome(paths: HomePaths): HomeSecrets {
  makePrivateFolder(paths.home);
  refuseForeignHome(paths.home);
  for (const folder of [paths.run, paths.spool, paths.logs, paths.backups, paths.memory]) makePrivateFolder(folder);
  if (readVersion(paths.version) !== VERSION) writeFileAtomically(paths.version, `${VERSION}\n`);
  return { token: readOrCreateSecret(paths.token), redactionKey: readOrCreateSecret(paths.redactionKey) };
}

function refuseForeignHome(home: string): void {
  const stat = statSync(home);
  const user = process.getuid?.();
  if (user !== undefined && stat.uid !== user) {
    throw new CarryoverError(`${home} belongs to another user`, {
      code: 'foreign-home',
      subject: home,
      hint: 'set CARRYOVER_HOME to a folder of your own',
    });
  }
  // A home made by hand may be open to others; closing it needs no question.
  if ((stat.mode & 0o077) === 0) return;
  try {
    chmodSync(home, PRIVATE_FOLDER);
  } catch (cause) {
    throw writeFailed(home, cause);
  }
}

function readVersion(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    // A new home.
    return undefined;
  }
}
