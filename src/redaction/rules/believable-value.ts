/** Decides, from name, syntax and value together, whether an assigned value is a secret. */
import type { SecretName } from '../name/secret-name.ts';
import { isCode, isTightCode, isVariable } from '../value/code-value.ts';
import { isMixedRandom, isPasswordLike, isRandom, isStrikingPassword, isTokenLike } from '../value/judge.ts';
import { isHex, isIdentifierOfAThing, isKnownHarmless, isUuid } from '../value/known-harmless.ts';
import { isMonotonous } from '../value/stand-in.ts';
import { isTypedWord, isWordPassword } from '../value/word-password.ts';
import type { GapKind } from './assignment-syntax.ts';

/** URLs have their own rules: user information, query, webhook path. */
const URL_START = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;
/** Words of a sentence or a label: a quoted text with one of them is written for people. */
const SENTENCE =
  /\b(?:a|an|the|is|are|be|was|must|should|your|you|please|enter|invalid|wrong|incorrect|forgot|reset|required|characters?|chars|not|for|with|and|or|to|of|in|new|confirm|expired|missing|failed|der|die|das|ist|und|ihr|bitte|el|la|los|es|su|le|les|est|votre|il|di|per)\b/i;
const PASSPHRASE_WORDS = /^[\p{L}\d]+(?: [\p{L}\d]+){3,11}$/u;
/** A sentence in a script that puts no blanks between words. */
const MOSTLY_UNSPACED = /[\u2e80-\u9fff\uac00-\ud7af]{4}/;
const APP_PASSWORD = /^[a-z]{4}(?: [a-z]{4}){3}$/;
const LITERAL_KINDS: ReadonlySet<GapKind> = new Set(['quoted', 'env', 'shell', 'flag', 'element', 'cell', 'column']);
/** Where a plain word is believed to be a password. */
const WORD_KINDS: ReadonlySet<GapKind> = new Set(['quoted', 'element', 'shell']);
const SHORTEST_VALUE = 4;
/** Short generated values in a list of words are more often names: `"glim_l02", "glim_l03"`. */
const SHORTEST_IN_A_ROW = 12;
const SHORTEST_SHELL_WORD = 10;
const SETTINGS = /^[\w-]{2,40}=[^;=]{1,200};\s?[\w-]{2,40}=/;
const CREDENTIALS = /^(?:creds?|credentials?|zugangsdaten)$/;
const USER_FIRST = /^[\w.@+-]{2,40}[:/]/;
const FORMAT_FIELDS = /\$?\{[^}]*\}/g;
const FORMAT_FIELD = /\$\{|\{\{|%[sd](?![A-Za-z0-9])|#\{|\{\w{0,20}\}/;
/** Not secret where they are shown, only where they give a right to act: in an address or a header. */
const SIGNATURES = new Set(['sig', 'signature', 'hmac', 'nonce', 'assertion', 'ticket']);

export function isUrl(value: string): boolean {
  return URL_START.test(value);
}

export function isAssignedSecret(name: SecretName, kind: GapKind, value: string, query: boolean): boolean {
  if (value.length < SHORTEST_VALUE) return false;
  const literal = LITERAL_KINDS.has(kind) || query || name.word === 'by';
  if (!isBelieved(name, kind, value, literal, query) || isRecord(name, value) || isUrl(value)) return false;
  if (!literal && (isVariable(value) || /^[*&]\w/.test(value))) return false;
  if (!literal || kind === 'cell' ? isCode(value) : (kind === 'env' || kind === 'shell') && isTightCode(value))
    return false;
  return !FORMAT_FIELD.test(value) || isRandom(value.replace(FORMAT_FIELDS, ''));
}

/** JSON, a list of settings or `user:password`: the secret is only a part of it, which has its own name or rule. */
function isRecord(name: SecretName, value: string): boolean {
  if (/^[{[]/.test(value) && /[}\]]$/.test(value) && /["']/.test(value)) return true;
  return SETTINGS.test(value) || (CREDENTIALS.test(name.word) && USER_FIRST.test(value));
}

function isBelieved(name: SecretName, kind: GapKind, value: string, literal: boolean, query: boolean): boolean {
  if (name.doubtful) return isRandom(value, 20) && !isHex(value);
  switch (name.nameClass) {
    case 'password':
      return isAssignedPassword(name.word, kind, value);
    case 'secret':
      return (
        isTokenLike(value) ||
        (literal && value.length >= 10 && /\d/.test(value) && isPasswordLike(value)) ||
        isShellWord(kind, value)
      );
    case 'token':
      return isAssignedToken(kind, value);
    default:
      return isWeaklyNamedSecret(name.word, kind, value, query);
  }
}

function isAssignedPassword(word: string, kind: GapKind, value: string): boolean {
  if (MOSTLY_UNSPACED.test(value)) return false;
  if (/\s/.test(value)) return kind === 'quoted' && word !== 'pass' && isPhrase(value);
  if (WORD_KINDS.has(kind) && (kind === 'shell' || word !== 'pass') && isWordPassword(value)) return true;
  if ((kind === 'flag' || kind === 'column' || word === 'by') && isTypedWord(value)) return true;
  if (kind === 'space' || kind === 'below') return isStrikingPassword(value) || isRandom(value);
  if (kind === 'call' || kind === 'tuple') return value.length >= 7 && /\d/.test(value) && isPasswordLike(value);
  return isPasswordLike(value) && (kind !== 'cell' || /[^A-Za-z_]/.test(value));
}

function isAssignedToken(kind: GapKind, value: string): boolean {
  if (kind === 'call' || kind === 'space' || kind === 'below') return isRandom(value);
  if (kind === 'tuple' || kind === 'cell') return value.length >= SHORTEST_IN_A_ROW && isTokenLike(value);
  return isTokenLike(value) || isShellWord(kind, value);
}

/** `API_TOKEN=` and one long word. */
function isShellWord(kind: GapKind, value: string): boolean {
  return (kind === 'shell' || kind === 'flag') && /^[a-z]+$/i.test(value) && isWordPassword(value, SHORTEST_SHELL_WORD);
}

function isPhrase(value: string): boolean {
  return APP_PASSWORD.test(value) || (PASSPHRASE_WORDS.test(value) && !SENTENCE.test(value));
}

function isWeaklyNamedSecret(word: string, kind: GapKind, value: string, query: boolean): boolean {
  if (isUuid(value)) return false;
  if (query) return isRandom(value);
  if (word === 'code' || word === 'webhook' || word === 'hook') return false;
  if (word === 'otp' || word === 'pin') return /^\d{4,8}$/.test(value) && !isMonotonous(value);
  if (word === 'session' || word === 'sessionid' || word === 'sid')
    return isMixedRandom(value, 20) && !isIdentifierOfAThing(value);
  if (SIGNATURES.has(word) && kind !== 'env' && kind !== 'shell' && kind !== 'flag') return false;
  // `#define FIPS_KEY_STRING "…"`: a digest.
  if ((kind === 'call' || kind === 'space') && isHex(value)) return false;
  return isRandom(value, 20) && !isKnownHarmless(value);
}
