/**
 * A process that does one long piece of work on the files of the home, as it is told by message, and ends. It gives way to
 * everybody else.
 */
import { constants, setPriority } from 'node:os';
import { setDatabaseKeys } from '../../platform/database-keys.ts';
import { sqliteError } from '../../platform/sqlite-error.ts';
import { makeBackup } from '../backups/make-backup.ts';
import { compactFile } from '../retention/compact-file.ts';
import { byteTraces } from '../traces/byte-traces.ts';
import { cellTraces } from '../traces/cell-traces.ts';
import { rareNeedles } from '../traces/survivors.ts';
import type { Work } from '../traces/trace.ts';
import type { FromProcess, GivenTask, TaskName, Tasks } from './tasks.ts';

/** In a hundred steps at most. */
const STEPS = 100;

const TASKS: { readonly [Name in TaskName]: (input: Tasks[Name]['input'], work: Work) => Tasks[Name]['result'] } = {
  survivors: ({ needles, staying }, work) => rareNeedles(needles, staying, work),
  cells: ({ home, needles }, work) => cellTraces(home, needles, work),
  bytes: ({ home, needles }, work) => byteTraces(home, needles, work),
  backup: (input) => makeBackup(input),
  compact: ({ path }) => {
    compactFile(path);
    return undefined;
  },
};

function work(): Work {
  let told = 0;
  return {
    step(done, total) {
      if (done - told < total / STEPS) return;
      told = done;
      tell({ kind: 'progress', done, total });
    },
  };
}

function tell(message: FromProcess): void {
  process.send?.(message);
}

function run({ name, input, keys }: GivenTask): void {
  try {
    setDatabaseKeys(keys);
    tell({ kind: 'done', result: TASKS[name](input as never, work()) });
  } catch (thrown) {
    const { message, code, hint, subject, retryable } = sqliteError(thrown, 'the home');
    const named = { ...(hint === undefined ? {} : { hint }), ...(subject === undefined ? {} : { subject }) };
    tell({ kind: 'failed', message, details: { code, retryable, ...named } });
  }
  process.disconnect();
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.once('message', (task) => run(task as GivenTask));
