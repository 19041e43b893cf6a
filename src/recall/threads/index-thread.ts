/**
 * Worker thread: fills the recall index, one batch at a time, and listens in between. What fails (a full disk) is told and
 * tried again a little later; nothing is lost by it, because the mark moves with what was written. When it cannot open what
 * it needs it says so and ends; its parent starts another.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { RecordReader } from '../../journal/sqlite/record-reader.ts';
import { CarryoverError } from '../../memory/error.ts';
import { setDatabaseKeys } from '../../platform/database-keys.ts';
import { standBack } from '../../platform/stand-back.ts';
import { IndexWriter } from '../index/index-writer.ts';
import { Indexer } from '../index/indexer.ts';
import { isDamaged, openIndexForWriting, removeIndex } from '../index/schema.ts';
import type { FromIndex, IndexThreadData, ToIndex } from './messages.ts';
import { problemOf, threadError } from './problem.ts';
import { LEAVE, leaveWhenAsked } from './worker-shutdown.ts';

const TRY_AGAIN_MS = 2_000;
/** Lets a message in. */
const BETWEEN_BATCHES_MS = 1;

const paths = workerData as IndexThreadData;
setDatabaseKeys(paths.keys);
standBack();
const waiting: ToIndex[] = [];
let isRunning = false;
let isLeaving = false;
/** The code of what does not work just now. */
let failing: string | undefined;

const indexer = open();
if (indexer !== undefined) {
  parentPort?.on('message', (message: ToIndex | typeof LEAVE) => {
    if (message === LEAVE || isLeaving) return;
    waiting.push(message);
    void run(indexer);
  });
  leaveWhenAsked(() => {
    isLeaving = true;
    indexer.close();
  });
  void run(indexer);
}

function open(): Indexer | undefined {
  try {
    if (paths.anew) removeIndex(paths.index);
    const wasDamaged = isDamaged(paths.index);
    const writer = new IndexWriter(openIndexForWriting(paths.index));
    const opened = new Indexer(new RecordReader(paths.journal), writer, tellLeftOut);
    // A sweep that was cut off may have told nobody.
    while (opened.forgetEmptied());
    tell({ kind: 'ready', facts: opened.facts, wasDamaged });
    return opened;
  } catch (cause) {
    tellFailure(cause);
    return undefined;
  }
}

async function run(indexer: Indexer): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  while (!isLeaving && (await attempt(indexer))) await sleep(BETWEEN_BATCHES_MS);
  isRunning = false;
  if (!isLeaving) tell({ kind: 'idle' });
}

/** False when there is nothing left to do. */
async function attempt(indexer: Indexer): Promise<boolean> {
  try {
    const goesOn = workOnce(indexer);
    if (failing !== undefined) tell({ kind: 'mended' });
    failing = undefined;
    return goesOn;
  } catch (cause) {
    tellFailure(cause);
    await sleep(TRY_AGAIN_MS);
    return true;
  }
}

function workOnce(indexer: Indexer): boolean {
  const message = waiting[0];
  // What was learned is little and does not wait behind a million records; who asks to settle does.
  const isUrgent = message !== undefined && message.kind !== 'settle';
  if (!isUrgent && indexer.step()) return true;
  if (message === undefined) {
    if (indexer.purge()) return true;
    const isCompacted = indexer.compact();
    if (isCompacted) tell({ kind: 'compacted' });
    return isCompacted;
  }
  take(indexer, message);
  waiting.shift();
  return true;
}

function take(indexer: Indexer, message: ToIndex): void {
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
    case 'forget':
      while (indexer.forgetErased() || indexer.forgetEmptied());
      indexer.purge();
      tell({ kind: 'settled', id: message.id });
      return;
    case 'settle':
      while (indexer.forgetEmptied());
      indexer.purge();
      tell({ kind: 'settled', id: message.id });
      return;
  }
}

function tellFailure(cause: unknown): void {
  const error = threadError(cause, paths.index);
  if (error.code !== failing) tell({ kind: 'failed', problem: problemOf(error) });
  failing = error.code;
}

function tellLeftOut(seq: number, cause: unknown): void {
  const kind = cause instanceof Error ? cause.name : typeof cause;
  const message = `record ${seq} could not be indexed (${kind})`;
  tell({ kind: 'left-out', problem: problemOf(new CarryoverError(message, { code: 'record-not-indexed' })) });
}

function tell(message: FromIndex): void {
  parentPort?.postMessage(message);
}
