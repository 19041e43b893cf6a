/**
 * What somebody said in an earlier turn, without what others had put into it (POI-2, POI-10): sentences of the agent's that
 * tell an output again, lines of a prompt that stand in quotes, lines of an output. Of those, what is more than a fact is
 * left out, and `[…]` stands in its place: it is in the transcript, and nothing of it comes back by itself. So is what has a
 * download run, whoever but the user says it.
 *
 * Limits: what the agent tells in quite other words is taken for its own. What it says it has done stays.
 */
import { runsDownload } from '../memory/handles.ts';
import { coverage, termsOf } from '../memory/likeness.ts';
import type { SourceClass } from '../memory/source.ts';
import { isSuspicious, speaksForUser } from '../memory/suspicion.ts';
import { tierOf } from '../memory/trust.ts';

/** Most of a sentence's words in one output. */
const RETOLD = 0.6;
const SEPARATOR = /((?<=[.!?。！？])\s+|\n+)/u;
const FENCE = /^\s*(?:```|~~~)/;
const QUOTE = /^\s*>/;
const REPORTED =
  /\b(?:according to|(?:page|article|blog|post|readme|docs?|documentation|comment|issue|ticket|tutorial|wiki|author|website|site|e-?mail|log|output|file|tool|notes?|result|report|description|message|it|they) (?:also )?(?:says?|said|suggests?|recommends?|claims?|tells?|states?|advises?|wants?|asks?|contains?|mentions?|notes?|instructs?|requires?))\b/i;
/** `Noted: …` repeats; `Deleted …` tells what was done. */
const DONE =
  /^\W*(?:(?:I|we)(?:'ve| have)? (?!will|must|should|shall|can|may)|(?!noted|saved|stored|recorded|remembered|learned)[a-z]+ed\b)/i;
const LEFT_OUT = '[…]';

/** `outputs` are what tools had printed until then; they are asked for only when something is in doubt. */
export function ownWords(text: string, source: SourceClass, outputs: () => readonly string[]): string {
  if (source === 'typed') return text;
  const pieces = text.split(SEPARATOR);
  // Fences stand in fences: from the first to the last all is somebody else's.
  const [first, last] = [pieces.findIndex(isFence), pieces.findLastIndex(isFence)];
  let told: readonly ReadonlySet<string>[] | undefined;
  const isRetold = (piece: string): boolean => {
    if (REPORTED.test(piece)) return true;
    if (DONE.test(piece) && !speaksForUser(piece)) return false;
    told ??= outputs().map(termsOf);
    const terms = termsOf(piece);
    return told.some((output) => coverage(terms, output) >= RETOLD);
  };
  const isOthers = (piece: string, at: number): boolean => {
    if (tierOf(source) === 'tool') return true;
    return source === 'pasted' ? (at > first && at < last) || QUOTE.test(piece) : isRetold(piece);
  };
  const isLeftOut = (piece: string, at: number): boolean =>
    runsDownload(piece) || (isSuspicious(withoutQuote(piece)) && isOthers(piece, at));
  const kept = pieces.map((piece, at) => (isLeftOut(piece, at) ? LEFT_OUT : piece));
  const isEmpty = kept.every((piece) => piece === LEFT_OUT || isFence(piece) || piece.trim() === '');
  return isEmpty ? '' : kept.join('');
}

function isFence(piece: string): boolean {
  return FENCE.test(piece);
}

/** A quote's own mark, or a bare fence, is no sign of anything. */
function withoutQuote(piece: string): string {
  return isFence(piece) ? '' : piece.replace(QUOTE, '');
}
