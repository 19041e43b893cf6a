/**
 * How a thread of recall ends: it is asked to, lets go of its files by itself and is gone. Cutting a thread off in the middle
 * of a call to SQLite can take the whole process with it, so that is left for one that does not listen.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, type Worker } from 'node:worker_threads';

export const LEAVE = 'leave';
/** Longer than a batch or a search takes. */
const PATIENCE_MS = 2_000;
const HAS_ENDED = -1;

/** In the thread: `letGo` closes what it has open. */
export function leaveWhenAsked(letGo: () => unknown): void {
  parentPort?.on('message', (message: unknown) => {
    if (message !== LEAVE) return;
    letGo();
    parentPort?.close();
  });
}

/** Outside of it. */
export async function endThread(worker: Worker | undefined): Promise<void> {
  if (worker === undefined || worker.threadId === HAS_ENDED) return;
  const gone = new Promise<true>((resolve) => {
    worker.once('exit', () => resolve(true));
  });
  worker.postMessage(LEAVE);
  if (!(await Promise.race([gone, sleep(PATIENCE_MS, false)]))) await worker.terminate();
}
