/**
 * Whether a person said a thing as their own, or only asked about it, told what somebody else says, or put it in quotes.
 * Limits: English, but for the question mark. In doubt it is not their own, which costs a look at the review list.
 */
import { coverage, termsOf } from '../../memory/likeness.ts';

const SENTENCE = /(?<=[.!?。！？])\s+|(?<=[。！？])|\n+/u;
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

/** `told`: asked about, or what others say. `quoted`: nothing but somebody else's text that is shown. */
type Voice = 'own' | 'told' | 'quoted';

export function voiceOf(statement: string, said: string): Voice {
  if (asksToRemember(said)) return 'own';
  const terms = termsOf(statement);
  const unquoted = said.replace(QUOTED, ' ');
  const outside = unquoted === said ? 1 : coverage(terms, termsOf(unquoted));
  if (outside < TOLD_OUTSIDE) return 'quoted';
  if (LOOKED_AT.test(said) || outside < OUTSIDE_QUOTES) return 'told';
  const sentences = said.split(SENTENCE).map((sentence) => ({ sentence, held: coverage(terms, termsOf(sentence)) }));
  const most = Math.max(...sentences.map(({ held }) => held));
  const isOwn = sentences.some(({ sentence, held }) => held === most && !isAsked(sentence) && !REPORTED.test(sentence));
  return isOwn ? 'own' : 'told';
}

/** Whether the lines that say it stand, word for word, in an output. */
export function isCopied(statement: string, said: string, output: string): boolean {
  if (asksToRemember(said)) return false;
  const terms = termsOf(statement);
  return said
    .split('\n')
    .map((line) => line.trim())
    .some(
      (line) => line.length >= COPIED_CHARS && coverage(terms, termsOf(line)) >= COPIED_SHARE && output.includes(line),
    );
}

/** Who asks to remember something makes it theirs (POI-2). */
export function asksToRemember(said: string): boolean {
  return TO_REMEMBER.test(said);
}

function isAsked(sentence: string): boolean {
  if (NOD.test(sentence) || REQUEST.test(sentence)) return false;
  return ENDS_ASKING.test(sentence) || (QUESTION.test(sentence) && !NOT_A_QUESTION.test(sentence));
}
