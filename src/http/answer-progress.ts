/**
 * A long piece of work as an answer: one JSON object per line while it goes on, and one at its end. The work is the
 * server's, not the receiver's: when the receiver goes away it goes on, and nothing of it fails for that.
 *
 * Lines come at most every tenth of a second, so a slow receiver is not buried; while nothing moves the newest is said
 * again, so a waiting one knows that somebody works. What fails before the first line is an error answer; after it, the
 * last line is the error.
 */
import { CarryoverError, messageOf } from '../memory/error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { answer } from './answer.ts';
import { errorBody } from './error-body.ts';

const SPACING_MS = 100;
/** Well below what our own client takes for silence. */
const REPEAT_MS = 3_000;

export interface ProgressOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly repeatMs?: number;
}

export async function answerProgress(
  work: (tell: (line: object) => void) => Promise<object>,
  { clock, log, repeatMs = REPEAT_MS }: ProgressOptions,
): Promise<Response> {
  const encoder = new TextEncoder();
  const begun = Promise.withResolvers<void>();
  let receiver: ReadableStreamDefaultController<Uint8Array> | undefined;
  let newest: object | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      receiver = controller;
    },
    cancel() {
      receiver = undefined;
    },
  });
  const send = (line: object) => {
    sentAt = clock.elapsed();
    receiver?.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
  };
  const tell = (line: object) => {
    newest = line;
    if (clock.elapsed() - sentAt >= SPACING_MS) send(line);
    begun.resolve();
  };
  const repeat = setInterval(() => newest !== undefined && send(newest), repeatMs).unref();
  const finished = work(tell).finally(() => clearInterval(repeat));
  const ended = finished.then(send, (thrown: unknown) => {
    // Before the first line it is thrown below, and answered as any other error.
    if (newest === undefined) return;
    log.error('work-failed', { message: messageOf(thrown) });
    send(errorBody(asError(thrown)));
  });
  void ended.then(() => receiver?.close());
  await Promise.race([begun.promise, finished]);
  return answer(200, 'application/x-ndjson', body);
}

function asError(thrown: unknown): CarryoverError {
  if (thrown instanceof CarryoverError) return thrown;
  return new CarryoverError('something went wrong inside Carryover', {
    code: 'internal-error',
    hint: 'see `carryover daemon logs`',
    cause: thrown,
  });
}
