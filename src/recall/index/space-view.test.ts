import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpaceId } from '../../memory/ids.ts';
import { TRAIT } from '../text/traits.ts';
import { CHUNK_DOCS } from './doc-table.ts';
import type { IndexReader } from './index-reader.ts';
import type { IndexEntry } from './index-writer.ts';
import type { SpaceView } from './space-view.ts';
import { openTemporaryIndex, sampleEntry, type TemporaryIndex } from './temporary-index.fixture.ts';

const SPACE = 'space' as SpaceId;

let index: TemporaryIndex;
beforeEach(() => {
  index = openTemporaryIndex();
});
afterEach(() => index.cleanup());

function add(entries: readonly IndexEntry[]): void {
  index.writer.transaction(() => void index.writer.add(SPACE, entries));
}

function remove(...sources: readonly number[]): void {
  index.writer.transaction(() => index.writer.removeRecords(new Set(sources)));
}

function viewOf(reader: IndexReader): SpaceView {
  return reader.read(() => {
    const view = reader.space(SPACE);
    if (view === undefined) throw new Error('there is no such space');
    return view;
  });
}

/** Numbers to about six digits: sums are kept, not made anew. */
function derived(view: SpaceView): unknown {
  const numbers = Array.from({ length: view.docs.count }, (_, doc) => doc);
  const round = (value: number) => Number(value.toPrecision(6));
  return {
    count: view.docs.count,
    gone: numbers.filter((doc) => view.docs.isGone(doc)),
    next: numbers.map((doc) => view.next(doc)),
    previous: numbers.map((doc) => view.previous(doc)),
    ends: numbers.filter((doc) => view.docs.isFirst(doc)).map((doc) => view.endOf(doc)),
    lengths: numbers.map((doc) => round(view.lengths[doc] ?? -1)),
    sessionWords: Array.from(view.sessionWords.subarray(0, view.sessions + 1)),
    totals: [view.sessions, view.liveDocs, view.liveRecords, view.totalWords, round(view.totalLength)],
  };
}

const said = fc.record({
  type: fc.constantFrom('prompt' as const, 'assistant' as const, 'tool_result' as const),
  sessionId: fc.constantFrom('a', 'b', 'c'),
  passages: fc.array(fc.constantFrom('one', 'two words', 'as many as four'), { minLength: 1, maxLength: 3 }),
  traits: fc.constantFrom(0, TRAIT.asks),
});

const batch = fc.record({ records: fc.array(said, { maxLength: 8 }), removed: fc.option(fc.nat({ max: 30 })) });

describe('a space as a search sees it', () => {
  it('is the same brought up to date batch by batch and read anew, whatever came and went (D-012)', () => {
    fc.assert(
      fc.property(fc.array(batch, { minLength: 1, maxLength: 8 }), (batches) => {
        index.writer.clear();
        add([sampleEntry(1, ['the first'], { sessionId: 'a' })]);
        let source = 1;
        const kept = index.reader();
        viewOf(kept);
        for (const { records, removed } of batches) {
          add(
            records.map(({ passages, type, ...different }) => {
              source += 1;
              return sampleEntry(source, passages, { ...different, type, isSaid: type !== 'tool_result' });
            }),
          );
          if (removed !== null) remove(removed);
          expect(derived(viewOf(kept))).toEqual(derived(viewOf(index.reader())));
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each([CHUNK_DOCS - 1, CHUNK_DOCS, CHUNK_DOCS + 1])('goes on over the border of a chunk after %i', (count) => {
    const kept = index.reader();
    add(Array.from({ length: count }, (_, at) => sampleEntry(at + 1, ['a word'])));
    expect(viewOf(kept).docs.count).toBe(count);
    add([sampleEntry(9_001, ['one more']), sampleEntry(9_002, ['and another', 'in two'])]);
    const view = viewOf(kept);
    expect(view.docs.count).toBe(count + 3);
    expect(view.docs.source.subarray(count - 1, count + 3)).toEqual(new Uint32Array([count, 9_001, 9_002, 9_002]));
    expect([view.next(count - 1), view.previous(count), view.next(count)]).toEqual([count, count - 1, count + 1]);
    expect(derived(view)).toEqual(derived(viewOf(index.reader())));
  });

  it('links what was said, session by session, over what tools printed in between', () => {
    const tool = { type: 'tool_result', isSaid: false } as const;
    add([
      sampleEntry(1, ['a'], { sessionId: 'x' }),
      sampleEntry(2, ['b'], { sessionId: 'y' }),
      sampleEntry(3, ['c'], { sessionId: 'x', ...tool }),
      sampleEntry(4, ['d', 'e'], { sessionId: 'x' }),
    ]);
    add([sampleEntry(5, ['f'], { sessionId: 'x' }), sampleEntry(6, ['g'], { sessionId: 'y' })]);
    const view = viewOf(index.reader());
    expect([0, 1, 2, 3, 4, 5, 6].map((doc) => view.next(doc))).toEqual([
      3,
      6,
      undefined,
      5,
      undefined,
      undefined,
      undefined,
    ]);
    expect([3, 5, 6].map((doc) => view.previous(doc))).toEqual([0, 3, 1]);
    expect(view.sessionWords.subarray(0, 3)).toEqual(new Float64Array([0, 5, 2]));
  });

  it('counts nothing of a record that was removed from the middle of a session, and keeps its neighbours in order', () => {
    add([1, 2, 3].map((source) => sampleEntry(source, ['some words here', 'and more'])));
    const kept = index.reader();
    const before = viewOf(kept).totalLength;
    remove(2);
    const view = viewOf(kept);
    expect([view.liveDocs, view.liveRecords, view.totalWords]).toEqual([4, 2, 10]);
    expect(view.totalLength).toBeLessThan(before);
    expect([view.next(0), view.next(2)]).toEqual([2, 4]);
    expect(view.lengths[2]).toBe(0);
  });

  it('looks at a long text again only for what answers it, not for all that tools print behind it', () => {
    add([
      sampleEntry(
        1,
        Array.from({ length: 200 }, () => 'some words'),
      ),
    ]);
    const kept = index.reader();
    const { docs } = viewOf(kept);
    const isFirst = docs.isFirst.bind(docs);
    let looks = 0;
    docs.isFirst = (doc) => {
      looks += 1;
      return isFirst(doc);
    };
    add(Array.from({ length: 500 }, (_, at) => sampleEntry(at + 2, ['out'], { type: 'tool_result', isSaid: false })));
    viewOf(kept);
    expect(looks).toBeLessThan(5_000);
    add([sampleEntry(600, ['an answer'])]);
    expect(derived(viewOf(kept))).toEqual(derived(viewOf(index.reader())));
    expect(looks).toBeLessThan(50_000);
  });

  it('is empty again when all of it was removed', () => {
    add([1, 2].map((source) => sampleEntry(source, ['some words'])));
    const kept = index.reader();
    viewOf(kept);
    remove(1, 2);
    const { liveDocs, liveRecords, totalWords, totalLength } = viewOf(kept);
    expect([liveDocs, liveRecords, totalWords, totalLength]).toEqual([0, 0, 0, 0]);
  });
});
