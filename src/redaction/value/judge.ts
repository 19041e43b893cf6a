/**
 * Decides whether a value could be a secret, in steps of how much its surroundings already say:
 * - password-like: the name says password, so anything a person would not type by chance is one;
 * - token-like: the name says token, key or secret, so it has to look generated;
 * - random: the name says little, so it has to look clearly generated.
 */
import { remembered } from '../remembered.ts';
import { isHex, isIdentifierOfAThing, isKnownHarmless, isUuid } from './known-harmless.ts';
import { isStandIn } from './stand-in.ts';
import { shapeOf, type ValueShape } from './value-shape.ts';

const SHORTEST_PASSWORD = 6;
const SHORTEST_TOKEN = 8;
const SHORTEST_RANDOM = 16;
const LONGEST_PASSWORD = 256;
/** Share of letters in words above which a value reads as words. */
const WORDY_SHARE = 0.5;
const RANDOM_WORDY_SHARE = 0.46;
const CHANGING_WORDY_SHARE = 0.7;
const RESTLESS_WORDY_SHARE = 0.6;
const SHORTEST_RESTLESS = 20;
/** Capitals where no name has them: together, or with one small letter between. */
const ODD_CAPITALS = /[A-Z]{2,}|[A-Z][a-z](?=[A-Z])/g;
const MOST_ODD_CAPITALS_OF_A_NAME = 2;
/** Names hold more letters in words than this. */
const RARE_WORDS_SHARE = 0.3;
const FEWEST_CHANGES = 4;
const FEWEST_DISTINCT = 7;
const PASSPHRASE = /^[A-Za-z]{3,}(?:[-_.][A-Za-z]{3,}){2,}$/;
const SHORTEST_PASSPHRASE = 14;
const NUMBERED_PHRASE = /^[a-z]+(?:[-_][a-z]+){2,}[-_]?\d{1,6}$/i;
const SYMBOL_INSIDE = /[A-Za-z\d][^\s\w@.:/-]+[A-Za-z]/;
const DIGITS_ONLY = /^\d+$/;
const SYNTAX_MARK = /[()[\]{}<>|"'`,;]/;
const ADDRESS_MARK = /[/:=]/;
const CODE_NAME = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?<!\$)$/;
const MENTION = /^[@#*&]/;
const LOWER_HEX = /^(?:0x)?[0-9a-f]{7,}$/;
const HAS_DIGIT = /\d/;
const MANY_CAPITALS = /(?:[A-Z][^A-Z]{0,5}){4}|(?:[A-Z][^A-Z]{0,20}){5}/;
const ONE_RUN = /^[a-z]{20,}$/;

export const isPasswordLike: (value: string) => boolean = remembered(couldBePassword);

function couldBePassword(value: string): boolean {
  if (value.length < SHORTEST_PASSWORD) return false;
  const shape = shapeOf(value);
  return hasPasswordShape(value, shape) && !isStandIn(value) && (DIGITS_ONLY.test(value) || !isKnownHarmless(value));
}

/** The cheap half of the test; it turns down nearly every ordinary word. */
function hasPasswordShape(value: string, shape: ValueShape): boolean {
  if (shape.space > 0) return false;
  if (shape.lower + shape.upper === 0) return shape.digit >= SHORTEST_PASSWORD || shape.symbol > 2;
  if (value.length > LONGEST_PASSWORD) return isRandomShape(value, shape);
  if (shape.digit > 0) return true;
  if (shape.symbol > 0 && SYMBOL_INSIDE.test(value)) return shape.wordLetters < shape.length - 2 || shape.symbol > 1;
  if (shape.wordLetters < shape.length * WORDY_SHARE) return true;
  return value.length >= SHORTEST_PASSPHRASE && PASSPHRASE.test(value);
}

/** A password that shows itself: for free text, where every second word would pass the plain test. */
export function isStrikingPassword(value: string): boolean {
  if (value.length < SHORTEST_TOKEN || !HAS_DIGIT.test(value) || SYNTAX_MARK.test(value)) return false;
  const shape = shapeOf(value);
  if (!hasStrikingShape(value, shape) || !hasPasswordShape(value, shape) || isStandIn(value)) return false;
  return !isKnownHarmless(value) && !isIdentifierOfAThing(value) && !isUuid(value) && !LOWER_HEX.test(value);
}

function hasStrikingShape(value: string, shape: ValueShape): boolean {
  if (shape.lower + shape.upper === 0) return false;
  if (shape.symbol > 0) {
    if (MENTION.test(value) && shape.wordLetters * 2 >= shape.length) return false;
    return !CODE_NAME.test(value) || shape.wordLetters < shape.length * 0.6;
  }
  if (shape.upper > 0 && shape.lower > 0)
    return shape.wordLetters < shape.length * 0.8 ? !ADDRESS_MARK.test(value) : NUMBERED_PHRASE.test(value);
  return NUMBERED_PHRASE.test(value);
}

export const isTokenLike: (value: string) => boolean = remembered(couldBeToken);

function couldBeToken(value: string): boolean {
  if (value.length < SHORTEST_TOKEN || isPlainlyWords(value)) return false;
  const shape = shapeOf(value);
  return hasTokenShape(value, shape) && !isStandIn(value) && !isKnownHarmless(value);
}

function hasTokenShape(value: string, shape: ValueShape): boolean {
  if (shape.space > 0) return false;
  if (shape.digit > 0 && shape.lower + shape.upper > 0 && shape.wordLetters <= shape.length * wordyLimit(shape))
    return true;
  return isRandomShape(value, shape) || isRestless(shape);
}

/** Letters alone, whose case changes all the time: unlike those of a name, they make few words. */
function isRestless(shape: ValueShape): boolean {
  if (shape.length < SHORTEST_RESTLESS || shape.lower + shape.upper < shape.length) return false;
  return shape.changes * 4 >= shape.length && shape.wordLetters <= shape.length * RESTLESS_WORDY_SHARE;
}

/** A value that keeps changing between cases and digits may hold a few chance words. */
function wordyLimit(shape: ValueShape): number {
  return shape.changes * 4 >= shape.length && shape.digit > 1 ? CHANGING_WORDY_SHARE : WORDY_SHARE;
}

export function isRandom(value: string, shortest = SHORTEST_RANDOM): boolean {
  if (value.length < shortest || isPlainlyWords(value)) return false;
  const shape = shapeOf(value);
  return (
    shape.space === 0 &&
    isRandomShape(value, shape) &&
    !isStandIn(value) &&
    !isKnownHarmless(value) &&
    !isIdentifierOfAThing(value)
  );
}

/** A glance that spares the count for nearly every ordinary word: no digits, few capitals, not one long run of letters. */
function isPlainlyWords(value: string): boolean {
  return !HAS_DIGIT.test(value) && !MANY_CAPITALS.test(value) && !ONE_RUN.test(value);
}

/** Random, and of a kind that hashes and ids do not have: upper case, lower case and digits together. */
export function isMixedRandom(value: string, shortest: number): boolean {
  if (value.length < shortest || !HAS_DIGIT.test(value)) return false;
  const shape = shapeOf(value);
  return shape.upper > 1 && shape.lower > 1 && !isHex(value) && !isUuid(value) && isRandom(value, shortest);
}

function isRandomShape(value: string, shape: ValueShape): boolean {
  if (shape.length < SHORTEST_RANDOM || shape.distinct < FEWEST_DISTINCT) return false;
  if (shape.digit === 0 && shape.upper > 0 && shape.lower > 0) return isCaseJumble(value, shape);
  if (shape.wordLetters > shape.length * RANDOM_WORDY_SHARE) return shape.lower > 3 && isCaseJumble(value, shape);
  if (shape.digit > 0) return shape.lower + shape.upper > 0;
  return shape.length >= 20 && shape.wordLetters * 4 < shape.length;
}

/** A name has its capitals where words begin, a generated value has them anywhere. */
function isCaseJumble(value: string, shape: ValueShape): boolean {
  if (value.includes('.')) return false;
  const odd = value.match(ODD_CAPITALS)?.length ?? 0;
  if (odd > MOST_ODD_CAPITALS_OF_A_NAME) return true;
  if (odd === MOST_ODD_CAPITALS_OF_A_NAME) return shape.wordLetters <= shape.length * WORDY_SHARE;
  return shape.changes >= FEWEST_CHANGES && shape.wordLetters <= shape.length * RARE_WORDS_SHARE;
}
