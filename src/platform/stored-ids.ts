/**
 * How ids stand in the rows there are most of: an id of ours as its sixteen bytes. Text takes more than twice as much in
 * each of the indexes. The bytes of ids sort as their text does. Ids that others have made stay the text they are.
 */
import { isUuid } from '../memory/ids.ts';
import type { SqliteValue } from './sqlite-statements.ts';

const TIME_BYTES = 6;

export function idKey(id: string): string | Uint8Array {
  return isUuid(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : id;
}

/** After every character an id may have. */
export const PAST_IDS = '\u{10ffff}';
/** Of an id of ours, as far as it goes. */
const BEGINNING =
  /^[0-9a-f]{0,8}(?:(?<=^.{8})-[0-9a-f]{0,4}(?:(?<=^.{13})-[0-9a-f]{0,4}(?:(?<=^.{18})-[0-9a-f]{0,4}(?:(?<=^.{23})-[0-9a-f]{0,12})?)?)?)?$/;
const KEY_DIGITS = 32;

/** Where the keys of all ids are that begin so: each from one up to, but not with, another. */
export function keyRanges(beginning: string): readonly (readonly [from: SqliteValue, to: SqliteValue])[] {
  const text = [beginning, beginning + PAST_IDS] as const;
  if (!BEGINNING.test(beginning)) return [text];
  const digits = beginning.replaceAll('-', '');
  const from = Buffer.from(digits.padEnd(KEY_DIGITS, '0'), 'hex');
  // One byte more than any key has.
  const to = Buffer.from(`${digits.padEnd(KEY_DIGITS, 'f')}00`, 'hex');
  return [text, [from, to]];
}

/** Less than the key of every id that was born then or later, and greater than those of earlier ones. */
export function timedKeysFrom(atMs: number): Uint8Array {
  const key = Buffer.alloc(TIME_BYTES);
  key.writeUIntBE(Math.max(0, Math.floor(atMs)), 0, TIME_BYTES);
  return key;
}

/** Whether the key in a column is of an id that begins with its time; see `isTimed`. */
export function isTimedKey(column: string): string {
  return `(typeof(${column}) = 'blob' AND substr(hex(${column}), 13, 1) = '7')`;
}

const HEX = '[0-9a-f]';
const UUID = [8, 4, 4, 4, 12].map((digits) => HEX.repeat(digits)).join('-');

/** The same in SQL, of an expression. */
export function keyOf(id: string): string {
  return `iif(${id} GLOB '${UUID}', unhex(replace(${id}, '-', '')), ${id})`;
}

/** A key as the id it is of. */
export function idText(key: string): string {
  const part = (from: number, digits: number) => `substr(hex(${key}), ${from}, ${digits})`;
  const parts = [part(1, 8), part(9, 4), part(13, 4), part(17, 4), part(21, 12)];
  return `iif(typeof(${key}) = 'blob', lower(${parts.join(" || '-' || ")}), ${key})`;
}

/** The same as a cell that is quick to read: its digits, or the text after a mark; see `idOfCell`. */
export function idCell(key: string): string {
  return `iif(typeof(${key}) = 'blob', hex(${key}), '=' || ${key})`;
}

export function idOfCell(cell: string): string {
  if (cell.startsWith('=')) return cell.slice(1);
  const digits = cell.toLowerCase();
  const part = (from: number, to?: number) => digits.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20)}`;
}
