import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOf } from './lines.ts';

it('gives back the lines that were sent, however the bytes were cut', async () => {
  const line = fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text.toWellFormed()));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 7 }), async (lines, size) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const received: string[] = [];
      for await (const text of linesOf(Readable.from(chunks, { objectMode: false }))) received.push(text);
      expect(received).toEqual(lines);
    }),
    { numRuns: 200 },
  );
});

it('does not take U+2028 for the end of a line', async () => {
  const received: string[] = [];
  for await (const text of linesOf(Readable.from([Buffer.from('"a\u2028b"\n"c"')]))) received.push(text);
  expect(received).toEqual(['"a\u2028b"', '"c"']);
});
