/**
 * Whether a person said a thing as their own, or only asked about it, told what somebody else says, or put it in quotes.
 * Limits: English, but for the question mark and who said it before a colon. In doubt it is not their own, which costs a look at the review list.
 */

import { announces } from '../../memory/segment-talk.ts';
import { coverage, termsOf } from '../../memory/similarity.ts';
import { piecesOf } from '../../text/sentence-ends.ts';

const QUESTION =
  /^\W*(?:(?:and|so|but|ok|okay|hey|hm+|well)\W+)*(?:what|which|who|whose|where|when|why|how|is|are|was|were|do|does|did|has|have|should|shall|may|might|isn't|aren't|don't you|doesn't|didn't|shouldn't)\b(?!.*[!]$)/i;
/** `When you commit, …` and `What I want is …` are no questions. */
const NOT_A_QUESTION =
  /^\W*(?:when(?:ever)?\s+(?:you|i|we|it|the|a|an|writing|using|\w+ing)\b|what i (?:want|need|prefer|like)|how i (?:want|like)|do not\b|have (?:a|the|all|every)\b)/i;
const ENDS_ASKING = /[?？]["'”)\s]*$/;
/** Asked out of politeness, or for a nod. */
const REQUEST =
  /^\W*(?:(?:and|so|ok|okay|hey|please)\W+)*(?:can|could|would|will) you (?:please |always |also |just )*(?!tell|explain|check|look|review|read|say|think|find|show|summari|compare|help|describe|verify|confirm)/i;
const NOD = /,?\s(?:ok|okay|right|please|yes|alright|will you|shall we|got it|understood)\s*\?\s*$/i;
/** What follows or went before is looked at, not wished for. */
const LOOKED_AT =
  /\b(?:what do you (?:think|make) of|(?:your )?thoughts (?:on|about)|do you agree|is (?:it|this|that) (?:true|right|correct|a good)|(?:this|that|the following|their|his|her) (?:advice|tip|suggestion|comment|claim|quote|sentence|message|instruction|recommendation)|according to)\b/i;
const REPORTED =
  /\b(?:page|article|blog|post|readme|docs?|documentation|comment|issue|ticket|tutorial|answer|author|website|site|email|e-mail|log|output|file|somebody|someone|people|he|she|they|it) (?:says?|said|suggests?|suggested|recommends?|recommended|claims?|claimed|tells?|told|states?|stated|advises?|advised|wants? (?:me|us|you)|asks? (?:me|us|you))\b/i;
const QUOTED = /"[^"\n]{3,}"|“[^”\n]{3,}”|«[^»\n]{3,}»|(?<![\p{L}\p{N}])'[^'\n]{8,}'(?![\p{L}\p{N}])/gu;
const TO_REMEMBER = /^\W*(?:please\s+)?(?:remember|note|memori[sz]e|save|keep in mind)\b/i;
/** Of a statement's words, what must be left when the quotes are gone: to be their own, and to be told by them at all. */
const OUTSIDE_QUOTES = 0.5;
const TOLD_OUTSIDE = 0.25;
/** Of a statement's words, what a copied line must hold to be where it comes from. */
const COPIED_SHARE = 0.5;
/** People hardly type so much in exactly the words of an output. */
const COPIED_CHARS = 40;
const LIST_MARK = /^\s*(?:[-*+•>]|\d{1,3}[.)])\s+/;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const WIDE_MORE = 2;

/** `told`: asked about, or what others say. `quoted`: nothing but somebody else's text that is shown. */
type Voice = 'own' | 'told' | 'quoted';

export function voiceOf(statement: string, said: string): Voice {
  const terms = termsOf(statement);
  const voices = passagesOf(terms, said).map((passage) => voiceIn(terms, passage));
  return (['own', 'told', 'quoted'] as const).find((voice) => voices.includes(voice)) ?? 'told';
}

/** The lines that say most of it, each with the one above and the one below: what stands further off says nothing of them. */
function passagesOf(terms: ReadonlySet<string>, said: string): readonly string[] {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const held = lines.map((line) => coverage(terms, termsOf(line)));
  const most = Math.max(...held);
  return lines.flatMap((_, at) => (held[at] === most ? [lines.slice(Math.max(0, at - 1), at + 2).join('\n')] : []));
}

function voiceIn(terms: ReadonlySet<string>, said: string): Voice {
  if (asksToRemember(said)) return 'own';
  const unquoted = said.replace(QUOTED, ' ');
  const outside = unquoted === said ? 1 : coverage(terms, termsOf(unquoted));
  if (outside < TOLD_OUTSIDE) return 'quoted';
  if (LOOKED_AT.test(said) || outside < OUTSIDE_QUOTES) return 'told';
  const sentences = piecesOf(said).map((sentence) => ({ sentence, held: coverage(terms, termsOf(sentence)) }));
  const most = Math.max(...sentences.map(({ held }) => held));
  const isOwn = sentences.some(({ sentence, held }) => held === most && !isAsked(sentence) && !isReported(sentence));
  return isOwn ? 'own' : 'told';
}

/**
 * Asks of an output whether the lines that say it stand there, word for word, with those around them that do. Undefined when
 * they are too few for that.
 */
export function copiedFrom(statement: string, said: string): ((output: string) => boolean) | undefined {
  const terms = termsOf(statement);
  const lines = asksToRemember(said) ? [] : said.split('\n').map(withoutMark);
  const saying = lines.flatMap((line, at) => (coverage(terms, termsOf(line)) >= COPIED_SHARE ? [at] : []));
  if (saying.length === 0 || weightOf(lines.join('')) < COPIED_CHARS) return undefined;
  return (output) =>
    saying.some((at) => {
      const isThere = (line: string | undefined): boolean => line !== undefined && output.includes(line);
      if (!isThere(lines[at])) return false;
      let [first, end] = [at, at + 1];
      while (isThere(lines[first - 1])) first -= 1;
      while (isThere(lines[end])) end += 1;
      return lines.slice(first, end).reduce((sum, line) => sum + weightOf(line), 0) >= COPIED_CHARS;
    });
}

function withoutMark(line: string): string {
  return line.replace(LIST_MARK, '').trim();
}

/** A sign of a script without letters says as much as several of them. */
function weightOf(line: string): number {
  return line.length + WIDE_MORE * (line.match(WIDE)?.length ?? 0);
}

/** Who asks to remember something makes it theirs (POI-2). */
export function asksToRemember(said: string): boolean {
  return TO_REMEMBER.test(said);
}

function isAsked(sentence: string): boolean {
  if (NOD.test(sentence) || REQUEST.test(sentence)) return false;
  return ENDS_ASKING.test(sentence) || (QUESTION.test(sentence) && !NOT_A_QUESTION.test(sentence));
}

/** `Bob said: …` as well. */
function isReported(sentence: string): boolean {
  const colon = sentence.search(/[:：]/);
  return REPORTED.test(sentence) || (colon >= 0 && announces(sentence.slice(0, colon + 1)));
}
