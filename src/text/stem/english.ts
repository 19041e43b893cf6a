/**
 * The stem of an English word after the rules of Snowball's "english" (Porter 2), with its later exceptions, over a table of
 * irregular forms. In: one word of the letters a to z. Out: a key for the index, often no word ("generous" is "generous",
 * "generate" is "generat"). Where the rules merge what means different things, a word is fixed by name. Pure.
 */
import { baseForm } from './irregular.ts';

/** Shorter words have no endings. */
const SHORTEST = 3;
/** Words the rules would spoil, or merge with others. */
const FIXED = new Map(
  `skis:ski skies:sky dying:die lying:lie tying:tie idly:idl gently:gentl ugly:ugli early:earli only:onli singly:singl
   sky:sky news:news howe:howe atlas:atlas cosmos:cosmos bias:bias andes:andes`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);
/** Words that only look as if they had an ending, also in the plural. */
const WITHOUT_ENDING = new Set(
  'inning outing canning herring earring evening proceed exceed succeed business'.split(' '),
);
/** Beginnings that are not to be cut into: "university" is not "universe", "organic" is not "organ". */
const WHOLE_BEGINNING = /^(?:gener|commun|arsen|univers|organ|emerg|later)/;

const VOWEL = /[aeiouy]/;
const ENDS_DOUBLED = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
/** Short words that are written so: "add", "egg", "off". */
const STAYS_DOUBLED = /^[aeo](?:dd|gg|ff|rr|bb)$/;
/** Before -ly: "quickly", but not "reply". */
const BEFORE_LY = /[cdeghkmnrt]$/;

type Replacement = readonly [ending: string, by: string];

const LONG_ENDINGS: readonly Replacement[] = [
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['iveness', 'ive'],
  ['ization', 'ize'],
  ['ousness', 'ous'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['tional', 'tion'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ation', 'ate'],
  ['entli', 'ent'],
  ['fulli', 'ful'],
  ['iviti', 'ive'],
  ['ousli', 'ous'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['anci', 'ance'],
  ['ator', 'ate'],
  ['enci', 'ence'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['li', ''],
];
const MIDDLE_ENDINGS: readonly Replacement[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['ative', ''],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const LAST_ENDINGS = 'ement able ance ence ible ment ant ate ent ion ism iti ive ize ous al er ic'.split(' ');

/** Where the first and the second region of a word begin: the further back an ending stands, the more of it may go. */
interface Regions {
  readonly first: number;
  readonly second: number;
}

export function english(form: string): string {
  const word = baseForm(form);
  if (word.length < SHORTEST) return word;
  const fixed = FIXED.get(word);
  if (fixed !== undefined) return fixed;
  // A y that acts as a consonant is written Y, and is no vowel then.
  const marked = word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y');
  const beginning = WHOLE_BEGINNING.exec(marked)?.[0].length;
  const first = beginning ?? regionAfter(marked, 0);
  const regions = { first, second: regionAfter(marked, first) };
  const singular = withoutPlural(marked);
  if (WITHOUT_ENDING.has(singular)) return singular;
  const present = withoutFinalY(withoutParticiple(singular, first));
  const shorter = withoutMiddleEnding(withoutLongEnding(present, first), regions);
  return withoutFinalLetter(withoutLastEnding(shorter, regions.second), regions).replaceAll('Y', 'y');
}

function isVowel(word: string, at: number): boolean {
  return VOWEL.test(word.charAt(at));
}

/** Behind the first consonant that follows a vowel. */
function regionAfter(word: string, from: number): number {
  for (let at = from + 1; at < word.length; at += 1) if (!isVowel(word, at) && isVowel(word, at - 1)) return at + 1;
  return word.length;
}

/** Ends in consonant, vowel, consonant other than w, x, Y; or is a vowel and a consonant. */
function endsShort(word: string): boolean {
  return /[^aeiouy][aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$/.test(word);
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  return /[^us]s$/.test(word) && VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function withoutParticiple(word: string, region: number): string {
  const eed = word.search(/eed(?:ly)?$/);
  if (eed >= 0) return eed >= region ? `${word.slice(0, eed)}ee` : word;
  const at = word.search(/(?:ed|ing)(?:ly)?$/);
  const verb = word.slice(0, Math.max(0, at));
  if (!VOWEL.test(verb)) return word;
  if (/(?:at|bl|iz)$/.test(verb)) return `${verb}e`;
  if (ENDS_DOUBLED.test(verb)) return STAYS_DOUBLED.test(verb) ? verb : verb.slice(0, -1);
  return endsShort(verb) && region >= verb.length ? `${verb}e` : verb;
}

function withoutFinalY(word: string): string {
  return /.[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word;
}

function withoutLongEnding(word: string, region: number): string {
  const [ending, by] = LONG_ENDINGS.find(([each]) => word.endsWith(each)) ?? ['', ''];
  const rest = word.slice(0, word.length - ending.length);
  if (rest.length < region || (ending === 'ogi' && !rest.endsWith('l'))) return word;
  return ending === 'li' && !BEFORE_LY.test(rest) ? word : rest + by;
}

function withoutMiddleEnding(word: string, { first, second }: Regions): string {
  const [ending, by] = MIDDLE_ENDINGS.find(([each]) => word.endsWith(each)) ?? ['', ''];
  const rest = word.slice(0, word.length - ending.length);
  return rest.length >= (ending === 'ative' ? second : first) ? rest + by : word;
}

function withoutLastEnding(word: string, region: number): string {
  const ending = LAST_ENDINGS.find((each) => word.endsWith(each)) ?? '';
  const rest = word.slice(0, word.length - ending.length);
  return rest.length < region || (ending === 'ion' && !/[st]$/.test(rest)) ? word : rest;
}

function withoutFinalLetter(word: string, { first, second }: Regions): string {
  const rest = word.slice(0, -1);
  const mayGo = word.endsWith('e')
    ? rest.length >= second || (rest.length >= first && !endsShort(rest))
    : word.endsWith('ll') && rest.length >= second;
  return mayGo ? rest : word;
}
