/**
 * Pieces of a private key without the line that says so: `tail -n +15 key.pem`, a page of a file viewer. Key files are
 * written in lines of 64 or 70 characters of base64, so at least two such lines in a row count, also behind line
 * numbers, quotes and signs of a diff; one is enough above the line that ends a private key.
 * Limit: other binary data in lines of that length goes too, unless it shows what it is: a certificate or a public key by
 * the line before or behind it, text and common file formats by how they begin. Single lines and hex dumps stay.
 */
import { eachRun, runTable } from '../char-runs.ts';
import type { Report } from '../finding.ts';
import { isMonotonous } from '../value/stand-in.ts';
import { shapeOf } from '../value/value-shape.ts';

/** `  12→`, `12:`, `file.pem-12-`, `>`, `+`, `|`: what viewers, searches, mails and diffs put before a line. */
const BEFORE_LINE = String.raw`(?:[\w./-]{0,80}?[:-])?[ \t>|+"'-]{0,12}(?:\d{1,5}[ \t]{0,2}[→:|│\t-]?[ \t]{0,4}|\d{1,5}[ \t]{1,4})?[ \t>|+"'-]{0,8}`;
const LINE = new RegExp(`${BEFORE_LINE}([A-Za-z0-9+/]{70}|[A-Za-z0-9+/]{64})(?![A-Za-z0-9+/=])`, 'y');
const LAST_LINE = new RegExp(`${BEFORE_LINE}([A-Za-z0-9+/]{1,70}={0,2})(?![A-Za-z0-9+/=])`, 'y');
const LINE_END = /["',]{0,3}["' \t+\\]{0,6}\r?\n/y;
const PUBLIC_BEFORE =
  /BEGIN (?!.{0,40}PRIVATE)[A-Z0-9 ]{0,40}(?:CERTIFICATE|PUBLIC|SIGNATURE|REQUEST|MESSAGE|CRL|PARAMETERS)/;
const ANY_END = /^[^\n]{0,40}-{2,5} ?END /;
const PRIVATE_END = /^[^\n]{0,40}-{2,5} ?END [A-Z0-9 ]{0,40}PRIVATE/;
/** PNG, JPEG, GIF, RIFF, gzip, zip, PDF, WASM, fonts, certificates (X.509 begins `MIID`, `MIIE` … `gAwIBAgI`), public keys. */
const KNOWN_FORMAT =
  /^(?:iVBOR|\/9j\/|R0lGOD|UklGR|H4sI|UEsDB|JVBER|AGFzb|d09G|AAEAAA|T1RUTw|MII[A-Z][\w+/]{3,5}(?:CCA|IIC|IID|IIB)|MIIBIjAN|MIICIjAN|AAAAB3Nz|AAAAC3Nz|PD94|PHN2|eyJ)/;
/** PEM, and OpenSSH. */
const KEY_WIDTHS = [64, 70] as const;
const FEWEST_LINES = 2;
const LONGEST_KEY = 20_000;
const LOOK_BEHIND = 160;

let base64Table: Uint8Array | undefined;

/** Share of printable bytes from which what is decoded is text. */
const PRINTABLE_SHARE = 0.9;

export function findKeyPieces(text: string, report: Report): void {
  base64Table ??= runTable('+/');
  eachRun(text, base64Table, KEY_WIDTHS[0], (runStart, runEnd) => {
    // A diff puts its `+` right before a line; elsewhere it belongs to the base64.
    const inDiff =
      !isKeyWidth(runEnd - runStart) && text.charAt(runStart) === '+' && /^\n?$/.test(text.charAt(runStart - 1));
    const start = inDiff ? runStart + 1 : runStart;
    if (!isKeyWidth(runEnd - start) || text.charAt(runEnd) === '=' || text.charAt(start - 1) === '=') return runEnd;
    const piece = pieceFrom(text, start, text.slice(start, runEnd));
    if (isPrivate(text, start, piece)) report('private-key', start, piece.end);
    return piece.end;
  });
}

function isKeyWidth(width: number): boolean {
  return width === KEY_WIDTHS[0] || width === KEY_WIDTHS[1];
}

interface Piece {
  readonly end: number;
  readonly lines: number;
  readonly base64: string;
}

function pieceFrom(text: string, start: number, first: string): Piece {
  const held = [first];
  let end = start + first.length;
  let next = lineAfter(text, end);
  for (let line = lineAt(LINE, text, next); line?.value.length === first.length; line = lineAt(LINE, text, next)) {
    held.push(line.value);
    end = line.end;
    next = lineAfter(text, end);
  }
  const lines = held.length;
  const last = lineAt(LAST_LINE, text, next);
  if (last && isTail(text, last)) {
    held.push(last.value);
    end = last.end;
  }
  return { end, lines, base64: held.join('') };
}

interface Line {
  readonly value: string;
  readonly end: number;
}

function lineAt(expression: RegExp, text: string, at: number | undefined): Line | undefined {
  if (at === undefined) return undefined;
  expression.lastIndex = at;
  const value = expression.exec(text)?.[1];
  return value === undefined ? undefined : { value, end: expression.lastIndex };
}

/** Where the next line begins; undefined when more than the end of a literal stands before it. */
function lineAfter(text: string, at: number): number | undefined {
  LINE_END.lastIndex = at;
  return LINE_END.test(text) ? LINE_END.lastIndex : undefined;
}

/** The short last line of a key: padded, above its end, or plainly generated. A word is none. */
function isTail(text: string, { value, end }: Line): boolean {
  if (value.endsWith('=') || ANY_END.test(behind(text, end))) return true;
  const shape = shapeOf(value);
  return value.length >= 8 && shape.upper > 0 && shape.digit > 0 && shape.wordLetters * 2 < shape.length;
}

/** The line below, where the end of a block stands; a checksum may stand between. */
function behind(text: string, end: number): string {
  return text.slice(end, end + LOOK_BEHIND).replace(/^[^\n]{0,20}\n(?:[^\n]{0,20}=[A-Za-z0-9+/]{4}\s{0,4}\n)?/, '');
}

function isPrivate(text: string, start: number, { end, lines, base64 }: Piece): boolean {
  const next = behind(text, end);
  if (PRIVATE_END.test(next)) return true;
  if (lines < FEWEST_LINES || base64.length > LONGEST_KEY) return false;
  if (ANY_END.test(next) || PUBLIC_BEFORE.test(text.slice(Math.max(0, start - LOOK_BEHIND), start))) return false;
  return !KNOWN_FORMAT.test(base64) && isBinary(base64);
}

function isBinary(base64: string): boolean {
  const shape = shapeOf(base64.slice(0, 64));
  if (shape.upper < 4 || shape.lower < 4 || shape.digit === 0 || isMonotonous(base64.slice(0, 64))) return false;
  const bytes = Buffer.from(base64.slice(0, 512), 'base64');
  let printable = 0;
  for (const byte of bytes) if ((byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13) printable++;
  return printable < bytes.length * PRINTABLE_SHARE;
}
