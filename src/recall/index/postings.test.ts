import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inHead, inPassage, PostingList, packCounts } from './postings.ts';

const LAST_DOC = 0xffff_ffff;

interface Posting {
  readonly doc: number;
  readonly counts: number;
}

/** Rising, near each other and far apart. */
const postings = fc
  .array(
    fc.record({
      distance: fc.oneof(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 20_000_000 }),
        fc.constantFrom(63, 64, 127, 128, 8_191, 8_192, 1_048_575, 1_048_576),
      ),
      counts: fc.oneof(fc.constant(packCounts(1, 1)), fc.integer({ min: 0, max: 255 })),
    }),
    { maxLength: 120 },
  )
  .map((steps) => {
    let doc = -1;
    return steps.map(({ distance, counts }): Posting => {
      doc += distance;
      return { doc, counts };
    });
  });

function listOf(all: readonly Posting[]): PostingList {
  const list = new PostingList(1);
  for (const { doc, counts } of all) list.push(doc, counts);
  return list;
}

function read(list: PostingList): readonly Posting[] {
  return Array.from({ length: list.length }, (_, at) => ({ doc: list.docs[at] ?? -1, counts: list.counts[at] ?? -1 }));
}

describe('a list of postings', () => {
  it('reads back as it was written, in whichever pieces it was appended (D-012)', () => {
    fc.assert(
      fc.property(postings, fc.array(fc.nat({ max: 120 }), { maxLength: 8 }), (all, cuts) => {
        const borders = [0, ...cuts.map((cut) => Math.min(cut, all.length)).toSorted((a, b) => a - b), all.length];
        const back = new PostingList(1);
        for (const [index, border] of borders.slice(1).entries()) {
          const from = borders[index] ?? 0;
          back.decode(listOf(all.slice(from, border)).encode(all[from - 1]?.doc ?? -1));
        }
        expect(read(back)).toEqual(all);
      }),
    );
  });

  it('encodes from a place on as if the rest were a list of its own', () => {
    fc.assert(
      fc.property(postings, fc.nat({ max: 120 }), (all, cut) => {
        const from = Math.min(cut, all.length);
        const before = all[from - 1]?.doc ?? -1;
        expect(listOf(all).encode(before, from)).toEqual(listOf(all.slice(from)).encode(before));
      }),
    );
  });

  it('holds the first passage and the last that a number has room for', () => {
    const all = [
      { doc: 0, counts: 1 },
      { doc: 1, counts: 255 },
      { doc: LAST_DOC, counts: 16 },
    ];
    const back = new PostingList(1);
    back.decode(listOf(all).encode(-1));
    expect(read(back)).toEqual(all);
  });

  it('is empty again after it was cleared, and takes the next', () => {
    const list = listOf([{ doc: 900, counts: 3 }]);
    list.clear();
    list.decode(listOf([{ doc: 5, counts: 1 }]).encode(-1));
    expect(read(list)).toEqual([{ doc: 5, counts: 1 }]);
  });

  it('counts to fifteen in the passage and in the head, each for itself', () => {
    for (const passage of [0, 1, 15, 16, 1_000])
      for (const head of [0, 1, 15, 16, 1_000]) {
        const packed = packCounts(passage, head);
        expect(packed).toBeLessThanOrEqual(255);
        expect([inPassage(packed), inHead(packed)]).toEqual([Math.min(passage, 15), Math.min(head, 15)]);
      }
  });

  it('gives with marks what is marked of all, however it was cut into pieces', () => {
    const sample = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 255 }), fc.boolean()));
    fc.assert(
      fc.property(sample, fc.nat(), (steps, cut) => {
        const list = new PostingList();
        const marks = new Uint8Array(300 * steps.length + 1);
        let doc = -1;
        for (const [distance, counts, isMarked] of steps) {
          doc += distance;
          list.push(doc, counts);
          marks[doc] = isMarked ? 1 : 0;
        }
        const at = steps.length === 0 ? 0 : cut % steps.length;
        const head = new PostingList();
        for (let place = 0; place < at; place += 1) head.push(list.docs[place] ?? 0, list.counts[place] ?? 0);
        const pieces = [head.encode(-1), list.encode(at === 0 ? -1 : (list.docs[at - 1] ?? 0), at)];
        const marked = new PostingList();
        for (const piece of pieces) marked.decode(piece, marks);
        const read = (from: PostingList) =>
          Array.from({ length: from.length }, (_, n) => [from.docs[n], from.counts[n]]);
        expect(read(marked)).toEqual(read(list).filter(([each]) => marks[each ?? 0] !== 0));
      }),
    );
  });
});
