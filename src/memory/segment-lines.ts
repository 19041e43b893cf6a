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
  shape?: SegmentShape;
}

/** A run of lines without a blank one: from, and the one after its last. */
export interface Paragraph {
  readonly first: number;
  readonly end: number;
}

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they show nothing, which is why they go.
  /[\0-\x08\x0e-\x1f\x7f\u00ad\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const TAB_COLUMNS = 4;
const HEAD_CHARS = 800;
const TAIL_CHARS = 200;
const SPACE = /\s/;

export function linesOf(text: string): readonly Line[] {
  const isHiding = text.search(HIDDEN) >= 0;
  const lines: Line[] = [];
  let from = 0;
  const add = (end: number, to: number): void => {
    const { start, indent } = indentOf(text, from, end);
    const seen = end - start > HEAD_CHARS + TAIL_CHARS ? bothEnds(text, start, end) : text.slice(start, end);
    lines.push({ from, to, indent, text: (isHiding ? seen.replace(HIDDEN, '') : seen).trim() });
    from = to;
  };
  for (const { index, 0: mark } of text.matchAll(LINE_END)) add(index, index + mark.length);
  if (from < text.length) add(text.length, text.length);
  return withoutCommonIndent(lines);
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
  while (start < end && SPACE.test(text[start] ?? '')) {
    indent += text[start] === '\t' ? TAB_COLUMNS - (indent % TAB_COLUMNS) : 1;
    start += 1;
  }
  return { start, indent };
}

/** A prompt that stands in a program is often indented as a whole: that makes it no code. */
function withoutCommonIndent(lines: readonly Line[]): readonly Line[] {
  const common = lines.reduce((least, { text, indent }) => (text === '' ? least : Math.min(least, indent)), Infinity);
  if (common > 0 && common !== Infinity) for (const line of lines) line.indent = Math.max(0, line.indent - common);
  return lines;
}
