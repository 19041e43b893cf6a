import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PostingList } from './postings.ts';
import { BEFORE_ALL, packTermRow, readTermRow } from './term-row.ts';

const distances = fc.array(fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 24 })), {
  maxLength: 40,
});

it('a row comes back as it was, with blocks and without', () => {
  fc.assert(
    fc.property(distances, fc.nat(3), fc.nat(2 ** 31), fc.nat(2 ** 31), (steps, blocks, num, before) => {
      const list = new PostingList();
      let doc = blocks === 0 ? BEFORE_ALL : before;
      for (const step of steps) {
        doc += step;
        list.push(doc, step % 256);
      }
      const tail = list.encode(blocks === 0 ? BEFORE_ALL : before);
      const row = { num: blocks === 0 ? 0 : num, docs: steps.length, lastDoc: doc, blocks, tail: Buffer.from(tail) };
      const { tail: readTail, ...read } = readTermRow(packTermRow(row));
      expect({ ...read, tail: Buffer.from(readTail) }).toEqual(row);
    }),
  );
});
