/**
 * A sign that a process puts on itself for others to see, and that no other process can put on it. Where the system lets a
 * process name itself (Linux), it is that name: the kernel takes it from the process alone.
 *
 * Limit: elsewhere it is a file of that name which the process holds open; another program of the same user can give a file
 * that is held open another name.
 */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from './atomic-file.ts';
import type { ProcessTable } from './process-table.ts';

/** As much as the kernel keeps of a name. */
export const SIGN_CHARS = 15;

const OWN_NAME = '/proc/self/comm';

let namesItself: boolean | undefined;

function canNameItself(): boolean {
  namesItself ??= tryToName();
  return namesItself;
}

function tryToName(): boolean {
  try {
    nameItself(ownName());
    return true;
  } catch {
    return false;
  }
}

function ownName(): string {
  return readFileSync(OWN_NAME, 'utf8').trimEnd();
}

/** One write: the kernel takes each for the whole name. */
function nameItself(name: string): void {
  const file = openSync(OWN_NAME, 'r+');
  try {
    writeSync(file, name);
  } finally {
    closeSync(file);
  }
}

/** One at a time; returns what takes it off. The folder is for systems where it takes a file. */
export function putOnSign(sign: string, folder: string): () => void {
  if (canNameItself()) {
    const name = ownName();
    nameItself(sign);
    return () => nameItself(name);
  }
  const file = fileOf(sign, folder);
  const descriptor = openSync(file, 'wx', PRIVATE_FILE);
  return () => {
    closeSync(descriptor);
    rmSync(file, { force: true });
  };
}

export async function wearsSign(
  table: Pick<ProcessTable, 'find' | 'holds'>,
  pid: number,
  { sign, folder }: { readonly sign: string; readonly folder: string },
): Promise<boolean> {
  return canNameItself() ? table.find(pid)?.name === sign : table.holds(pid, fileOf(sign, folder));
}

function fileOf(sign: string, folder: string): string {
  return join(folder, `person-${sign}`);
}
