/**
 * Private key blocks: PEM, OpenSSH, PGP, OpenVPN, SSH2, PuTTY; also with escaped line breaks, and without an end when the
 * text was cut. Walks the text once: no search for an end is ever repeated.
 */
import type { Report } from '../finding.ts';

const BEGIN =
  /-{4,5} ?BEGIN (?:[A-Z0-9]{1,20} ){0,4}?(?:PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1|SSH2 ENCRYPTED PRIVATE KEY) ?-{4,5}/g;
const END = /-{4,5} ?END [A-Za-z0-9 ]{1,40}-{4,5}/g;
/** A 16384-bit RSA key takes 13 KB. */
const LONGEST_BLOCK = 20_000;
/** What a block cut short may still hold: base64 lines, headers, line breaks in plain or escaped form. */
const BODY_PIECE =
  /(?:\s|\\[nr]|\\|["'+>|,#*]|Proc-Type:[^\n]{0,60}|DEK-Info:[^\n]{0,80}|Version:[^\n]{0,80}|Comment:[^\n]{0,80}){0,200}[A-Za-z0-9+/=]{1,20000}/y;
const SHORTEST_LINE = 16;
/** A real block holds one soon; a sentence about blocks, or a sample full of X, does not. */
const GENERATED_LINE = /(?!(.)\1{7})[A-Za-z0-9+/=]{16}/;
const LONGEST_HEADER = 2000;
const PUTTY = /PuTTY-User-Key-File-\d/g;
const PUTTY_PRIVATE = /Private-Lines: ?\d{1,4}\s{1,4}(?:[A-Za-z0-9+/=]{1,80}\s{1,4}){1,300}/y;

export function findPrivateKeys(text: string, report: Report): void {
  if (text.includes('BEGIN ')) findBlocks(text, report);
  if (text.includes('PuTTY-User-Key-File')) findPutty(text, report);
}

function findBlocks(text: string, report: Report): void {
  BEGIN.lastIndex = 0;
  let end = -1;
  let noMoreEnds = false;
  for (let begin = BEGIN.exec(text); begin; begin = BEGIN.exec(text)) {
    const bodyStart = BEGIN.lastIndex;
    while (!noMoreEnds && end < bodyStart) {
      END.lastIndex = Math.max(bodyStart, end);
      const found = END.exec(text);
      if (found) end = END.lastIndex;
      else noMoreEnds = true;
    }
    const nextBegin = text.indexOf('-BEGIN ', bodyStart);
    const interrupted = nextBegin >= 0 && nextBegin < end;
    const closed = end >= bodyStart && end - bodyStart <= LONGEST_BLOCK && !interrupted;
    const blockEnd = closed ? end : cutBlockEnd(text, bodyStart);
    if (GENERATED_LINE.test(text.slice(bodyStart, Math.min(blockEnd, bodyStart + LONGEST_HEADER))))
      report('private-key', begin.index, blockEnd);
    BEGIN.lastIndex = Math.max(bodyStart, closed ? blockEnd : bodyStart);
  }
}

function cutBlockEnd(text: string, from: number): number {
  let end = from;
  while (end - from < LONGEST_BLOCK) {
    BODY_PIECE.lastIndex = end;
    const piece = BODY_PIECE.exec(text);
    if (!piece) break;
    const line = /[A-Za-z0-9+/=]*$/.exec(piece[0])?.[0] ?? '';
    if (line.length < SHORTEST_LINE) break;
    end = BODY_PIECE.lastIndex;
  }
  return end;
}

function findPutty(text: string, report: Report): void {
  PUTTY.lastIndex = 0;
  for (let match = PUTTY.exec(text); match; match = PUTTY.exec(text)) {
    const at = text.slice(match.index, match.index + LONGEST_BLOCK).indexOf('Private-Lines:');
    if (at < 0) {
      // The window is done with: looking into it again for the next header would be quadratic.
      PUTTY.lastIndex = match.index + LONGEST_BLOCK;
      continue;
    }
    PUTTY_PRIVATE.lastIndex = match.index + at;
    if (PUTTY_PRIVATE.test(text)) report('private-key', match.index + at, PUTTY_PRIVATE.lastIndex);
  }
}
