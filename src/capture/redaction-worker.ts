/** Worker thread: redacts large values off the daemon's thread. Its parent kills it when it takes too long. */
import { parentPort, workerData } from 'node:worker_threads';
import { cleanNow } from './clean-value.ts';
import type { WorkerAnswer, WorkerRequest } from './cleaner.ts';
import { createConfiguredRedactor, type RedactionOptions } from './redaction-options.ts';

const redactor = createConfiguredRedactor(workerData as RedactionOptions);

parentPort?.on('message', (request: WorkerRequest) => {
  parentPort?.postMessage({ id: request.id, ...cleanNow(redactor, request.value) } satisfies WorkerAnswer);
});
