/** Secrets made of several words or groups: wallet seed phrases and recovery codes, both only next to their name. */
import type { Report } from '../finding.ts';
import { isMonotonous } from '../value/stand-in.ts';

/** The last word of a name. Found first, because the words before it are many and it is rare. */
const LAST_WORD = /phrase|frase|mnemonic|words|codes?|c[oó]digos?|passcode|otp|2fa/gi;
const LONGEST_NAME = 32;
const SEED_NAME =
  /(?:seed|recovery|secret|backup|wallet|wiederherstellungs)[ _-]?(?:phrase|words)$|mnemonic$|(?:seed|mnemonic)[ _-]phrase$/i;
const FOREIGN_SEED_NAME = /(?:frase (?:semilla|de recuperación)|phrase (?:de récupération|secrète))/iy;
const CODES_NAME = /(?:recovery|backup|emergency|scratch|2fa|mfa|wiederherstellungs|notfall)[ _-]?codes?$/i;
const FOREIGN_CODES_NAME = /(?:códigos? de (?:respaldo|recuperación|recuperação)|codes? de (?:secours|récupération))/iy;
const ONE_TIME_NAME =
  /(?:verification|security|login|confirmation|authentication|auth|2fa|mfa|otp|one[- ]time|einmal|bestätigungs|sms)[ _-]?(?:pass)?codes?$|(?<![A-Za-z])(?:otp|2fa)$/i;
const SEED_LEAD = /["'`]?[^\n:=]{0,40}?(?:[:=]|\bis\b|\bist\b|\bes\b|\best\b)\s{0,8}["'`]?\s{0,8}/y;
const SEED_WORDS = /(?:(?:\d{1,2}[.)]\s{0,2})?[a-z]{3,8}[ ,\n\t]{0,4}){12,24}(?![a-z])/y;
const CODE =
  /[^\w\n]{0,12}\n?[^\w\n]{0,12}(?:\d{1,2}[.)]\s{1,2})?([a-z0-9]{4,10}(?:[- ][a-z0-9]{4,10}){1,4}|[A-Z0-9]{4,10}(?:-[A-Z0-9]{4,10}){1,4}|\d{6,10}|(?=[a-z]*\d)[a-z0-9]{8,12})(?![\w.])/y;
const LEAD = /[^\n:]{0,60}:/y;
const MOST_CODES = 40;
const ONE_TIME_VALUE =
  /[^\n\d]{0,24}?(?:\bis\b|[:=]|\bist\b|\bes\b|\best\b|\blautet\b)\s{0,3}["'`*]{0,2}(\d{6,8}|\d{3}[ -]\d{3})(?![\w-])/y;

export function findPhrases(text: string, report: Report): void {
  LAST_WORD.lastIndex = 0;
  for (let word = LAST_WORD.exec(text); word; word = LAST_WORD.exec(text)) {
    const wordEnd = LAST_WORD.lastIndex;
    LAST_WORD.lastIndex = reportBehind(text, word.index, wordEnd, report) ?? wordEnd;
  }
}

function reportBehind(text: string, wordStart: number, wordEnd: number, report: Report): number | undefined {
  const name = text.slice(Math.max(0, wordEnd - LONGEST_NAME), wordEnd);
  if (SEED_NAME.test(name)) return reportSeed(text, wordEnd, report);
  if (CODES_NAME.test(name)) return reportCodes(text, wordEnd, report);
  if (ONE_TIME_NAME.test(name)) return reportOneTime(text, wordEnd, report);
  FOREIGN_SEED_NAME.lastIndex = wordStart;
  if (FOREIGN_SEED_NAME.test(text)) return reportSeed(text, FOREIGN_SEED_NAME.lastIndex, report);
  FOREIGN_CODES_NAME.lastIndex = wordStart;
  return FOREIGN_CODES_NAME.test(text) ? reportCodes(text, FOREIGN_CODES_NAME.lastIndex, report) : undefined;
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

function reportOneTime(text: string, at: number, report: Report): number | undefined {
  ONE_TIME_VALUE.lastIndex = at;
  const match = ONE_TIME_VALUE.exec(text);
  const value = match?.[1];
  if (!match || value === undefined || isMonotonous(value)) return undefined;
  const end = match.index + match[0].length;
  report('one-time-code', end - value.length, end);
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
