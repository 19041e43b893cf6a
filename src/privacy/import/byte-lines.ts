/**
 * The lines of a file that somebody gave us, as bytes and with their numbers. Never holds more than one line; one that is
 * too long is passed over and told, and so are the lines after it read. Too much in all ends it.
 */
import { CarryoverError } from '../../memory/error.ts';

/** SRV-15, SRV-16. */
export const LINE_BYTES = 16 * 1024 * 1024;
export const TOTAL_BYTES = 1024 * 1024 * 1024;

const LINE_FEED = 0x0a;

export interface ByteLine {
  /** From 1. */
  readonly number: number;
  /** Undefined for one that is too long. */
  readonly bytes: Buffer | undefined;
}

export async function* byteLines(
  chunks: AsyncIterable<Uint8Array>,
  { lineBytes = LINE_BYTES, totalBytes = TOTAL_BYTES } = {},
): AsyncGenerator<ByteLine> {
  let [number, total, size] = [1, 0, 0];
  let parts: Buffer[] = [];
  const keep = (part: Buffer) => {
    size += part.length;
    if (size > lineBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const line = (): ByteLine => ({ number, bytes: size > lineBytes ? undefined : Buffer.concat(parts, size) });
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > totalBytes) throw tooLarge(totalBytes);
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      keep(rest.subarray(0, end));
      if (size > 0) yield line();
      [parts, size] = [[], 0];
      number += 1;
      rest = rest.subarray(end + 1);
    }
    keep(rest);
  }
  if (size > 0) yield line();
}

export function tooLarge(totalBytes: number): CarryoverError {
  return new CarryoverError(`an import is at most ${totalBytes / 1024 / 1024} MB`, {
    code: 'body-too-large',
    hint: 'what came before that is kept; split the file at a line and import the rest by itself',
  });
}
