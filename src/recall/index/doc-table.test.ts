import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECORD_TYPES } from '../../memory/record.ts';
import { TRAIT } from '../text/traits.ts';
import { CHUNK_BYTES, CHUNK_DOCS, type Doc, DocTable } from './doc-table.ts';

const doc = fc.record({
  source: fc.nat({ max: 0xffff_ffff }),
  type: fc.constantFrom(...RECORD_TYPES, 'fact' as const),
  ts: fc.nat({ max: 4_000_000_000_000 }),
  session: fc.nat(),
  previous: fc.option(fc.nat(), { nil: undefined }),
  start: fc.nat(),
  words: fc.nat({ max: 0xffff }),
  headWords: fc.nat({ max: 0xff }),
  isFirst: fc.boolean(),
  traits: fc.nat({ max: 31 }),
});

function read(table: DocTable, at: number): Doc {
  const previous = table.previous[at] ?? 0;
  return {
    source: table.source[at] ?? -1,
    type: table.type(at),
    ts: (table.seconds[at] ?? -1) * 1_000,
    session: table.session[at] ?? -1,
    previous: previous === 0 ? undefined : previous - 1,
    start: table.start[at] ?? -1,
    words: table.words[at] ?? -1,
    headWords: table.headWords[at] ?? -1,
    isFirst: table.isFirst(at),
    traits: Object.values(TRAIT).reduce((all, trait) => all | (table.has(at, trait) ? trait : 0), 0),
  };
}

function tableOf(docs: readonly Doc[]): DocTable {
  const table = new DocTable();
  for (const each of docs) table.push(each);
  return table;
}

const PLAIN: Doc = {
  source: 1,
  type: 'prompt',
  ts: 5_000,
  session: 1,
  previous: undefined,
  start: 0,
  words: 3,
  headWords: 3,
  isFirst: true,
  traits: 0,
};

describe('the columns of passages', () => {
  it('keep what they were given, times to the second', () => {
    fc.assert(
      fc.property(fc.array(doc, { maxLength: 30 }), (docs) => {
        const table = tableOf(docs);
        expect(docs.map((_, at) => read(table, at))).toEqual(
          docs.map((each) => ({ ...each, ts: Math.floor(each.ts / 1_000) * 1_000 })),
        );
      }),
    );
  });

  it.each([1, CHUNK_DOCS - 1, CHUNK_DOCS, CHUNK_DOCS + 1, 2 * CHUNK_DOCS + 1])(
    'come back from their chunks, %i of them',
    (count) => {
      const docs = Array.from({ length: count }, (_, at) => ({ ...PLAIN, source: at + 1, words: at, traits: at % 32 }));
      const written = tableOf(docs);
      const back = new DocTable();
      for (let chunk = 0; chunk * CHUNK_DOCS < count; chunk += 1) {
        const data = written.chunk(chunk);
        expect(data).toHaveLength(CHUNK_BYTES);
        back.load(chunk, data, count);
      }
      expect(back.count).toBe(count);
      expect(docs.map((_, at) => read(back, at))).toEqual(docs.map((_, at) => read(written, at)));
      expect(back.isFirst(count)).toBe(false);
    },
  );

  it('stop at what a column has room for', () => {
    const table = tableOf([
      { ...PLAIN, words: 70_000, headWords: 300, ts: -5 },
      { ...PLAIN, ts: Number.MAX_SAFE_INTEGER },
    ]);
    expect(read(table, 0)).toMatchObject({ words: 0xffff, headWords: 0xff, ts: 0 });
    expect(table.seconds[1]).toBe(0xffff_ffff);
  });

  it('know a removed passage as gone, and keep nothing of its size or source', () => {
    const table = tableOf([PLAIN, PLAIN]);
    table.remove(1);
    expect([table.isGone(0), table.isGone(1)]).toEqual([false, true]);
    expect(read(table, 1)).toMatchObject({ source: 0, words: 0, headWords: 0, isFirst: true });
  });

  it('find the first passage of a record from any of its others', () => {
    const table = tableOf([true, true, false, false, true].map((isFirst) => ({ ...PLAIN, isFirst })));
    expect([0, 1, 2, 3, 4].map((at) => table.firstOf(at))).toEqual([0, 1, 1, 1, 4]);
  });
});
