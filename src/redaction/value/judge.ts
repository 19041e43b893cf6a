/**
 * Decides whether a value could be a secret, given how much its surroundings already say:
 * - `password`: the name says password, so anything a person would not type by chance is one;
 * - `token`: the name says token, key or secret, so it has to look generated;
 * - `random`: the name says little, so it has to look clearly generated.
 */
import { isHex, isIdentifierOfAThing, isKnownHarmless, isUuid } from './known-harmless.ts';
import { isStandIn } from './stand-in.ts';
import { shapeOf, type ValueShape } from './value-shape.ts';

export type Demand = 'password' | 'token' | 'random';

const SHORTEST_PASSWORD = 6;
const SHORTEST_TOKEN = 8;
const SHORTEST_RANDOM = 16;
const LONGEST_PASSWORD = 256;
/** Share of letters in words above which a value reads as words. */
const WORDY_SHARE = 0.5;
const RANDOM_WORDY_SHARE = 0.42;
const FEWEST_DISTINCT = 7;
const PASSPHRASE = /^[A-Za-z]{3,}(?:[-_.][A-Za-z]{3,}){2,}$/;
const SHORTEST_PASSPHRASE = 14;

export function satisfies(value: string, demand: Demand): boolean {
  if (demand === 'password') return isPasswordLike(value);
  return demand === 'token' ? isTokenLike(value) : isRandom(value);
}

export function isPasswordLike(value: string): boolean {
  if (value.length < SHORTEST_PASSWORD) return false;
  const shape = shapeOf(value);
  if (shape.space > 0 || isStandIn(value)) return false;
  const letters = shape.lower + shape.upper;
  if (letters === 0) return shape.digit >= SHORTEST_PASSWORD || shape.symbol > 2;
  if (value.length > LONGEST_PASSWORD) return isRandomShape(shape);
  if (isKnownHarmless(value)) return false;
  if (shape.digit > 0) return true;
  if (PASSPHRASE.test(value)) return value.length >= SHORTEST_PASSPHRASE;
  if (shape.symbol > 0 && /[^\s\w][A-Za-z]/.test(value)) return shape.wordLetters < shape.length - 2 || shape.symbol > 1;
  return shape.wordLetters < shape.length * WORDY_SHARE;
}

/** A password that shows itself: for free text, where every second word would pass the plain test. */
export function isStrikingPassword(value: string): boolean {
  if (value.length < SHORTEST_TOKEN || !isPasswordLike(value)) return false;
  const shape = shapeOf(value);
  if (shape.digit === 0 || shape.lower + shape.upper === 0 || isIdentifierOfAThing(value)) return false;
  if (/[()[\]{}<>|"'`,;]/.test(value)) return false;
  if (isUuid(value) || /^(?:0x)?[0-9a-f]{7,}$/.test(value)) return false;
  if (shape.symbol > 0) return !/^[@#]/.test(value) || shape.wordLetters * 2 < shape.length;
  if (/^[a-z]+(?:[-_][a-z]+){2,}[-_]?\d{1,6}$/i.test(value)) return true;
  return shape.upper > 0 && shape.lower > 0 && shape.wordLetters < shape.length * 0.8 && !/[/:=]/.test(value);
}

export function isTokenLike(value: string): boolean {
  if (value.length < SHORTEST_TOKEN) return false;
  const shape = shapeOf(value);
  if (shape.space > 0 || isStandIn(value) || isKnownHarmless(value)) return false;
  if (shape.digit > 0 && shape.lower + shape.upper > 0) return shape.wordLetters <= shape.length * WORDY_SHARE;
  return isRandomShape(shape);
}

export function isRandom(value: string, shortest = SHORTEST_RANDOM): boolean {
  if (value.length < shortest) return false;
  const shape = shapeOf(value);
  if (shape.space > 0 || isStandIn(value) || isKnownHarmless(value) || isIdentifierOfAThing(value)) return false;
  return isRandomShape(shape);
}

/** Random, and of a kind that hashes and ids do not have: upper case, lower case and digits together. */
export function isMixedRandom(value: string, shortest: number): boolean {
  if (isHex(value) || isUuid(value)) return false;
  const shape = shapeOf(value);
  return shape.upper > 1 && shape.lower > 1 && shape.digit > 0 && isRandom(value, shortest);
}

function isRandomShape(shape: ValueShape): boolean {
  if (shape.length < SHORTEST_RANDOM || shape.distinct < FEWEST_DISTINCT) return false;
  if (shape.wordLetters > shape.length * RANDOM_WORDY_SHARE) return false;
  if (shape.digit > 0) return shape.lower + shape.upper > 0;
  // Letters only: words have few changes of case, base64 many.
  if (shape.upper > 0 && shape.lower > 0) return shape.changes * 4 >= shape.length;
  return shape.length >= 20 && shape.wordLetters * 4 < shape.length;
}
