/** The build with one of its files changed: for what cannot be done to a running process from outside, as to its threads. */
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DIST } from './home.ts';
import { makeFolder } from './workspace.ts';

/** Returns its folder, which lies beside what a build finds its packages and its version by. */
export function changedDist(file: string, source: string): string {
  const folder = makeFolder('dist');
  const dist = join(folder, 'dist');
  cpSync(DIST, dist, { recursive: true });
  for (const name of ['node_modules', 'package.json']) symlinkSync(join(dirname(DIST), name), join(folder, name));
  writeFileSync(join(dist, file), source);
  return dist;
}
