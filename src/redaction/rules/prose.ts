/**
 * Secrets in sentences: «the admin password is …», «das Passwort lautet …», «here's the token for staging: …».
 * Only on the rest of the line, only a value that shows itself as generated or as a well-made password.
 */
import type { Report } from '../finding.ts';
import type { SecretName } from '../name/secret-name.ts';
import { remembered } from '../remembered.ts';
import { isCode } from '../value/code-value.ts';
import { isMixedRandom, isRandom, isStrikingPassword } from '../value/judge.ts';
import { isHex, isUuid } from '../value/known-harmless.ts';
import { isWordPassword } from '../value/word-password.ts';
import { isUrl } from './believable-value.ts';
import type { NameSpan } from './name-span.ts';
import { nextPlaceFinder } from './next-place.ts';
import { reportSaidValue } from './said-value.ts';
import { withoutTrailingMarks } from './unquoted-value.ts';

const KEY_WORD = /^(?:keys?|cl[eé]|chiave|chave|sleutel|llave|nyckel)$/;
const WINDOW = 160;
/** Every value that is looked for here holds one; ordinary sentences mostly do not. */
const HAS_DIGIT = /\d/;
const WORD = /[^\s"'`<>()[\]{},;“”„«»‚‘’]{7,}/g;
/** Right before the value: `is`, `:`, `=`, `to`, in a few languages; or a quote. */
const LEADS =
  /(?:[:=→]|->|=>|(?<![\p{L}\d])(?:is|was|are|to|be|now|ist|lautet|war|sei|wäre|auf|es|era|son|est|sera|sont|è|sono|é|são|foi|är|er|jest|use|using|with|mit|avec|con|com|met))[ \t]{0,4}(?:["'`*_([“„«‚‘][ \u00a0]?){0,4}$/iu;
/** The value names a revision or a digest, not a secret. */
const DIGEST_WORDS =
  /\b(?:commit|sha\d*|digest|hash|revision|rev|checksum|md5|etag|trace|span|request|build|image|version|object|blob|tree|branch|tag|id)\b\W{0,3}$/i;
/** Generated keys of some frameworks hold every sign there is. */
const SPECIAL = /[!@#$%^&*]/;
const ENCODING_MARK = /^(?:base64|hex):/;
const SIGN_LEADS = /[:=]\s{0,4}\S{0,2}$/;
const OPENED = /["'`“„«‚‘][ \u00a0]?$/;
const DASH = /^\s{0,2}[-–—]{1,2}\s{0,2}$/;
const LEAD_CHARS = 40;
const SHORTEST_TOKEN = 20;
const SHORTEST_HEX = 24;
const SENTENCE_GOES_ON = /^[\s"'`:*_),.—–-]/;
/** Signs that generated values do not hold but code does. */
const CODE_SIGN = /[?:!@#$%^&*|\\]/;
const BEFORE = 200;
/** How far behind a name can stand what leads to its value, and what that can begin with. */
const TOLD_WITHIN = 200;
const LEAD =
  /[:=：＝→是为為はがを는은이改设]|->|[ \u00a0](?:is|was|will|are|ist|lautet|war|wird|heißt|heisst|est|était|sera|es|era|será|è|sarà|é|foi|IS|WAS|IST|LAUTET|EST|ES)[ \u00a0:]/;
/** The words between a value and the name behind it. */
const LEADS_BACK = new Set('is as = ist als es est comme como come è é for für pour para per'.split(' '));
const MOST_BACK = 4;
const LONGEST_BACK = 15;
const LONGEST_LEAD_BACK = 5;
const QUOTED_BEFORE = /["'`][ \t]{1,4}(?:is|as|ist|als|es|est|comme|como|come|è|é)[ \t]/;
const QUOTED_WINDOW = 60;
const VALUE_BEFORE =
  /(?:^|[\s"'`(])([^\s"'`<>()[\]{},;]{8,128})["'`]?[ \t]{1,4}(?:is|as|=|ist|als|es|est|comme|como|come|è|é|for|für|pour|para|per)[ \t]{1,4}(?:[\p{L}']{1,14}[ \t]{1,4}){0,3}$/iu;

/** What is remembered while one text is read, so that no word of it is judged once for every keyword before it. */
export interface ProseMemory {
  readonly nextLead: (from: number) => number;
  /** The words with a digit in them, which every value looked for here has. */
  readonly words: WordList;
  /** A digit or a quote, without which no value stands before its name. */
  readonly nextEvidence: (from: number) => number;
}

export function proseMemory(text: string): ProseMemory {
  return {
    nextLead: nextPlaceFinder(text, LEAD),
    words: wordList(text),
    nextEvidence: nextPlaceFinder(text, /[\d"'`]/),
  };
}

/** Gives the words that begin in a range; ranges only go forward, so that the text is split once. */
type WordList = (from: number, to: number) => readonly Word[];

interface Word {
  readonly start: number;
  readonly text: string;
}

function wordList(text: string): WordList {
  const expression = new RegExp(WORD);
  const nextDigit = nextPlaceFinder(text, HAS_DIGIT);
  let held: Word[] = [];
  let read = 0;
  return (from, to) => {
    held = held.filter(({ start }) => start >= from);
    if (nextDigit(from) >= to) return held;
    expression.lastIndex = Math.max(read, from);
    while (read < to && expression.lastIndex < to) {
      const match = expression.exec(text);
      read = match === null ? text.length : match.index + match[0].length;
      if (match && HAS_DIGIT.test(match[0])) held.push({ start: match.index, text: match[0] });
      if (match === null) break;
    }
    return held;
  };
}

/** No word is judged again for every keyword before it. */
const isStrikingWord = remembered(isStrikingPassword);
const isTokenWord = remembered(mayBeToken);

/** Returns the end of the reported value. */
export function reportProse(
  text: string,
  span: NameSpan,
  name: SecretName,
  memory: ProseMemory,
  report: Report,
): number | undefined {
  const isTold = memory.nextLead(span.end) < span.end + TOLD_WITHIN;
  const said = reportSaidValue(text, span, name, isTold, report);
  if (said !== undefined) return said;
  if (name.doubtful || (name.nameClass === 'weak' && !KEY_WORD.test(name.word))) return undefined;
  const end = SENTENCE_GOES_ON.test(text.charAt(span.end))
    ? reportValueBehind(text, span, name, memory, report)
    : undefined;
  if (end !== undefined) return end;
  if (memory.nextEvidence(Math.max(0, span.start - BEFORE)) < span.start) reportValueBefore(text, span, name, report);
  return undefined;
}

function reportValueBehind(
  text: string,
  span: NameSpan,
  name: SecretName,
  memory: ProseMemory,
  report: Report,
): number | undefined {
  for (const { start, text: word } of memory.words(span.end, span.end + WINDOW)) {
    if (start >= span.end + WINDOW || text.slice(span.end, start).includes('\n')) break;
    if (isUrl(word)) continue;
    const valueEnd = withoutTrailingMarks(text, start, start + word.length);
    const value = text.slice(start, valueEnd);
    const before = text.slice(Math.max(span.end, start - LEAD_CHARS), start);
    const password = name.nameClass === 'password' && isStrikingWord(value);
    const token = isTokenWord(value);
    const secret =
      (password && isLedTo(value, before, start - span.end)) || (token && isProseToken(name, value, before));
    if (!secret) continue;
    report(name.nameClass === 'password' ? 'password' : 'token', start, valueEnd);
    return valueEnd;
  }
  return undefined;
}

function isLedTo(value: string, before: string, distance: number): boolean {
  return distance < 3 || DASH.test(before) || OPENED.test(before) || LEADS.test(before) || isLoud(value);
}

function mayBeToken(value: string): boolean {
  if (value.length < SHORTEST_TOKEN) return false;
  return SPECIAL.test(value) ? isStrikingPassword(value) : isRandom(value, SHORTEST_TOKEN);
}

function isProseToken(name: SecretName, value: string, before: string): boolean {
  if (name.nameClass === 'weak' && !SIGN_LEADS.test(before) && !OPENED.test(before) && !LEADS.test(before))
    return false;
  if (SPECIAL.test(value)) return LEADS.test(before);
  if (isCode(value) || CODE_SIGN.test(value.replace(ENCODING_MARK, '')) || DIGEST_WORDS.test(before)) return false;
  if (isMixedRandom(value, SHORTEST_TOKEN)) return true;
  if (!LEADS.test(before)) return false;
  return isUuid(value)
    ? SIGN_LEADS.test(before) || !DIGEST_WORDS.test(before)
    : !isHex(value) || value.length >= SHORTEST_HEX;
}

/** Every class of character at once: no word of a sentence looks like that. */
function isLoud(value: string): boolean {
  return (
    value.length >= 10 && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /[!@#$%^&*?]/.test(value)
  );
}

/** Quoted, or of a kind that no revision or digest has. */
function isTokenBefore(value: string, quoted: boolean): boolean {
  return isMixedRandom(value, SHORTEST_TOKEN) || (quoted && isRandom(value, SHORTEST_TOKEN));
}

/** Whether one of the words before the name leads from it to a value before. */
function isLedBack(text: string, nameStart: number): boolean {
  let end = nameStart;
  for (let words = 0; words < MOST_BACK; words++) {
    for (let blanks = 0; blanks < MOST_BACK && isBlank(text.charCodeAt(end - 1)); blanks++) end--;
    let start = end;
    while (start > 0 && end - start < LONGEST_BACK && !isBlank(text.charCodeAt(start - 1))) start--;
    if (start === end || end - start === LONGEST_BACK) return false;
    if (end - start <= LONGEST_LEAD_BACK && LEADS_BACK.has(text.slice(start, end).toLowerCase())) return true;
    end = start;
  }
  return false;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** «… is the admin password», «use … as the password». */
function reportValueBefore(text: string, span: NameSpan, name: SecretName, report: Report): void {
  const nameStart = span.start + text.slice(span.start, span.end).lastIndexOf(' ') + 1;
  if (!isLedBack(text, nameStart)) return;
  const from = Math.max(0, nameStart - BEFORE);
  const before = text.slice(from, nameStart);
  if (!HAS_DIGIT.test(before) && !QUOTED_BEFORE.test(before.slice(-QUOTED_WINDOW))) return;
  const match = VALUE_BEFORE.exec(before);
  const value = match?.[1];
  if (!match || value === undefined) return;
  const password = name.nameClass === 'password';
  const quoted = /["'`]/.test(match[0]);
  if (password ? !isStrikingPassword(value) && !(quoted && isWordPassword(value)) : !isTokenBefore(value, quoted))
    return;
  const start = from + match.index + match[0].indexOf(value);
  report(password ? 'password' : 'token', start, start + value.length);
}
