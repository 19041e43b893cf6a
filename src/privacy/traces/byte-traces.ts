/**
 * Searches the bytes of every file of the home, whatever is in it: free pages, write-ahead logs, what a crash left behind.
 * Its name within the home is searched as well, and of a compressed copy what is in it.
 * Limits: a text that a database has split over pages is found by the part before the split (or by its cell); a database
 * that is encrypted has no bytes to read, and is searched for nothing but accidents.
 */
import { closeSync, readSync } from 'node:fs';
import { relative } from 'node:path';
import { bytesOf, filesUnder, openToRead, searchable } from './home-files.ts';
import type { Needles } from './search-terms.ts';
import { Seeker } from './term-search.ts';
import type { Found, Trace, Work } from './trace.ts';

const CHUNK_BYTES = 4 * 1024 * 1024;
/** No needle is longer: 64 characters of four bytes, each escaped in JSON. */
const OVERLAP_BYTES = 1_024;

export function byteTraces(home: string, { texts }: Needles, work: Work): Found {
  const seekers = { text: new Seeker(texts, 'text'), binary: new Seeker(texts, 'binary') };
  const files = [...filesUnder(home)];
  const total = files.reduce((sum, path) => sum + bytesOf(path), 0);
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES + OVERLAP_BYTES);
  const traces: Trace[] = [];
  const unsearched: string[] = [];
  let bytes = 0;
  for (const path of files) {
    const name = relative(home, path);
    const named = [...seekers.text.seek(Buffer.from(name)).keys()];
    if (named.length > 0) traces.push({ path: name, place: 'its name', needleIndexes: named, isInRows: false });
    const found = new Map<number, number>();
    searchable(path, (readable) => {
      let seeker: Seeker | undefined;
      const file = openToRead(readable);
      if (file === 'unreadable') unsearched.push(name);
      if (typeof file !== 'number') return;
      for (const { chunk, start, end, from } of chunksOf(file, buffer)) {
        seeker ??= chunk.includes(0) ? seekers.binary : seekers.text;
        for (const [needle, place] of seeker.seek(chunk, start, end))
          if (!found.has(needle)) found.set(needle, from + place);
        bytes += end - start;
        work.step(bytes, Math.max(total, bytes));
      }
    });
    const [first] = found.values();
    if (first !== undefined)
      traces.push({ path: name, place: `byte ${first}`, needleIndexes: [...found.keys()], isInRows: false });
  }
  return { files: files.length, bytes, traces, unsearched };
}

interface Chunk {
  readonly chunk: Uint8Array;
  /** What begins before was seen in the chunk before; one byte of it tells whether a word is whole. */
  readonly start: number;
  /** What begins from here on is seen whole in the next one. */
  readonly end: number;
  /** Where the chunk stands in the file. */
  readonly from: number;
}

/** Closes it in the end. */
function* chunksOf(file: number, buffer: Buffer): Iterable<Chunk> {
  try {
    for (let at = 0, more = true; more; ) {
      const start = at === 0 ? 0 : 1;
      const read = readSync(file, buffer, 0, buffer.length, at - start);
      more = read === buffer.length;
      const end = more ? CHUNK_BYTES : read;
      if (end > start) yield { chunk: buffer.subarray(0, read), start, end, from: at - start };
      at += end - start;
    }
  } finally {
    closeSync(file);
  }
}
