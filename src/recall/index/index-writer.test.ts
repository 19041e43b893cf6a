import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEncrypted } from '../../../test/support/encrypted.ts';
import type { SpaceId } from '../../memory/ids.ts';
import type { IndexEntry } from './index-writer.ts';
import {
  listsOf,
  openTemporaryIndex,
  postingsOf,
  rawBytes,
  sampleEntry,
  type TemporaryIndex,
} from './temporary-index.fixture.ts';
import { readTermRow } from './term-row.ts';

const SPACE = 'space' as SpaceId;
const OTHER_SPACE = 'other space' as SpaceId;

let index: TemporaryIndex;
beforeEach(() => {
  index = openTemporaryIndex();
});
afterEach(() => index.cleanup());

function add(entries: readonly IndexEntry[], space: string = SPACE, to = index): void {
  to.writer.transaction(() => void to.writer.add(space, entries));
}

function remove(...sources: readonly number[]): void {
  index.writer.transaction(() => index.writer.removeRecords(new Set(sources)));
}

function docsOf(term: string, space: string = SPACE): readonly (number | undefined)[] {
  return postingsOf(index.reader(), space, term).map(([doc]) => doc);
}

function pagesOf(term: string): { readonly blocks: number; readonly tail: number } {
  const list = index.database.prepare('SELECT list FROM terms WHERE term = ?').pluck().get(term) as Uint8Array;
  const { blocks, tail } = readTermRow(list);
  return { blocks, tail: tail.length };
}

/** A few words that come often, and some that do not. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('the', 'a', 'of'),
      fc.nat({ max: 40 }).map((n) => `w${n}`),
    ),
    { maxLength: 12 },
  )
  .map((words) => words.join(' '));

describe('the lists of words', () => {
  it('are the same after many small batches as after one large one (D-012)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(text, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 }),
        (records, sizes) => {
          index.writer.clear();
          const other = openTemporaryIndex();
          const entries = records.map((passages, at) => sampleEntry(at + 1, passages));
          add(entries, SPACE, other);
          for (let at = 0, turn = 0; at < entries.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1;
            add(entries.slice(at, at + size));
            at += size;
          }
          const expected = listsOf(other.database, other.reader());
          other.cleanup();
          expect(listsOf(index.database, index.reader())).toEqual(expected);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('move to blocks when they have grown, and read on in order', () => {
    const all = Array.from({ length: 5_400 }, (_, at) => sampleEntry(at + 1, [at % 3 === 0 ? 'often' : 'else often']));
    for (let at = 0; at < all.length; at += 600) add(all.slice(at, at + 600));
    // Said once and next to each other, each takes a byte: the first block is full before the second is begun.
    expect(pagesOf('often')).toEqual({ blocks: 2, tail: 0 });
    expect(docsOf('often')).toEqual(all.map((_, at) => at));
    add([sampleEntry(9_000, ['often'])]);
    expect(pagesOf('often')).toEqual({ blocks: 2, tail: 1 });
    expect(docsOf('often').slice(-2)).toEqual([5_399, 5_400]);
  });

  it('lose exactly the passages that were removed, in blocks and at their end alike', () => {
    const all = Array.from({ length: 4_000 }, (_, at) => sampleEntry(at + 1, ['often', `word${at % 500}`]));
    for (let at = 0; at < all.length; at += 500) add(all.slice(at, at + 500));
    const gone = all.filter((_, at) => at % 7 === 0 || at === 3_999).map(({ source }) => source);
    remove(...gone);
    expect(index.writer.purge()).toBe(true);
    const kept = all.flatMap(({ source }, at) => (gone.includes(source) ? [] : 2 * at));
    expect(docsOf('often')).toEqual(kept);
    add([sampleEntry(9_000, ['often'])]);
    expect(docsOf('often')).toEqual([...kept, 8_000]);
    for (const source of all.map((each) => each.source)) if (source % 1_000 !== 1) gone.push(source);
    remove(...gone);
    index.writer.purge();
    expect(pagesOf('often').blocks).toBe(0);
    expect(docsOf('often')).toEqual([2_000, 4_000, 6_000, 8_000].filter((doc) => !gone.includes(doc / 2 + 1)));
  });

  it('are kept space by space: the same word is another one elsewhere (D-097)', () => {
    add([sampleEntry(1, ['shared mine'])]);
    add([sampleEntry(2, ['shared']), sampleEntry(3, ['shared'])], OTHER_SPACE);
    add([sampleEntry(4, ['shared'])], '');
    expect([docsOf('shared'), docsOf('shared', OTHER_SPACE), docsOf('shared', '')]).toEqual([[0], [0, 1], [0]]);
    expect(docsOf('mine', OTHER_SPACE)).toEqual([]);
  });

  it('hold words of any script', () => {
    for (const source of [1, 2]) add([sampleEntry(source, ['naïve 文字 ไทย 🙂'])]);
    for (const word of ['naïve', '文字', 'ไทย', '🙂']) expect(docsOf(word)).toEqual([0, 1]);
  });
});

describe('a removal', () => {
  it('leaves no word of what was erased in the bytes of the file or its log, once it was purged (D-023)', ({
    skip,
  }) => {
    skip(isEncrypted, 'it looks at the bytes of a file');
    const words = new Map<number, readonly string[]>();
    const gone: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      // In no order, so that pages are split and joined.
      for (let n = 0; n < 300; n += 1) {
        const source = 300 * round + n + 1;
        words.set(
          source,
          Array.from({ length: 8 }, () => `${randomBytes(6).toString('hex')}n${source}z`),
        );
      }
      const fresh = [...words.entries()].filter(([source]) => source > 300 * round);
      for (let at = 0; at < fresh.length; at += 100)
        add(fresh.slice(at, at + 100).map(([source, all]) => sampleEntry(source, [all.join(' ')])));
      expect(rawBytes(index.folder)).toContain(fresh[0]?.[1][0]);
      const erased = [...words.keys()].filter((_, n) => n % 3 === round % 3);
      for (const source of erased) {
        gone.push(...(words.get(source) ?? []));
        words.delete(source);
      }
      remove(...erased);
      expect(index.writer.purge()).toBe(true);
      expect(index.writer.purge()).toBe(false);
    }
    const bytes = new Set(rawBytes(index.folder).match(/[0-9a-f]{12}n\d+z/g));
    expect(gone.filter((word) => bytes.has(word))).toEqual([]);
    expect([...words.values()].flat().filter((word) => !bytes.has(word))).toEqual([]);
  });

  it('of something that is not there changes nothing', () => {
    add([sampleEntry(1, ['word'])]);
    const kept = index.reader();
    const before = kept.space(SPACE);
    remove(77);
    remove();
    expect(before?.staleFrom({ docs: 1, removals: 0 })).toBeUndefined();
    expect(index.writer.purge()).toBe(false);
    expect(docsOf('word')).toEqual([0]);
  });

  it('takes all passages of a fact, not only its first (D-023)', () => {
    const fact = { type: 'fact', isSaid: false, sessionId: undefined } as const;
    add([
      sampleEntry(1, ['kept'], fact),
      sampleEntry(2, ['firstpart', 'secondpart', 'thirdpart'], fact),
      sampleEntry(3, ['after'], fact),
    ]);
    index.writer.transaction(() => index.writer.removeFrom(1, 1));
    index.writer.purge();
    expect(['kept', 'firstpart', 'secondpart', 'thirdpart', 'after'].map((word) => docsOf(word))).toEqual([
      [0],
      [],
      [],
      [],
      [4],
    ]);
    expect(index.reader().space(SPACE)).toMatchObject({ liveDocs: 2, liveRecords: 2 });
  });

  it('that was cut off before its words left the file is finished by the next purge (D-023)', () => {
    add([sampleEntry(1, ['hiddenword']), sampleEntry(2, ['stays'])]);
    remove(1);
    const reading = index.reader();
    // Somebody reads, so the log cannot be emptied: whoever asked must not be told that it was.
    reading.read(() => {
      reading.space(SPACE);
      index.database.pragma('busy_timeout = 50');
      expect(() => index.writer.purge()).toThrow();
    });
    index.writer.purge();
    expect(rawBytes(index.folder)).not.toContain('hiddenword');
    expect(index.writer.purge()).toBe(false);
  });
});

describe('a batch', () => {
  it('that fails leaves nothing behind, and the next one comes as if it had never been', () => {
    add([sampleEntry(1, ['before'])]);
    const failing = () =>
      index.writer.transaction(() => {
        index.writer.add(SPACE, [sampleEntry(2, ['never before'])]);
        index.writer.setMark('records', 2);
        throw new Error('power cut');
      });
    expect(failing).toThrow('power cut');
    const halfway = () =>
      index.writer.transaction(() => {
        const broken = sampleEntry(3, ['halfway', 'nothing'], { sessionId: {} as string });
        index.writer.add(SPACE, [sampleEntry(2, ['halfway']), broken]);
      });
    expect(halfway).toThrow();
    expect(index.writer.mark('records')).toBe(0);
    add([sampleEntry(4, ['after before'])]);
    const words = index.database.prepare('SELECT term FROM terms ORDER BY term').pluck().all();
    expect(words).toEqual(['after', 'before']);
    expect(docsOf('before')).toEqual([0, 1]);
  });

  it('is emptied with everything else by clear, and numbers begin again', () => {
    add([sampleEntry(1, ['word'])]);
    index.writer.transaction(() => index.writer.setMark('records', 9));
    index.writer.clear();
    expect(index.writer.mark('records')).toBe(0);
    expect(index.reader().allSpaces()).toEqual([]);
    add([sampleEntry(1, ['word'])], OTHER_SPACE);
    expect(docsOf('word', OTHER_SPACE)).toEqual([0]);
  });
});

describe('the pages of the index', () => {
  it('are filled again when much has come, and say the same', () => {
    const words = Array.from({ length: 400 }, (_, at) => `word${(at * 7_919) % 1_000}`);
    add(words.map((word, at) => sampleEntry(at + 1, [word])));
    const before = docsOf('word0');
    expect(index.writer.compact(9_999)).toBe(false);
    expect(index.writer.compact(10_000)).toBe(true);
    expect(index.writer.compact(19_999)).toBe(false);
    expect(index.writer.compact(20_000)).toBe(true);
    expect(docsOf('word0')).toEqual(before);
    expect(before).not.toEqual([]);
  });
});
