/**
 * Reads text files that mostly stay as they are: one that the file system says is the same since it was last read is not
 * read again. It says so by the time of the last change, which nobody can set back; while that is recent, a second change
 * could have the same time, so the file is read.
 */
import { lstatSync } from 'node:fs';
import type { Clock } from '../platform/clock.ts';
import { type DiskFile, readDiskFile } from './disk-file.ts';

/** Coarser than any file system tells time, and than two machines are apart. */
const RECENT_MS = 3_000;

export class SeenFiles {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #seen = new Map<string, { readonly stamp: string; readonly file: DiskFile }>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** `name` is what it is remembered by; its path may lead through a descriptor. */
  read(name: string, path: string): DiskFile {
    const stamp = this.#stampOf(path);
    const seen = this.#seen.get(name);
    if (stamp !== undefined && seen?.stamp === stamp) return seen.file;
    const file = readDiskFile(path);
    if (stamp !== undefined && file.state === 'text') this.#seen.set(name, { stamp, file });
    else this.#seen.delete(name);
    return file;
  }

  #stampOf(path: string): string | undefined {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined || this.#clock.now() - Number(stat.ctimeMs) < RECENT_MS) return undefined;
    return [stat.dev, stat.ino, stat.mode, stat.uid, stat.nlink, stat.size, stat.ctimeNs].join(' ');
  }
}
