/**
 * Which export is being put into this home: there from its first page until knowledge is made of it, so that one that was
 * cut off can go on with the same file, and nobody takes half a memory for a whole one. Where it is lost, the home counts
 * as one in use.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import type { Fields } from '../../memory/json-guards.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';

/** All exports begin alike; by the first row, a space of its own id, those of one home are told from others. */
export function nameOfExport(firstRow: Fields): string {
  return createHash('sha256').update(JSON.stringify(firstRow)).digest('hex');
}

export function unfinishedRestore(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    // There is none.
    return undefined;
  }
}

export function noteRestore(path: string, name: string): void {
  writeFileAtomically(path, `${name}\n`);
}

export function endRestore(path: string): void {
  rmSync(path, { force: true });
}
