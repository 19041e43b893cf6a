/**
 * A file system of its own for one test, so small that it can be filled. Needs the right to mount; a test that cannot
 * have it must say so and skip. `umount -l` because a killed process may hold its files for a moment longer.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './workspace.ts';

const ATTEMPTS = 5;

export interface SmallDisk extends Disposable {
  readonly folder: string;
  /** Takes all space that is left but about this much. */
  fill(leaveBytes: number): void;
  /** Gives back what `fill` took. */
  free(): void;
  remount(mode: 'ro' | 'rw'): void;
}

/** Why nothing can be mounted here; undefined when it can. */
export function whyNoMount(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux to mount a tmpfs';
  try {
    mountSmallDisk(1)[Symbol.dispose]();
    return undefined;
  } catch {
    return 'needs the right to mount a tmpfs (root)';
  }
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = makeFolder('disk');
  shell(`mount -t tmpfs -o size=${megabytes}m,mode=700 tmpfs "$0"`, folder);
  const ballast = join(folder, 'ballast');
  let pieces = 0;
  return {
    folder,
    fill: (leaveBytes) => {
      mkdirSync(ballast, { recursive: true });
      pieces += 1;
      const piece = join(ballast, String(pieces));
      for (let attempt = 1; ; attempt += 1) {
        const { bavail, bsize } = statfsSync(folder);
        try {
          return writePiece(piece, bavail * bsize - leaveBytes);
        } catch (error) {
          // The daemon may have taken some of the room meanwhile: measured again.
          rmSync(piece, { force: true });
          if (attempt === ATTEMPTS) throw error;
        }
      }
    },
    free: () => rmSync(ballast, { recursive: true, force: true }),
    remount: (mode) => shell(`mount -o remount,${mode} "$0"`, folder),
    [Symbol.dispose]: () => {
      shell('umount -l "$0"', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function shell(command: string, folder: string): void {
  execFileSync('sh', ['-c', command, folder], { stdio: 'ignore' });
}

function writePiece(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(64 * 1024);
  try {
    for (let left = bytes; left > 0; ) left -= writeSync(file, block, 0, Math.min(left, block.length));
  } finally {
    closeSync(file);
  }
}
