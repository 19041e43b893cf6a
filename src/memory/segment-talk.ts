/**
 * Whether a paragraph below somebody else's text is the person's again. Nothing tells for certain: an author says "I" and
 * "please", too. So the less a text is to be believed, the more is asked for; and a rule that nothing ties to the person
 * stays with the text above it.
 */
import { piecesOf } from '../text/sentence-ends.ts';
import { isListItem } from './segment-shapes.ts';
import {
  NORMS,
  NORMS_UNSPACED,
  OWN_WORDS,
  OWN_WORDS_UNSPACED,
  REFERENCE,
  SAYS,
  SAYS_UNSPACED,
  SOURCES,
  SOURCES_UNSPACED,
  TAKEN,
  TAKEN_UNSPACED,
  TALK,
  TALK_UNSPACED,
  TEXT_WORK,
  TEXT_WORK_UNSPACED,
  words,
} from './segment-words.ts';

const TALKS = words(TALK);
const NORM = words(NORMS);
const SOURCE = words(SOURCES);
const SAID = words(SAYS);
const TAKEN_FROM = words(TAKEN);
const OWN = words(OWN_WORDS);
const WORKS_ON = words(TEXT_WORK);
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const QUESTION = /[?？](?:\s|$)/;
const GOES_ON =
  /^(?:and|also|furthermore|moreover|in addition|remember|und|außerdem|et|de plus|y|además|e|além|inoltre|а также|и|另外|此外|また|또한|oraz)(?!\p{L})/iu;
const HEADING = /^#{1,6}\s/;
/** A line that says whose the next ones are is one sentence. */
const LONGEST_ANNOUNCEMENT = 240;
const LONGEST_BELOW = 16;
/** What names the source stands near the colon. */
const LONGEST_CLAUSE = 70;
const COLON = /[:：]\**$/;
const BELOW = /(?:below|unten|ci-dessous|abajo|abaixo|sotto|ниже|poniżej|如下|以下|下記|아래)[.:。：]*$/iu;

/** Oneself, a request, a question. */
export function isRequest(text: string): boolean {
  return QUESTION.test(text) || (WIDE.test(text) ? TALK_UNSPACED.test(text) : TALKS.test(text));
}

/** Speaks to the agent, about what stands above as well. */
export function isTalk(text: string): boolean {
  return REFERENCE.test(text) || isRequest(text);
}

/** Goes on with the text above it: a part of a document, or a sentence that leans on the last. */
export function goesOn(text: string): boolean {
  return HEADING.test(text) || isListItem(text) || GOES_ON.test(text);
}

/** Says what is always or never to be. */
export function isNorm(text: string): boolean {
  return WIDE.test(text) ? NORMS_UNSPACED.test(text) : NORM.test(text);
}

/**
 * `The ticket says:`, `from the wiki:`, `vendor's reply below.`, `please translate:`; not `I said:`, nor `the page should
 * say:`.
 */
export function announces(text: string): boolean {
  const endsOpen = COLON.test(text);
  if (text.length > LONGEST_ANNOUNCEMENT || !(endsOpen || BELOW.test(text.slice(-LONGEST_BELOW))) || HEADING.test(text))
    return false;
  const line = (piecesOf(text).at(-1) ?? '').trim().slice(-LONGEST_CLAUSE);
  if (endsOpen && (WIDE.test(line) ? TEXT_WORK_UNSPACED.test(line) : WORKS_ON.test(line))) return true;
  if (WIDE.test(line)) {
    if (OWN_WORDS_UNSPACED.test(line)) return false;
    return (
      (SOURCES_UNSPACED.test(line) || SOURCE.test(line)) && (SAYS_UNSPACED.test(line) || TAKEN_UNSPACED.test(line))
    );
  }
  if (OWN.test(line)) return false;
  if (SOURCE.test(line)) return SAID.test(line) || TAKEN_FROM.test(line) || !endsOpen;
  // Without a known source the verb has to stand at the end: `Mara wrote:`.
  return endsOpen && SAID.test(line.replace(/^.*\s(?=\S+\s?[:：]\**$)/u, ''));
}
