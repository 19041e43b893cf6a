/**
 * Worker thread: keeps the vectors, and says what lies near a question. A thread of its own because a model in the process
 * (`transformers`) computes where it is asked, and nobody else may wait for that.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { type ErasedRecord, RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { ChangedLearning } from '../../knowledge/read-learnings.ts';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { systemClock } from '../../platform/clock.ts';
import { setDatabaseKeys } from '../../platform/database-keys.ts';
import type { Log } from '../../platform/log.ts';
import { standBack } from '../../platform/stand-back.ts';
import { SemanticLayer } from '../vectors/semantic-layer.ts';
import { StoredTexts } from '../vectors/stored-texts.ts';
import { recordKey } from '../vectors/vector-keys.ts';
import type { FromVectors, ToVectors, VectorAnswers, VectorQuestion, VectorThreadData } from './vector-messages.ts';
import { LEAVE, leaveWhenAsked } from './worker-shutdown.ts';

const ERASURES = 10_000;

const { journal: path, vectors, settings, keys } = workerData as VectorThreadData;
setDatabaseKeys(keys);
standBack();
const journal = new RecordReader(path);
const asked = new Map<number, PromiseWithResolvers<readonly ChangedLearning[]>>();
let lastId = 0;
const through = { erased: 0, emptied: 0 };

const texts = new StoredTexts(journal, (after, limit) => {
  const answer = Promise.withResolvers<readonly ChangedLearning[]>();
  lastId += 1;
  asked.set(lastId, answer);
  tell({ kind: 'learnings', id: lastId, after, limit });
  return answer.promise;
});
const layer = new SemanticLayer({
  path: vectors,
  env: process.env,
  clock: systemClock,
  log: { debug: logAs('debug'), info: logAs('info'), warn: logAs('warn'), error: logAs('error') },
  source: texts,
  settings,
});

parentPort?.on('message', (message: ToVectors | typeof LEAVE) => {
  if (message === LEAVE) return;
  if ('asked' in message) void answer(message.id, message.asked);
  else takeLearnings(message.id, message.changes);
});
leaveWhenAsked(async () => {
  await layer.close();
  journal.close();
});
layer.start();
// Whatever was erased while no such thread was running goes first, whether or not the model answers. When it does not, the
// thread ends, and the next one tries again.
forgetErased();

function takeLearnings(id: number, changes: readonly ChangedLearning[] | undefined): void {
  const waiting = asked.get(id);
  asked.delete(id);
  if (changes !== undefined) waiting?.resolve(changes);
  else waiting?.reject(new CarryoverError('the learnings cannot be read', { code: 'learnings-unreadable' }));
}

async function answer(id: number, question: VectorQuestion): Promise<void> {
  const given = await answerTo(question).catch((thrown: unknown) => {
    logAs('warn')('vectors-not-answering', { question: question.kind, reason: messageOf(thrown) });
    return undefined;
  });
  tell({ kind: 'answer', id, answer: given });
}

async function answerTo(question: VectorQuestion): Promise<VectorAnswers[VectorQuestion['kind']]> {
  switch (question.kind) {
    case 'near': {
      const near = await layer.candidates(question.question);
      return near === undefined ? undefined : [...near];
    }
    case 'settle':
      forgetErased();
      return true;
    case 'progress':
      return layer.progress();
  }
}

function forgetErased(): void {
  through.erased = forgetAll((after) => journal.erasedAfter(after, ERASURES), through.erased);
  through.emptied = forgetAll((after) => journal.emptiedAfter(after, ERASURES), through.emptied);
}

/** Returns the place it got to. */
function forgetAll(gone: (after: number) => readonly ErasedRecord[], after: number): number {
  let place = after;
  for (;;) {
    const page = gone(place);
    const last = page.at(-1);
    if (last === undefined) return place;
    const keys = page.flatMap(({ recordSeq }) => (recordSeq === null ? [] : recordKey(recordSeq)));
    if (keys.length > 0) layer.erase(keys);
    place = last.seq;
  }
}

function logAs(level: keyof Log): Log[keyof Log] {
  return (event, fields) => tell({ kind: 'log', level, event, fields });
}

function tell(message: FromVectors): void {
  parentPort?.postMessage(message);
}
