/** The thread that fills the index, but that dies when there is a file `die` beside it: once. */
import { existsSync, rmSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import './index-thread.ts';
import type { ThreadPaths } from './messages.ts';

const { index } = workerData as ThreadPaths;
const die = `${index}.die`;
const LOOK_MS = 10;

setInterval(() => {
  if (!existsSync(die)) return;
  rmSync(die);
  throw new Error('killed');
}, LOOK_MS).unref();
