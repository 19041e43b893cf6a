/**
 * Worker thread: reads what is too large for the daemon's thread, one thing at a time. Its parent ends it when it takes too
 * long; it has a memory limit of its own.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { outlineReading } from '../capture/parse-json.ts';
import type { Reading, ReadingAnswer, ReadingRequest } from '../capture/reading.ts';
import { recordReading } from '../capture/record-reading.ts';
import { createConfiguredRedactor, type RedactionOptions } from '../capture/redaction-options.ts';
import { storedTextReading, valueReading } from '../capture/redaction-pool.ts';
import { hookReading, spooledReading } from '../clients/claude-code/hook-reading.ts';
import { lineReading, linesReading } from '../clients/claude-code/line-reading.ts';
import { streamReading } from '../clients/claude-code/stream-reading.ts';
import { CarryoverError } from '../memory/error.ts';
import { importLineReading } from '../privacy/import/parse-line.ts';

const options: RedactionOptions = workerData;
const tools = { redactor: createConfiguredRedactor(options), redactionKey: options.key };

/** By name; each is given the context that it was asked with. */
const readings = new Map(
  [
    hookReading,
    spooledReading,
    lineReading,
    linesReading,
    streamReading,
    recordReading,
    importLineReading,
    valueReading,
    storedTextReading,
    outlineReading,
  ].map((reading) => [reading.name, reading as Reading<unknown, unknown>]),
);

parentPort?.on('message', (request: ReadingRequest) => parentPort?.postMessage(answerTo(request)));

function answerTo({ id, name, bytes, context }: ReadingRequest): ReadingAnswer {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { id, result: readings.get(name)?.read(buffer, context, tools) };
  } catch (error) {
    if (!(error instanceof CarryoverError)) return { id, failed: true };
    const { code, message, hint } = error;
    return { id, refusal: { code, message, hint } };
  }
}
