/** The lines of a byte stream, split at `\n` alone: JSON may hold U+2028, which `node:readline` takes for a line end. */
import type { Readable } from 'node:stream';

export async function* linesOf(stream: Readable): AsyncIterable<string> {
  stream.setEncoding('utf8');
  let rest = '';
  for await (const chunk of stream) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
