/**
 * The normal form of a memory file, which is what versions hold: LF, no byte order mark, one line break at the end and
 * no blank lines before it; an empty file is the empty text. Spaces at the end of a line stay: in Markdown they mean
 * something, and they are not ours.
 */
import { memo } from '../memory/memo.ts';

/** A character that no editor shows is no text: a file with a NUL would not be believed when it is read again. */
const BLANK = /[\s\p{Cc}]+/gu;
const BULLET = /^(?:[-*+]|\d{1,9}[.)])(?:\s+|$)/;

export function normalText(text: string): string {
  return textOf(
    text
      .replaceAll('\0', '')
      .replace(/^\uFEFF+/, '')
      .split(/\r\n|\r|\n/),
  );
}

/** Of a text in normal form. */
export function linesOf(content: string): string[] {
  return content === '' ? [] : content.slice(0, -1).split('\n');
}

export function textOf(lines: readonly string[]): string {
  let end = lines.length;
  while (end > 0 && lines[end - 1] === '') end -= 1;
  return end === 0 ? '' : `${lines.slice(0, end).join('\n')}\n`;
}

export function countLines(content: string): number {
  return linesOf(content).length;
}

/** Lines with the same key say the same: bullet, spaces and case do not count. Empty for a line that says nothing. */
export const lineKey: (line: string) => string = memo(keyOf);

function keyOf(line: string): string {
  return oneLine(oneLine(line).replace(BULLET, '')).normalize('NFC').toLowerCase();
}

export function oneLine(text: string): string {
  return text.replace(BLANK, ' ').trim();
}

export function keysOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.map(lineKey).filter((key) => key !== ''));
}
