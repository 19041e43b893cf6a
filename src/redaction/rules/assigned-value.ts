/** Reads the value behind a gap and decides, from name, syntax and value together, whether it is a secret. */
import type { SecretName } from '../name/secret-name.ts';
import { isCode, isVariable } from '../value/code-value.ts';
import { isMixedRandom, isPasswordLike, isRandom, isStrikingPassword, isTokenLike } from '../value/judge.ts';
import { isHex, isIdentifierOfAThing, isKnownHarmless, isUuid } from '../value/known-harmless.ts';
import { isStandIn } from '../value/stand-in.ts';
import type { Gap, GapKind } from './gap.ts';
import { queryValueEnd, unquotedEnd, wholeEnd, withoutTrailingMarks } from './unquoted-value.ts';

export interface ValueSpan {
  readonly start: number;
  readonly end: number;
}

const LONGEST_QUOTED = 1024;
const SCHEME =
  /^(?:bearer|basic|token|apikey|api-key|key|digest|negotiate|ntlm|oauth|ssws|geniekey|splunk|bot|jwt|pat|password|[a-z]{2,12}-(?:oauthtoken|api-key|auth-key|token|key))[ \t]+/i;
/** Only URLs with their own rules: user information, query, webhook path. */
const URL_START = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;
/** Words of a sentence or a label: a quoted text with one of them is written for people. */
const SENTENCE =
  /\b(?:a|an|the|is|are|be|was|must|should|your|you|please|enter|invalid|wrong|incorrect|forgot|reset|required|characters?|chars|not|for|with|and|or|to|of|in|new|confirm|expired|missing|failed|der|die|das|ist|und|ihr|bitte|el|la|los|es|su|le|les|est|votre|il|di|per)\b/i;
const PASSPHRASE_WORDS = /^[\p{L}\d]+(?: [\p{L}\d]+){3,11}$/u;
const APP_PASSWORD = /^[a-z]{4}(?: [a-z]{4}){3}$/;
const SHORTEST_VALUE = 4;
const SETTINGS = /^[\w-]{2,40}=[^;=]{1,200};\s?[\w-]{2,40}=/;
const CREDENTIALS = /^(?:creds?|credentials?|zugangsdaten)$/;
const USER_FIRST = /^[\w.@+-]{2,40}[:/]/;
const FORMAT_FIELDS = /\$?\{[^}]*\}/g;
const FORMAT_FIELD = /\$\{|\{\{|%[sd](?![A-Za-z0-9])|#\{|\{\w{0,20}\}/;

export function valueSpan(text: string, gap: Gap, query: boolean): ValueSpan | undefined {
  if (gap.quote !== '') {
    const end = closingQuote(text, gap.valueStart, gap.quote);
    if (end !== undefined) return { start: gap.valueStart, end };
  }
  const end = query ? queryValueEnd(text, gap.valueStart) : unquotedEnd(text, gap.valueStart);
  if (end === gap.valueStart) return undefined;
  return {
    start: gap.valueStart,
    end: gap.kind === 'env' || query ? end : withoutTrailingMarks(text, gap.valueStart, end),
  };
}

/** The place of the quote that ends the literal; undefined when it is not closed on this line. */
function closingQuote(text: string, from: number, quote: string): number | undefined {
  const last = Math.min(text.length, from + LONGEST_QUOTED);
  const manyLines = quote.length >= 3 && !quote.startsWith('\\');
  for (let at = from; at < last; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 && !manyLines) return undefined;
    if (text.startsWith(quote, at)) return at;
    if (code === 92 && !quote.startsWith('\\')) at++;
  }
  return undefined;
}

export function extendedEnd(text: string, gap: Gap, span: ValueSpan): number {
  return gap.quote === '' ? wholeEnd(text, span.start, span.end) : span.end;
}

/** Leaves out the scheme word of `Bearer …`. */
export function withoutScheme(text: string, span: ValueSpan): ValueSpan {
  const scheme = SCHEME.exec(text.slice(span.start, Math.min(span.end, span.start + 40)));
  return scheme ? { start: span.start + scheme[0].length, end: span.end } : span;
}

export function isAssignedSecret(name: SecretName, kind: GapKind, value: string, query: boolean): boolean {
  if (value.length < SHORTEST_VALUE) return false;
  const literal =
    kind === 'quoted' || kind === 'env' || kind === 'flag' || kind === 'element' || kind === 'cell' || query;
  if (!isBelieved(name, kind, value, literal, query) || isRecord(name, value)) return false;
  if (URL_START.test(value) || ((!literal || kind === 'cell') && isCode(value))) return false;
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
      return isAssignedPassword(kind, value, literal);
    case 'secret':
      return isTokenLike(value) || (literal && value.length >= 10 && /\d/.test(value) && isPasswordLike(value));
    case 'token':
      return kind === 'tuple' || kind === 'call' || kind === 'space' || kind === 'below'
        ? isRandom(value) || (kind === 'tuple' && isTokenLike(value))
        : isTokenLike(value);
    default:
      return isWeaklyNamedSecret(name.word, value, query);
  }
}

function isAssignedPassword(kind: GapKind, value: string, literal: boolean): boolean {
  if (/\s/.test(value)) return kind === 'quoted' && isPhrase(value);
  if (kind === 'space' || kind === 'below') return isStrikingPassword(value) || isRandom(value);
  if (kind === 'call' || kind === 'tuple') return value.length >= 7 && /\d/.test(value) && isPasswordLike(value);
  return isPasswordLike(value) && (literal || !isVariable(value));
}

function isPhrase(value: string): boolean {
  return APP_PASSWORD.test(value) || (PASSPHRASE_WORDS.test(value) && !SENTENCE.test(value));
}

function isWeaklyNamedSecret(word: string, value: string, query: boolean): boolean {
  if (isUuid(value)) return false;
  if (query) return isRandom(value);
  if (word === 'code' || word === 'webhook' || word === 'hook') return false;
  if (word === 'otp' || word === 'pin') return /^\d{4,8}$/.test(value) && !isStandIn(value);
  if (word === 'session' || word === 'sessionid' || word === 'sid')
    return isMixedRandom(value, 20) && !isIdentifierOfAThing(value);
  return isRandom(value, 20) && !isKnownHarmless(value);
}
