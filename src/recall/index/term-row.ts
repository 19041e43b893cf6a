/**
 * A word's row as bytes. Of most words there are a few postings, and nothing else: how many they are and which is the last
 * is counted when it is asked. A word that has blocks of its own begins with a zero, which no list of postings does, then
 * its number, its passages, the last of them and its blocks, as varints; the end of its list follows.
 */
import { PostingList } from './postings.ts';

export interface TermRow {
  /** Of its blocks; 0 while it has none. */
  readonly num: number;
  /** Passages that hold it. */
  readonly docs: number;
  readonly lastDoc: number;
  readonly blocks: number;
  readonly tail: Uint8Array;
}

const HAS_BLOCKS = 0;
const MORE = 0x80;
/** A distance of the first posting counts from here. */
export const BEFORE_ALL = -1;

export function packTermRow({ num, docs, lastDoc, blocks, tail }: TermRow): Uint8Array {
  if (blocks === 0) return tail;
  const head = [HAS_BLOCKS];
  for (const value of [num, docs, lastDoc, blocks]) pushVarint(head, value);
  return Buffer.concat([Buffer.from(head), tail]);
}

export function readTermRow(list: Uint8Array): TermRow {
  if (list[0] !== HAS_BLOCKS) return { num: 0, blocks: 0, tail: list, ...counted(list) };
  let at = 1;
  const next = (): number => {
    let value = 0;
    for (let place = 1; ; place *= MORE) {
      const byte = list[at++] ?? 0;
      value += (byte % MORE) * place;
      if (byte < MORE) return value;
    }
  };
  const [num, docs, lastDoc, blocks] = [next(), next(), next(), next()];
  return { num, docs, lastDoc, blocks, tail: list.subarray(at) };
}

function counted(tail: Uint8Array): Pick<TermRow, 'docs' | 'lastDoc'> {
  const list = new PostingList(tail.length);
  list.decode(tail);
  return { docs: list.length, lastDoc: list.docs[list.length - 1] ?? BEFORE_ALL };
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= MORE; rest = Math.floor(rest / MORE)) bytes.push((rest % MORE) | MORE);
  bytes.push(rest);
}
