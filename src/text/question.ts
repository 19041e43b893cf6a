/**
 * Whether a text only asks: each of its sentences is a question, and nothing is told or ordered in it. By the mark at its end,
 * by what ends a question in Chinese, Japanese and Korean, and, where English people leave the mark out, by how it begins.
 * Long ones, and those that begin with what is so, tell something as well. Pure.
 */
import { isAcknowledgement } from './acknowledgement.ts';
import { sentencesOf } from './sentences.ts';

/** Who writes more tells something: "with 300 users on Flask 2.3, how do I …". */
const MOST_CHARS = 300;
const SENTENCE_WORDS = 20;
/** A sentence that begins with what is so, and asks what to make of it. */
const TELLS_FIRST =
  /^(?:i|i'm|i've|i'd|we|we're|we've|my|our|since|because|given|after|when|if|for|with|in|on|as|ich|wir|mein|unser|weil|da|wenn|je|nous|mon|notre|comme|yo|nosotros|mi|nuestro|como)\b/iu;
const MARKED = /[?？؟][\s"'’”)\]]*$/u;
const UNSPACED = /(?:吗|呢|でしょうか|ですか|ますか|ましたか|なの|나요|니까|까요|는지|가요)[\s.。…]*$/u;
const ENGLISH =
  /^(?:(?:so|ok|okay|and|but|hey|hi|also|btw)\b[,\s]*)*(?:what(?:'?s|\s+(?:is|are|was|were|did|do|does|has|have|would|should))\b|which\s+\w+\s+(?:is|are|was|were|did|do|does|has|have|should|would)\b|(?:who|where|why|when)(?:'?s|\s+(?:is|are|was|were|did|do|does|has|have|should|would|can))\b|how\s+(?:do|does|did|can|could|should|would|is|are|was|were|many|much|long|often|come)\b|(?:do|does|did|is|are|was|were|have|has)\s+(?:you|we|i|it|they|there|this|that|the)\b)/iu;

export function merelyAsks(text: string): boolean {
  if (text.length > MOST_CHARS || !hasForm(text)) return false;
  const sentences = sentencesOf(text).map(({ text: said }) => said);
  return sentences.some(isQuestion) && sentences.every((said) => isQuestion(said) || isAcknowledgement(said));
}

function isQuestion(sentence: string): boolean {
  if (TELLS_FIRST.test(sentence) || sentence.split(/\s+/).length > SENTENCE_WORDS) return false;
  return hasForm(sentence);
}

function hasForm(text: string): boolean {
  return MARKED.test(text) || UNSPACED.test(text) || ENGLISH.test(text);
}
