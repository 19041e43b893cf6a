/**
 * What somebody said in an earlier turn, without what others had put into it (POI-2, POI-10): sentences of the agent's that
 * tell an output again, parts of a prompt that were pasted, lines of an output. Of those, what is more than a fact is
 * left out: it is in the transcript, and nothing of it comes back by itself. So is what has a download run, whoever but the
 * user says it.
 *
 * Limits: what the agent tells in quite other words is taken for its own. What it says it has done stays.
 */
import { DOWNLOAD_EXPRESSIONS, runsDownload } from '../memory/handles.ts';
import { memo } from '../memory/memo.ts';
import { coverage, termsOf } from '../memory/similarity.ts';
import type { SourceClass } from '../memory/source.ts';
import { isSuspicious, SUSPICION_EXPRESSIONS, speaksForUser } from '../memory/suspicion.ts';
import { compileExpressions } from '../platform/compile-expressions.ts';
import { piecesOf } from '../text/sentence-ends.ts';

/** Most of a sentence's words in one output. */
const RETOLD = 0.6;
const FENCE = /^\s*(?:```|~~~)/;
const QUOTE = /^\s*>/;
const REPORTED =
  /\b(?:according to|(?:page|article|blog|post|readme|docs?|documentation|comment|issue|ticket|tutorial|wiki|author|website|site|e-?mail|log|output|file|tool|notes?|result|report|description|message|it|they) (?:also )?(?:says?|said|suggests?|recommends?|claims?|tells?|states?|advises?|wants?|asks?|contains?|mentions?|notes?|instructs?|requires?))\b/i;
/** `Noted: …` repeats; `Deleted …` tells what was done, `We still have to …` what is to be. */
const DONE =
  /^\W*(?:(?:I|we)(?:'ve| have)? (?!(?:[a-z]+ )?(?:will|must|should|shall|can|may|to|have to|need|ought|want|plan|are to)\b)|(?!noted|saved|stored|recorded|remembered|learned)[a-z]+ed\b)/i;
const CUT = /^…|…$/g;

/**
 * `outputs` are what tools had printed until then; asked for only when something is in doubt.
 * `typed` is what the person wrote of a prompt that the text is a part of; without it a typed one is theirs as a whole.
 */
export function ownWords(
  text: string,
  source: SourceClass,
  outputs: () => readonly string[],
  typed = source === 'typed' ? text : '',
): string {
  if (source === 'typed' && isPartOf(text, typed)) return text;
  const pieces = piecesOf(text);
  const isRetold = (piece: string): boolean => {
    if (REPORTED.test(piece)) return true;
    if (DONE.test(piece) && !speaksForUser(piece)) return false;
    const terms = termsOf(piece);
    return outputs().some((output) => coverage(terms, outputTerms(output)) >= RETOLD);
  };
  const isLeftOut = (piece: string): boolean => {
    if (piece.trim() === '' || (source === 'typed' && isPartOf(piece, typed))) return false;
    const doubt = doubtAbout(piece);
    return doubt === 'download' || (doubt === 'more than a fact' && (source !== 'assistant' || isRetold(piece)));
  };
  const kept = pieces.map((piece) => (isLeftOut(piece) ? blanksBehind(piece) : piece));
  const isEmpty = kept.every((piece) => isFence(piece) || piece.trim() === '');
  return isEmpty ? '' : kept.join('');
}

/** Blocks tell the same turns again and again. */
const doubtAbout = memo((piece) => {
  if (runsDownload(piece)) return 'download';
  return isSuspicious(withoutQuote(piece)) ? 'more than a fact' : undefined;
});

/** Whether a passage stands in a text as it is; the passage may be cut, and have its lines in one. */
export function isPartOf(passage: string, text: string): boolean {
  return asOneLine(text).includes(asOneLine(passage));
}

function asOneLine(text: string): string {
  return text.replace(CUT, '').replace(/\s+/g, ' ').trim();
}

/** An output is long, and asked about with every sentence that is in doubt. */
const outputTerms = memo(termsOf, { most: 400, longest: 4_000 });

let prepared: Promise<void> | undefined;

/** To be awaited before the first call on a thread that others wait for: what it asks takes long to get ready, once. */
export function prepareOwnWords(): Promise<void> {
  prepared ??= compileExpressions([...SUSPICION_EXPRESSIONS, ...DOWNLOAD_EXPRESSIONS]);
  return prepared;
}

function blanksBehind(piece: string): string {
  return piece.slice(piece.trimEnd().length);
}

function isFence(piece: string): boolean {
  return FENCE.test(piece);
}

/** A quote's own mark, or a bare fence, is no sign of anything. */
function withoutQuote(piece: string): string {
  return isFence(piece) ? '' : piece.replace(QUOTE, '');
}
