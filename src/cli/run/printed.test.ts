import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Printed, printedBy } from './printed.ts';

async function* chunks(...parts: readonly (string | Uint8Array)[]): AsyncIterable<Buffer> {
  for (const part of parts) yield Buffer.from(part as string);
}

async function all(printed: AsyncIterable<Printed>): Promise<readonly Printed[]> {
  const out: Printed[] = [];
  for await (const one of printed) out.push(one);
  return out;
}

describe('what a child prints', () => {
  it('comes out byte for byte, whatever it is and however it is cut', async () => {
    const byte = fc.oneof(fc.constantFrom(0x0a, 0x7b), fc.nat(255));
    const part = fc.array(byte, { maxLength: 20 }).map((bytes) => Uint8Array.from(bytes));
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 20 }), async (parts) => {
        const out = await all(printedBy(chunks(...parts)));
        expect(Buffer.concat(out.map(({ bytes }) => bytes))).toEqual(Buffer.concat(parts));
      }),
    );
  });

  it('is read as whole lines where they may be messages, and passed on at once where not', async () => {
    const out = await all(printedBy(chunks('{"a":', '1}\nSure? ', '[y/n]\n{"b"', ':2}')));
    expect(out.map(({ bytes, mayBeMessage }) => [String(bytes), mayBeMessage])).toEqual([
      ['{"a":1}\n', true],
      ['Sure? ', false],
      ['[y/n]\n', false],
      ['{"b":2}', true],
    ]);
  });

  it('is not held without an end: a line that is too long for a message is let through', async () => {
    const piece = new Uint8Array(1_000_000).fill(0x7b);
    const out = await all(printedBy(chunks(...Array.from({ length: 40 }, () => piece), '}\n{"a":1}\n')));
    expect(out.map(({ mayBeMessage }) => mayBeMessage)).toEqual([...Array(9).fill(false), true]);
  });
});
