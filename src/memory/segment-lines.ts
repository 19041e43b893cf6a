/**
 * A text as lines, with what their place tells: how far they are indented, which paragraph they stand in. Characters that
 * show nothing are gone, so that nothing hides behind them; of a very long line its beginning and its end are looked at.
 * Every kind of line end counts, also those that only some programs know.
 */
import type { SegmentShape } from './segments.ts';

export interface Line {
  /** Where it stands in the text; the line end belongs to it. */
  readonly from: number;
  readonly to: number;
  /** What is looked at, without the spaces around it. Empty for a blank line. */
  readonly text: string;
  /** Columns before it, counted from what the whole text is indented by. */
  indent: number;
  /** Set as soon as it is known to be somebody else's. */
  shape: SegmentShape | undefined;
  /** Which of the marks below are in it. */
  readonly has: number;
}

export const COLON = 1;
export const DIGIT = 2;
/** What code is made of, brackets and slashes among it. */
export const SYMBOL = 4;
/** Two spaces, or a tab. */
export const GAP = 8;
export const BEYOND = 16;
const ASCII_MARKS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const mark = String.fromCharCode(code);
  if (mark === ':') return COLON;
  if (mark === '\t') return GAP;
  if (mark >= '0' && mark <= '9') return DIGIT;
  return '=(){}[]<>_/\\&+*$@#^~%|;"`'.includes(mark) ? SYMBOL : 0;
});

/** A run of lines without a blank one: from, and the one after its last. */
export interface Paragraph {
  readonly first: number;
  readonly end: number;
}

const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they show nothing, which is why they go.
  /\x1b\[[\d;?]{0,40}[A-Za-z]|[\0-\x08\x0e-\x1f\x7f\u00ad\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const TAB_COLUMNS = 4;
const HEAD_CHARS = 800;
const TAIL_CHARS = 200;

export function linesOf(text: string): readonly Line[] {
  const isHiding = text.search(HIDDEN) >= 0;
  const lines = lineBounds(text).map((bounds) => lineOf(text, bounds, isHiding));
  return withoutCommonIndent(lines);
}

/** As they are, without their line ends. */
export function plainLinesOf(text: string): readonly string[] {
  return lineBounds(text).map(({ from, end }) => text.slice(from, end));
}

interface LineBounds {
  readonly from: number;
  /** Before and behind its line end. */
  readonly end: number;
  readonly to: number;
}

function lineBounds(text: string): readonly LineBounds[] {
  const bounds: LineBounds[] = [];
  for (let from = 0; from < text.length; ) {
    const to = lineAfter(text, from);
    bounds.push({ from, end: to - lineEndLength(text, from, to), to });
    from = to;
  }
  return bounds;
}

/** How many lines there are, without a list of them: there may be millions. */
export function countLines(text: string): number {
  let count = 0;
  for (let from = 0; from < text.length; from = lineAfter(text, from)) count += 1;
  return count;
}

/** Where these lines begin, which are in order; behind the last one is the end of the text. */
export function lineStarts(text: string, wanted: readonly number[]): readonly number[] {
  let [line, from] = [0, 0];
  return wanted.map((number) => {
    for (; line < number && from < text.length; line += 1) from = lineAfter(text, from);
    return from;
  });
}

function lineAfter(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1)
    if (isLineEnd(text.charCodeAt(at))) return text.startsWith('\r\n', at) ? at + 2 : at + 1;
  return text.length;
}

function lineEndLength(text: string, from: number, to: number): number {
  if (!isLineEnd(text.charCodeAt(to - 1))) return 0;
  return to - from > 1 && text.startsWith('\r\n', to - 2) ? 2 : 1;
}

/** Line feed, vertical tab, form feed, carriage return; next line, and the two of Unicode. */
function isLineEnd(code: number): boolean {
  return code <= 0x0d ? code >= 0x0a : code === 0x85 || code === 0x2028 || code === 0x2029;
}

function lineOf(text: string, { from, end, to }: LineBounds, isHiding: boolean): Line {
  const { start, indent } = indentOf(text, from, end);
  const seen = end - start > HEAD_CHARS + TAIL_CHARS ? bothEnds(text, start, end) : text.slice(start, end);
  const shown = (isHiding ? seen.replace(HIDDEN, '') : seen).trim();
  return { from, to, indent, text: shown, has: marksIn(shown), shape: undefined };
}

/** Kinds of characters in it. */
function marksIn(text: string): number {
  let has = 0;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    has |= code < 0x80 ? (ASCII_MARKS[code] ?? 0) : BEYOND;
    if (code === 0x20 && before === 0x20) has |= GAP;
    before = code;
  }
  return has;
}

export function paragraphsOf(lines: readonly Line[]): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let first = -1;
  for (let at = 0; at <= lines.length; at += 1) {
    const isBlank = (lines[at]?.text ?? '') === '';
    if (!isBlank && first < 0) first = at;
    if (isBlank && first >= 0) {
      paragraphs.push({ first, end: at });
      first = -1;
    }
  }
  return paragraphs;
}

function bothEnds(text: string, start: number, end: number): string {
  return `${text.slice(start, start + HEAD_CHARS)} ${text.slice(end - TAIL_CHARS, end)}`;
}

function indentOf(text: string, from: number, end: number): { start: number; indent: number } {
  let [start, indent] = [from, 0];
  for (; start < end; start += 1) {
    const code = text.charCodeAt(start);
    if (code === 0x09) indent += TAB_COLUMNS - (indent % TAB_COLUMNS);
    else if (code === 0x20 || code === 0xa0 || code === 0x3000) indent += 1;
    else break;
  }
  return { start, indent };
}

/** A prompt that stands in a program is often indented as a whole: that makes it no code. */
function withoutCommonIndent(lines: readonly Line[]): readonly Line[] {
  const common = lines.reduce((least, { text, indent }) => (text === '' ? least : Math.min(least, indent)), Infinity);
  if (common > 0 && common !== Infinity) for (const line of lines) line.indent = Math.max(0, line.indent - common);
  return lines;
}
