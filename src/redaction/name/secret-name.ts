/**
 * Reads a name (`DB_PASSWORD`, `apiKey`, `X-Auth-Token`, `mot de passe`) and says whether its value is a secret.
 * The last telling word decides, because `API_KEY_ID` and `password_reset_url` name something else.
 */
import { remembered } from '../remembered.ts';
import {
  HARMLESS_SUFFIXES,
  KEY_WORDS,
  NEUTRAL_SUFFIXES,
  NOT_PASS_ENDINGS,
  PASSWORD_ENDINGS,
  PASSWORD_WORDS,
  PLAIN_KEY_QUALIFIERS,
  SECRET_KEY_QUALIFIERS,
  SECRET_WORDS,
  TOKEN_ENDINGS,
  TOKEN_WORDS,
  WEAK_WORDS,
} from './name-words.ts';

type NameClass = 'password' | 'secret' | 'token' | 'weak';

export interface SecretName {
  readonly nameClass: NameClass;
  /** The word that decided. */
  readonly word: string;
  /** The name goes on with words that say nothing known: only a generated value is believed. */
  readonly doubtful: boolean;
}

const LONGEST_NAME = 100;
const WORD = /\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}+(?!\p{Ll})|\d+/gu;
const NUMBERING = /^(?:v?\d+)$/;

let wordClasses: Map<string, NameClass | 'key'> | undefined;
let secretKeyQualifiers: Set<string> | undefined;
let plainKeyQualifiers: Set<string> | undefined;

function classes(): Map<string, NameClass | 'key'> {
  if (wordClasses) return wordClasses;
  const map = new Map<string, NameClass | 'key'>();
  const add = (words: string, nameClass: NameClass | 'key'): void => {
    for (const word of words.split(' ')) map.set(word, nameClass);
  };
  add(WEAK_WORDS, 'weak');
  add(KEY_WORDS, 'key');
  add(TOKEN_WORDS, 'token');
  add(SECRET_WORDS, 'secret');
  add(PASSWORD_WORDS, 'password');
  wordClasses = map;
  return map;
}

function wordsOf(name: string): string[] {
  return (name.slice(-LONGEST_NAME).match(WORD) ?? []).map((word) => word.toLowerCase());
}

export const readSecretName: (name: string) => SecretName | undefined = remembered(readNewName);

function readNewName(name: string): SecretName | undefined {
  const words = wordsOf(name);
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i];
    if (word === undefined) continue;
    const nameClass = classOfWord(words, i, word);
    if (nameClass === undefined) continue;
    const rest = words.slice(i + 1);
    if (nameClass === 'harmless' || (rest.some((each) => HARMLESS_SUFFIXES.has(each)) && !isSecretId(word, rest)))
      return undefined;
    const doubtful = !rest.every((each) => NEUTRAL_SUFFIXES.has(each) || NUMBERING.test(each));
    if (doubtful && nameClass === 'weak') return undefined;
    return { nameClass, word, doubtful };
  }
  return undefined;
}

/** Vault's AppRole calls a password `secret_id`. */
function isSecretId(word: string, rest: readonly string[]): boolean {
  return word === 'secret' && rest.length === 1 && rest[0] === 'id';
}

function classOfWord(words: readonly string[], at: number, word: string): NameClass | 'harmless' | undefined {
  const listed = classes().get(word);
  if (listed === 'key') return classOfKey(words[at - 1]);
  if (listed !== undefined) return listed;
  if (word === 'passe' && (words[at - 1] === 'de' || words[at - 1] === 'palavra')) return 'password';
  if (word === 'by' && words[at - 1] === 'identified') return 'password';
  if (word === 'string' && words[at - 1] === 'secure') return 'password';
  if (word.endsWith('pass') && word.length <= 12 && !NOT_PASS_ENDINGS.has(word)) return 'password';
  if (PASSWORD_ENDINGS.some((ending) => word.endsWith(ending))) return 'password';
  return TOKEN_ENDINGS.some((ending) => word.endsWith(ending)) ? 'token' : undefined;
}

function classOfKey(qualifier: string | undefined): NameClass | 'harmless' | undefined {
  secretKeyQualifiers ??= new Set(SECRET_KEY_QUALIFIERS.split(' '));
  plainKeyQualifiers ??= new Set(PLAIN_KEY_QUALIFIERS.split(' '));
  if (qualifier === undefined) return 'weak';
  if (secretKeyQualifiers.has(qualifier)) return 'token';
  return plainKeyQualifiers.has(qualifier) ? 'harmless' : 'weak';
}
