/**
 * Worker thread: fills the recall index, one batch at a time, and listens in between. What fails (a full disk) is told and
 * tried again a little later; nothing is lost by it, because the mark moves with what was written.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { RecordReader } from '../../journal/sqlite/record-reader.ts';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { sqliteError } from '../../platform/sqlite-error.ts';
import { IndexWriter } from '../index/index-writer.ts';
import { Indexer } from '../index/indexer.ts';
import { openIndexForWriting } from '../index/schema.ts';
import type { FromIndex, ThreadPaths, ToIndex } from './messages.ts';

const TRY_AGAIN_MS = 2_000;
/** Lets a message in. */
const BETWEEN_BATCHES_MS = 1;

const paths = workerData as ThreadPaths;
const indexer = new Indexer(new RecordReader(paths.journal), new IndexWriter(openIndexForWriting(paths.index)));
const waiting: ToIndex[] = [];
let isRunning = false;

parentPort?.on('message', (message: ToIndex) => {
  waiting.push(message);
  void run();
});
tell({ kind: 'ready', factsThrough: indexer.factsThrough });
void run();

async function run(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  while (await attempt()) await sleep(BETWEEN_BATCHES_MS);
  isRunning = false;
}

/** False when there is nothing left to do. */
async function attempt(): Promise<boolean> {
  try {
    const message = waiting[0];
    // What was learned is little and does not wait behind a million records; who asks to settle does.
    if (message !== undefined && message.kind !== 'settle') {
      take(message);
      waiting.shift();
      return true;
    }
    if (indexer.step()) return true;
    if (message === undefined) return indexer.purge();
    take(message);
    waiting.shift();
    return true;
  } catch (cause) {
    const error = cause instanceof CarryoverError ? cause : sqliteError(cause, paths.index);
    tell({ kind: 'failed', code: error.code, message: messageOf(error) });
    await sleep(TRY_AGAIN_MS);
    return true;
  }
}

function take(message: ToIndex): void {
  switch (message.kind) {
    case 'look':
      return;
    case 'facts':
      indexer.takeFacts(message.learnings, message.through);
      return;
    case 'facts-anew':
      indexer.factsAnew();
      return;
    case 'only-facts':
      indexer.keepOnlyFacts(new Set(message.ids));
      return;
    case 'settle':
      indexer.purge();
      tell({ kind: 'settled', id: message.id });
      return;
  }
}

function tell(message: FromIndex): void {
  parentPort?.postMessage(message);
}
