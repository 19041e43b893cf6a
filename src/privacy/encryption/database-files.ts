/** The database files of a home, and what to do with one that is too damaged to be copied. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMPRESSED } from '../../platform/compressed-copy.ts';
import { type HomePaths, retiredFiles } from '../../platform/paths.ts';

export interface DatabaseFile {
  readonly path: string;
  /** `stop`: a person must look first. `remove`: it is made anew. `leave`: nothing needs it, and it is named. */
  readonly ifDamaged: 'stop' | 'remove' | 'leave';
}

/** Set aside by the daemon because it was damaged. */
const ASIDE = /\.db\.damaged-\w+$/;

export function databaseFiles(paths: HomePaths): readonly DatabaseFile[] {
  const files: readonly DatabaseFile[] = [
    ...[paths.journal, paths.knowledge].map((path) => ({ path, ifDamaged: 'stop' }) as const),
    { path: paths.recall, ifDamaged: 'remove' },
    ...namesIn(dirname(paths.journal))
      .filter((name) => ASIDE.test(name))
      .map((name) => ({ path: join(dirname(paths.journal), name), ifDamaged: 'leave' }) as const),
    ...namesIn(paths.backups)
      .filter((name) => name.endsWith('.db'))
      .map((name) => ({ path: join(paths.backups, name), ifDamaged: 'leave' }) as const),
  ];
  return files.filter(({ path }) => existsSync(path));
}

/** Compressed copies are plain. */
export function compressedCopies(paths: HomePaths): readonly string[] {
  return namesIn(paths.backups)
    .filter((name) => name.endsWith(`.db${COMPRESSED}`))
    .map((name) => join(paths.backups, name));
}

/** What something else left half done and makes anew, and what nothing reads any more. */
export function unfinishedFiles(paths: HomePaths): readonly string[] {
  const rebuilt = `${paths.knowledge}.rebuild`;
  const copies = namesIn(paths.backups).filter((name) => name.includes('.unfinished'));
  return [
    ...[rebuilt, `${rebuilt}-wal`, `${rebuilt}-shm`],
    ...copies.map((name) => join(paths.backups, name)),
    ...retiredFiles(paths),
  ].filter((path) => existsSync(path));
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
