/**
 * Has this thread stand back behind the others where the processor is short: what it does in the background must not make
 * an agent wait. Linux schedules threads by themselves; elsewhere nothing is changed.
 */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

export function standBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without it the work is the same, only less considerate.
  }
}
