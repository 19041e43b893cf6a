/**
 * A credential that a terminal, a mail program or an editor broke over two or more lines (RED-5). Only followed when the
 * piece on the next line is clearly more of the same: otherwise the neighbour line would be swallowed.
 */
import { isRandom, isTokenLike } from '../value/judge.ts';
import { BODY_CLASSES, type BodyClass } from './prefix-row.ts';

/** The end of a line, quoting or continuation marks, then the next line's indentation. */
const BREAK = /["']?[ \t]{0,2}[\\+=.]?[ \t]{0,2}\r?\n[ \t]{0,40}(?:[>|#*+][ \t]{0,4}){0,3}["']?/y;
const MOST_LINES = 20;
/** Programs wrap at 64 columns or more; a person who breaks a line earlier is helped by the missing length alone. */
const NARROWEST_COLUMN = 58;
const LONGEST_PIECE = 256;

/** Where the credential really ends, or undefined when it does not go on. `missing` characters are needed to make it whole. */
export function wrappedEnd(text: string, end: number, body: BodyClass, missing: number): number | undefined {
  let at = end;
  let needed = missing;
  for (let lines = 0; lines < MOST_LINES; lines++) {
    BREAK.lastIndex = at;
    if (!BREAK.test(text)) break;
    const pieceStart = BREAK.lastIndex;
    const piece = new RegExp(`${BODY_CLASSES[body]}{1,${LONGEST_PIECE}}`, 'y');
    piece.lastIndex = pieceStart;
    if (!piece.test(text) || !goesOn(text, at, pieceStart, piece.lastIndex, needed)) break;
    needed -= piece.lastIndex - pieceStart;
    at = piece.lastIndex;
  }
  return at > end ? at : undefined;
}

function goesOn(text: string, lineEnd: number, start: number, end: number, needed: number): boolean {
  // An assignment, a path or a word that goes on is the next line's own text.
  if (/^(?:[=:({]|[ \t]+[A-Za-z=:])/.test(text.slice(end, end + 3))) return false;
  const piece = text.slice(start, end);
  if (needed > 0)
    return end - start >= needed && (piece.length < 8 ? /\d/.test(piece) : isTokenLike(piece) || isRandom(piece));
  const lineStart = text.lastIndexOf('\n', lineEnd - 1) + 1;
  return lineEnd - lineStart >= NARROWEST_COLUMN && (isTokenLike(piece) || isRandom(piece));
}
