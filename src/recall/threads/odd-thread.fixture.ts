/** A thread that answers as it is told to, or does not: for tests of whoever asks it. */
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { Answer, Question, ThreadPaths } from './messages.ts';
import { LEAVE, leaveWhenAsked } from './worker-shutdown.ts';

const { journal: ledger } = workerData as ThreadPaths;

leaveWhenAsked(() => undefined);
parentPort?.on('message', async (question: Question | typeof LEAVE) => {
  if (question === LEAVE) return;
  const { id, method, input, inParts } = question;
  const answer = (rest: Omit<Answer, 'id'>) => parentPort?.postMessage({ id, ...rest });
  appendFileSync(ledger, `${String(input)}\n`);
  if (method === 'die') throw new Error('out of luck');
  if (method === 'leave') return parentPort?.close();
  if (method === 'refuse')
    return answer({
      problem: { code: 'database-error', message: 'no', hint: undefined, subject: undefined, retryable: false },
    });
  if (method === 'wait') await sleep(Number(input));
  if (inParts) for (const part of ['a', 'b']) answer({ part });
  answer({ result: method === 'thread' ? threadId : input });
});
