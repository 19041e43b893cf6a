/**
 * The checksum of a row: CRC-32 over the JSON of a list of the table's name, `seq` and all columns in order; JSON keeps
 * neighbouring columns apart. A long text goes in parts, to the same number: as one it takes two to three times as long,
 * on the thread that others wait for.
 */
import { crc32 } from 'node:zlib';

const PART_CHARS = 64 * 1024;

export function rowChecksum(table: string, cells: readonly unknown[]): number {
  let checksum = crc32(`[${JSON.stringify(table)}`);
  for (const cell of cells) {
    if (typeof cell === 'string' && cell.length > PART_CHARS) checksum = addLong(cell, checksum);
    // A list has null in the place of what is no JSON.
    else checksum = crc32(`,${JSON.stringify(cell) ?? 'null'}`, checksum);
  }
  return crc32(']', checksum);
}

function addLong(text: string, before: number): number {
  let checksum = crc32(',"', before);
  for (let from = 0; from < text.length; ) {
    const to = partEnd(text, from);
    checksum = crc32(JSON.stringify(text.slice(from, to)).slice(1, -1), checksum);
    from = to;
  }
  return crc32('"', checksum);
}

/** A pair of surrogates stays together: each by itself is written otherwise. */
function partEnd(text: string, from: number): number {
  const to = from + PART_CHARS;
  return to < text.length && /[\uD800-\uDBFF]/.test(text.charAt(to - 1)) ? to - 1 : to;
}
