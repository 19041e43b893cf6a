/**
 * One of several processes that take the same lock at the same moment. Told a path and a moment, it says whether it got
 * the lock; told nothing, it lets go.
 */
import { type Lock, tryLock } from './owner-lock.ts';

// The first lock of a process loads the driver; the race is about what comes after.
tryLock(`${process.argv[2]}.${process.pid}`)?.release();
let held: Lock | undefined;
process.on('message', ({ path, at = 0 }: { readonly path?: string; readonly at?: number }) => {
  held?.release();
  held = undefined;
  while (Date.now() < at);
  if (path !== undefined) held = tryLock(path);
  process.send?.(held !== undefined);
});
process.send?.('ready');
