/**
 * A second reading of the text in which secrets that were broken up or encoded stand in one piece (RED-5): without
 * zero-width characters and terminal colours, with escapes, entities and percent codes decoded, with literals that are
 * only concatenated joined. An offset map leads back.
 */
import { isTokenLike } from './value/judge.ts';

export interface NormalText {
  readonly text: string;
  /** The place in the original where the character at this place of the normal text begins. */
  originalStart(at: number): number;
  /** The place in the original where the character before this place of the normal text ends. */
  originalEnd(at: number): number;
  /** The parts of the normal text that differ from the original, with their surroundings, in order. */
  changedParts(): readonly { readonly start: number; readonly end: number }[];
}

/** Perhaps one more piece of a value that was broken at the end of the line; `isBrokenPiece` has the last word. */
const BROKEN_PIECE = String.raw`(?=[A-Za-z_+/~-]{0,40}\d)[A-Za-z0-9_+/~-]{8,}={0,2}(?:[\s"',;).]|$)`;
const PIECE = /[A-Za-z0-9_+/~-]{8,200}={0,2}/y;
const JOINT = String.raw`\s{0,40}(?:\+|\.\.?|&|\|\||~)\s{0,40}`;
const NEXT_LINE = String.raw`[ \t]{0,8}\\?\r?\n\s{0,40}`;
/** One expression, so that the text is read once. Every part begins with the character that gives it away: that is fast. */
const ODDITIES = new RegExp(
  [
    // Terminal colours and links, real or as text.
    String.raw`(?:\u001b|\\u001b|\\x1b|\\033|\\e|\^\[)(?:\[[0-9;:?]{0,30}[A-Za-z]|\][^\u0007\u001b\n]{0,300}(?:\u0007|\u001b\\))`,
    // Invisible characters, and the NULs of UTF-16 read as bytes.
    String.raw`[\u0000\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+`,
    String.raw`\\u\{?([0-9a-fA-F]{4})\}?`,
    String.raw`\\x([0-9a-fA-F]{2})`,
    '%([2-7][0-9a-fA-F])',
    '&#x([0-9a-fA-F]{2,4});',
    String.raw`&#(\d{2,5});`,
    '&(quot|apos|amp|lt|gt|nbsp);',
    String.raw`\\([nrt"'/_*-])`,
    // A literal continued by concatenation or on the next line.
    String.raw`"(?<=[^\s"'\\]")(?:${JOINT}"(?=[^\s"'\\])|(?<=["'][^\s"'\\,;]{4,80}")${NEXT_LINE}"(?=[^\s"'\\,;]{4}))`,
    String.raw`'(?<=[^\s"'\\]')(?:${JOINT}'(?=[^\s"'\\])|(?<=["'][^\s"'\\,;]{4,80}')${NEXT_LINE}'(?=[^\s"'\\,;]{4}))`,
    // A line continued with a backslash, and the soft break of quoted-printable.
    String.raw`\\(?<=\S\\)\r?\n[ \t]{0,40}(?=\S)`,
    String.raw`=(?<=(?:^|\n)[^\n]{70,75}=)\r?\n(?=\S)`,
    String.raw`=(?<=\w=)3D`,
    // A value that a terminal or a mail program broke.
    String.raw`\r?\n(?<=[A-Za-z0-9_+/=~:.-]{3}\r?\n)(?:[ \t]{0,8}[>|#*][ \t]{0,2}|[ \t]{0,40})(?=${BROKEN_PIECE})`,
    // Full-width forms of ASCII.
    String.raw`[\uff01-\uff5e]`,
  ].join('|'),
  'g',
);
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', nbsp: ' ' };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
/** What a rule may need to see around a change: the name of a value, the rest of a long one. */
const SURROUNDINGS = 600;
const LONGEST_WORD = 400;
const FULL_WIDTH_OFFSET = 0xfee0;

/** Undefined when the text is normal already. */
export function normalise(text: string): NormalText | undefined {
  const pieces: string[] = [];
  // Three numbers per change: where it begins in the normal text, how long it is there, and where it stood before.
  const normalStarts: number[] = [];
  const normalEnds: number[] = [];
  const originalStarts: number[] = [];
  const originalEnds: number[] = [];
  let copied = 0;
  let length = 0;
  ODDITIES.lastIndex = 0;
  for (let match = ODDITIES.exec(text); match; match = ODDITIES.exec(text)) {
    if (isLineBreak(match[0]) && !isBrokenPiece(text, ODDITIES.lastIndex)) continue;
    const decoded = decode(match);
    const plain = text.slice(copied, match.index);
    pieces.push(plain, decoded);
    length += plain.length;
    normalStarts.push(length);
    length += decoded.length;
    normalEnds.push(length);
    originalStarts.push(match.index);
    copied = match.index + match[0].length;
    originalEnds.push(copied);
  }
  if (normalStarts.length === 0) return undefined;
  pieces.push(text.slice(copied));
  const normal = pieces.join('');
  const changeBefore = (at: number): number => lastAtOrBefore(normalStarts, at);
  return {
    text: normal,
    changedParts: () => partsAround(normal, normalStarts, normalEnds),
    originalStart(at) {
      // Of several changes at one place the last one is nearest to the character.
      const i = changeBefore(at);
      if (i < 0) return at;
      const end = normalEnds[i] ?? 0;
      return at < end ? (originalStarts[i] ?? 0) : (originalEnds[i] ?? 0) + (at - end);
    },
    originalEnd(at) {
      const i = changeBefore(at - 1);
      if (i < 0) return at;
      const end = normalEnds[i] ?? 0;
      return at <= end ? (originalEnds[i] ?? 0) : (originalEnds[i] ?? 0) + (at - end);
    },
  };
}

/** Surroundings reach to a blank, so that no part begins in the middle of a word. */
function partsAround(
  text: string,
  starts: readonly number[],
  ends: readonly number[],
): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = [];
  for (const [index, changeStart] of starts.entries()) {
    const last = parts.at(-1);
    if (last && changeStart < last.end) {
      last.end = Math.max(last.end, partEnd(text, (ends[index] ?? 0) + SURROUNDINGS));
      continue;
    }
    const start = partStart(text, changeStart - SURROUNDINGS);
    const end = partEnd(text, (ends[index] ?? 0) + SURROUNDINGS);
    if (last && start <= last.end) last.end = end;
    else parts.push({ start, end });
  }
  return parts;
}

function partStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const lowest = Math.max(0, at - LONGEST_WORD);
  const blank = text.slice(lowest, at).search(/\s\S*$/);
  return blank < 0 ? lowest : lowest + blank + 1;
}

function partEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const blank = text.slice(at, at + LONGEST_WORD).search(/\s/);
  return blank < 0 ? Math.min(text.length, at + LONGEST_WORD) : at + blank;
}

function isLineBreak(found: string): boolean {
  return found.startsWith('\n') || found.startsWith('\r');
}

/** A line of its own begins with a word, a name or a number; a broken value goes on as it was: generated. */
function isBrokenPiece(text: string, at: number): boolean {
  PIECE.lastIndex = at;
  const piece = PIECE.exec(text)?.[0];
  return piece !== undefined && isTokenLike(piece);
}

function decode(match: RegExpExecArray): string {
  const hex = match[1] ?? match[2] ?? match[3] ?? match[4];
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (match[5] !== undefined) return String.fromCharCode(Number.parseInt(match[5], 10));
  if (match[6] !== undefined) return ENTITIES[match[6]] ?? '';
  if (match[7] !== undefined) return ESCAPES[match[7]] ?? match[7];
  if (match[0] === '=3D') return '=';
  const code = match[0].charCodeAt(0);
  return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - FULL_WIDTH_OFFSET) : '';
}

function lastAtOrBefore(sorted: readonly number[], at: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
