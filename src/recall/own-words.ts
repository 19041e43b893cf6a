/**
 * What somebody said in an earlier turn, without what others had put into it (POI-2, POI-10): sentences of the agent's that
 * tell an output again, lines of a prompt that stand in quotes, lines of an output. Of those, what is more than a fact is
 * left out, and `[…]` stands in its place: it is in the transcript, and nothing of it comes back by itself. So is what has a
 * download run, whoever but the user says it.
 *
 * Limits: what the agent tells in quite other words is taken for its own. What it says it has done stays.
 */
import { DOWNLOAD_EXPRESSIONS, runsDownload } from '../memory/handles.ts';
import { coverage, termsOf } from '../memory/likeness.ts';
import type { SourceClass } from '../memory/source.ts';
import { isSuspicious, SUSPICION_EXPRESSIONS, speaksForUser } from '../memory/suspicion.ts';
import { tierOf } from '../memory/trust.ts';
import { compileExpressions } from '../platform/compile-expressions.ts';

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

/** `outputs` are what tools had printed until then, the same list each time; asked for only when something is in doubt. */
export function ownWords(text: string, source: SourceClass, outputs: () => readonly string[]): string {
  if (source === 'typed') return text;
  const pieces = text.split(SEPARATOR);
  // Fences stand in fences: from the first to the last all is somebody else's.
  const [first, last] = [pieces.findIndex(isFence), pieces.findLastIndex(isFence)];
  const isRetold = (piece: string): boolean => {
    if (REPORTED.test(piece)) return true;
    if (DONE.test(piece) && !speaksForUser(piece)) return false;
    const terms = termsOf(piece);
    return termsIn(outputs()).some((output) => coverage(terms, output) >= RETOLD);
  };
  const isOthers = (piece: string, at: number): boolean => {
    if (tierOf(source) === 'tool') return true;
    return source === 'pasted' ? (at > first && at < last) || QUOTE.test(piece) : isRetold(piece);
  };
  const isLeftOut = (piece: string, at: number): boolean =>
    piece.trim() !== '' && (runsDownload(piece) || (isSuspicious(withoutQuote(piece)) && isOthers(piece, at)));
  const kept = pieces.map((piece, at) => (isLeftOut(piece, at) ? LEFT_OUT : piece));
  const isEmpty = kept.every((piece) => piece === LEFT_OUT || isFence(piece) || piece.trim() === '');
  return isEmpty ? '' : kept.join('');
}

/** Of one list once, however often it is asked for. */
const terms = new WeakMap<readonly string[], readonly ReadonlySet<string>[]>();

function termsIn(outputs: readonly string[]): readonly ReadonlySet<string>[] {
  const known = terms.get(outputs) ?? outputs.map(termsOf);
  terms.set(outputs, known);
  return known;
}

let prepared: Promise<void> | undefined;

/** To be awaited before the first call on a thread that others wait for: what it asks takes long to get ready, once. */
export function prepareOwnWords(): Promise<void> {
  prepared ??= compileExpressions([...SUSPICION_EXPRESSIONS, ...DOWNLOAD_EXPRESSIONS]);
  return prepared;
}

function isFence(piece: string): boolean {
  return FENCE.test(piece);
}

/** A quote's own mark, or a bare fence, is no sign of anything. */
function withoutQuote(piece: string): string {
  return isFence(piece) ? '' : piece.replace(QUOTE, '');
}
