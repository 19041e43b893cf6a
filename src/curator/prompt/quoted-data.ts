/**
 * Text from outside as data of a prompt. Every line of it begins with `| `, so none can close a fence or be a line of
 * the grammar; characters that are invisible or move text about are made visible. Only our own words stand in lines
 * without the mark.
 */
import { printable } from '../../platform/printable.ts';

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const MARK = '| ';
/** The beginning says what it is; the end often holds what came of it. */
const SHARE_OF_BEGINNING = 0.6;

export interface QuotedData {
  /** At most as long as was allowed; empty when not even a beginning fits. */
  readonly text: string;
  readonly whole: boolean;
}

export function quoteWithin(text: string, chars: number): QuotedData {
  if (chars <= 0) return { text: '', whole: false };
  // Quoting never shortens, so more than this cannot be shown; a megabyte is not worked through for a page.
  const beginning = quote(text.slice(0, chars));
  if (text.length <= chars && beginning.length <= chars) return { text: beginning, whole: true };
  const note = `\n[… cut here: ${text.length} characters in all …]\n${MARK}`;
  const room = chars - note.length;
  if (room < note.length) return { text: '', whole: false };
  const end = quote(text.slice(-chars));
  const head = beginning.slice(0, Math.floor(room * SHARE_OF_BEGINNING)).replace(/\n\|? ?$/, '');
  const tail = end.slice(end.length - Math.floor(room * (1 - SHARE_OF_BEGINNING)));
  return { text: `${head}${note}${tail}`.toWellFormed(), whole: false };
}

/** How long the whole would be when quoted, or `chars` when that is less. */
export function quotedLength(text: string, chars: number): number {
  return text.length > chars ? chars : Math.min(chars, quote(text).length);
}

function quote(text: string): string {
  return text
    .split(LINE_BREAK)
    .map((line) => `${MARK}${line.split('\t').map(printable).join('\t')}`)
    .join('\n');
}
