/**
 * Worker thread: does one long piece of work on the files of the home and ends. Its connections are its own. It is never
 * cut off, which in the middle of a call to SQLite could take the process with it: it looks at `stop` as it goes.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { CarryoverError } from '../../memory/error.ts';
import { setDatabaseKeys } from '../../platform/database-keys.ts';
import { sqliteError } from '../../platform/sqlite-error.ts';
import { makeBackup } from '../backups/make-backup.ts';
import { byteTraces } from '../traces/byte-traces.ts';
import { cellTraces } from '../traces/cell-traces.ts';
import { rareNeedles } from '../traces/survivors.ts';
import type { Work } from '../traces/trace.ts';
import type { FromThread, TaskName, Tasks, ThreadData } from './tasks.ts';

/** In a hundred steps at most. */
const STEPS = 100;

const TASKS: { readonly [Name in TaskName]: (input: Tasks[Name]['input'], work: Work) => Tasks[Name]['result'] } = {
  survivors: ({ needles, staying }, work) => rareNeedles(needles, staying, work),
  cells: ({ home, needles }, work) => cellTraces(home, needles, work),
  bytes: ({ home, needles }, work) => byteTraces(home, needles, work),
  backup: (input) => makeBackup(input),
};

const { name, input, keys, stop } = workerData as ThreadData;

function workOf(): Work {
  const stopped = new Int32Array(stop);
  let told = 0;
  return {
    step(done, total) {
      if (Atomics.load(stopped, 0) !== 0)
        throw new CarryoverError('stopped before its end', { code: 'stopped', retryable: true });
      if (done - told < total / STEPS) return;
      told = done;
      tell({ kind: 'progress', done, total });
    },
  };
}

function tell(message: FromThread): void {
  parentPort?.postMessage(message);
}

try {
  setDatabaseKeys(keys);
  tell({ kind: 'done', result: TASKS[name](input as never, workOf()) });
} catch (thrown) {
  const { message, code, hint, subject, retryable } = sqliteError(thrown, 'the home');
  tell({
    kind: 'failed',
    message,
    details: {
      code,
      retryable,
      ...(hint === undefined ? {} : { hint }),
      ...(subject === undefined ? {} : { subject }),
    },
  });
}
