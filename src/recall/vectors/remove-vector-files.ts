import { rmSync } from 'node:fs';

/** With the log beside it, which holds as much. Nothing is lost that cannot be made again. */
export function removeVectorFiles(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}
