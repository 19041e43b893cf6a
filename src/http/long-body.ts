/**
 * An import is read as fast as it is stored, which may take longer than any other body is given. Its connection is
 * exempt from that time limit while it is read; a sender that falls silent is cut off instead.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CarryoverError } from '../memory/error.ts';

export const IMPORT_PATH = '/memory/import';

/** As long as any other body may take in all. */
const SILENCE_MS = 60_000;
const READING = new WeakSet<Duplex>();

export function isReadingLong(connection: Duplex): boolean {
  return READING.has(connection);
}

export async function* longBody(incoming: IncomingMessage, silenceMs = SILENCE_MS): AsyncGenerator<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  READING.add(incoming.socket);
  try {
    for (;;) {
      const silence = setTimeout(() => incoming.destroy(), silenceMs);
      const next = await chunks.next().finally(() => clearTimeout(silence));
      if (next.done === true) return;
      yield next.value;
    }
  } catch (cause) {
    throw cause instanceof CarryoverError
      ? cause
      : new CarryoverError('the request was cut off', { code: 'bad-request', cause });
  } finally {
    READING.delete(incoming.socket);
  }
}
