/** Secrets made of several words or groups: wallet seed phrases and recovery codes, both only next to their name. */
import type { Report } from '../finding.ts';

const SEED_NAME =
  /(?:seed|recovery|secret|backup|wallet)[ _-]?(?:phrase|words)|mnemonic(?:[ _-]?phrase)?|seed phrase|SEED_PHRASE|wiederherstellungsphrase|frase (?:semilla|de recuperación)|phrase (?:de récupération|secrète)/gi;
const SEED_LEAD = /["'`]?[^\n:=]{0,40}?(?:[:=]|\bis\b|\bist\b|\bes\b|\best\b)\s{0,8}["'`]?\s{0,8}/y;
const SEED_WORDS = /(?:(?:\d{1,2}[.)]\s{0,2})?[a-z]{3,8}[ ,\n\t]{0,4}){12,24}(?![a-z])/y;
const CODES_NAME =
  /(?:recovery|backup|emergency|scratch|one[- ]time|2fa|mfa)[ _-]?codes?|wiederherstellungscodes?|backup-?codes?|códigos? de (?:respaldo|recuperación)|codes? de (?:secours|récupération)/gi;
const CODE =
  /[^\w\n]{0,12}\n?[^\w\n]{0,12}(?:\d{1,2}[.)]\s{1,2})?([a-z0-9]{4,10}(?:[- ][a-z0-9]{4,10}){1,4}|[A-Z0-9]{4,10}(?:-[A-Z0-9]{4,10}){1,4}|\d{6,10}|(?=[a-z]*\d)[a-z0-9]{8,12})(?![\w.])/y;
const LEAD = /[^\n:]{0,60}:/y;
const MOST_CODES = 40;
const OTP_NAME =
  /(?:verification|security|login|confirmation|authentication|auth|2fa|mfa|otp|one[- ]time|einmal|bestätigungs|sms)[ _-]?(?:code|pin|passcode|password|passwort)|\b(?:otp|2fa|tan)\b/gi;
const OTP_VALUE =
  /[^\n\d]{0,24}?(?:\bis\b|[:=]|\bist\b|\bes\b|\best\b|\blautet\b)\s{0,3}["'`*]{0,2}(\d{6,8}|\d{3}[ -]\d{3})(?![\w.-])/y;

export function findPhrases(text: string, report: Report): void {
  behind(SEED_NAME, text, (at) => reportSeed(text, at, report));
  behind(CODES_NAME, text, (at) => reportCodes(text, at, report));
  behind(OTP_NAME, text, (at) => reportGroup(OTP_VALUE, text, at, 'one-time-code', report));
}

function behind(name: RegExp, text: string, visit: (at: number) => number | undefined): void {
  name.lastIndex = 0;
  for (let match = name.exec(text); match; match = name.exec(text))
    name.lastIndex = visit(name.lastIndex) ?? name.lastIndex;
}

function reportSeed(text: string, at: number, report: Report): number | undefined {
  SEED_LEAD.lastIndex = at;
  if (!SEED_LEAD.test(text)) return undefined;
  const start = SEED_LEAD.lastIndex;
  SEED_WORDS.lastIndex = start;
  const phrase = SEED_WORDS.exec(text)?.[0].trimEnd();
  const words = phrase?.match(/[a-z]+/g)?.length ?? 0;
  if (phrase === undefined || words % 3 !== 0) return undefined;
  report('seed-phrase', start, start + phrase.length);
  return start + phrase.length;
}

function reportGroup(pattern: RegExp, text: string, at: number, kind: string, report: Report): number | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const value = match?.[1];
  if (!match || value === undefined) return undefined;
  const end = match.index + match[0].length;
  report(kind, end - value.length, end);
  return end;
}

function reportCodes(text: string, at: number, report: Report): number | undefined {
  LEAD.lastIndex = at;
  let end = LEAD.test(text) ? LEAD.lastIndex : at;
  for (let codes = 0; codes < MOST_CODES; codes++) {
    CODE.lastIndex = end;
    const match = CODE.exec(text);
    const value = match?.[1];
    if (!match || value === undefined || !/\d/.test(value)) break;
    end = match.index + match[0].length;
    report('recovery-code', end - value.length, end);
  }
  return end > at ? end : undefined;
}
