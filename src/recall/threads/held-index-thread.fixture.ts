/** The thread that fills the index, but that takes no record in while there is a file `hold` beside it. */
import { existsSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { Indexer } from '../index/indexer.ts';
import type { ThreadPaths } from './messages.ts';

const { index } = workerData as ThreadPaths;
const step = Indexer.prototype.step;
Indexer.prototype.step = function held() {
  return existsSync(`${index}.hold`) ? false : step.call(this);
};
await import('./index-thread.ts');
