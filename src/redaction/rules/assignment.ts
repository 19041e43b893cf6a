/**
 * The widest rule: a name that says «secret», a syntax that leads to a value, a value that could be one (RED-4, last
 * layer). Falls through to the prose rule when a plain word is followed by a sentence instead of a syntax.
 */

import type { Report } from '../finding.ts';
import { readSecretName, type SecretName } from '../name/secret-name.ts';
import { extendedEnd, isAssignedSecret, valueSpan, withoutScheme } from './assigned-value.ts';
import { type Gap, gapAfter } from './gap.ts';
import { type NameSpan, nameAround } from './name-span.ts';
import { reportProse } from './prose.ts';

/** Found first because it is cheap; the words around decide. Stems, so that one expression serves many languages. */
const STEMS =
  /pass|pwd|pswd|psw\b|\bpw\b|psk|secret|token|key|cred|auth|jwt|\bpat\b|\bsas\b|sess(?:ion)?id|\bsig|hmac|\botp\b|\bpin\b|seed|salt|pepper|unseal|mnemonic|nonce|assertion|identified by|kennwort|contrase|contrasen|clave|mdp|wachtwoord|senha|has[lł]o|l[oö]senord|adgangskode|salasana|parola|heslo|jelsz|sifre|şifre|schl(?:ü|ue|u)ssel|zugangsdaten|geheim|segret|segred|\bcl[ée]\b|chiave|chave|sleutel|jeton|парол|密[码碼]|口令|パスワード|비밀번호|\bsid\b|dockerconfigjson|_auth/gi;
const QUERY_BEFORE = /[?&]|&amp;$/;
const LIST_GO_ON = /\s{0,40},\s{0,40}(?=\\{0,7}["'`])/y;
const MOST_LIST_ITEMS = 1000;
const LINE_WINDOW = 120;

const KINDS: Readonly<Record<SecretName['nameClass'], string>> = {
  password: 'password',
  secret: 'secret',
  token: 'token',
  weak: 'key',
};

/** What a finding behind this name is called. */
export function kindOfName(name: SecretName): string {
  return /key|schl|cl[eé]|chiave|chave|sleutel/.test(name.word) ? 'api-key' : KINDS[name.nameClass];
}

export function findAssignments(text: string, report: Report): void {
  STEMS.lastIndex = 0;
  let floor = 0;
  for (let match = STEMS.exec(text); match; match = STEMS.exec(text)) {
    const name = nameAround(text, match.index, STEMS.lastIndex, floor);
    floor = name.end;
    const found = reportAssigned(text, name, report);
    STEMS.lastIndex = Math.max(name.end, found ?? 0);
    if (found !== undefined) floor = found;
  }
}

/** Returns the end of the reported value. */
function reportAssigned(text: string, span: NameSpan, report: Report): number | undefined {
  if (!mayLead(text.charCodeAt(span.end))) return undefined;
  const name = readSecretName(text.slice(span.start, span.end));
  if (!name) return undefined;
  const gap = gapAfter(text, span.start, span.end, span.flag);
  const end = gap && reportValue(text, span, name, gap, report);
  return end ?? reportProse(text, span, name, report);
}

function reportValue(text: string, span: NameSpan, name: SecretName, gap: Gap, report: Report): number | undefined {
  const query = gap.kind === 'env' && QUERY_BEFORE.test(text.slice(Math.max(0, span.start - 5), span.start).slice(-1));
  const raw = valueSpan(text, gap, query);
  if (!raw) return undefined;
  const value = withoutScheme(text, raw);
  if (gap.kind === 'below' && !isAloneOnLine(text, value.end)) return undefined;
  if (gap.kind === 'space' && gap.quote === '' && !leadsBySpace(text, span, value.end)) return undefined;
  if (!isAssignedSecret(name, gap.kind, text.slice(value.start, value.end), query)) return undefined;
  const kind = kindOfName(name);
  let end = extendedEnd(text, gap, value);
  report(kind, value.start, end);
  if (gap.list) end = reportListRest(text, name, gap, end, report);
  return end;
}

function reportListRest(text: string, name: SecretName, gap: Gap, from: number, report: Report): number {
  let end = from;
  for (let items = 0; items < MOST_LIST_ITEMS; items++) {
    LIST_GO_ON.lastIndex = end + gap.quote.length;
    if (!LIST_GO_ON.test(text) || !text.startsWith(gap.quote, LIST_GO_ON.lastIndex)) break;
    const next = valueSpan(text, { ...gap, valueStart: LIST_GO_ON.lastIndex + gap.quote.length }, false);
    if (!next || !isAssignedSecret(name, 'quoted', text.slice(next.start, next.end), false)) break;
    report(kindOfName(name), next.start, next.end);
    end = next.end;
  }
  return end;
}

/** The characters that can stand right behind the name of a value. */
function mayLead(code: number): boolean {
  return !(code >= 48 && code <= 57) && !((code | 32) >= 97 && (code | 32) <= 122) && code === code;
}

function isAloneOnLine(text: string, end: number): boolean {
  return /^["'`]?[ \t]{0,8}[,;.]?[ \t]{0,8}(?:[\r\n]|$)/.test(text.slice(end, end + 20));
}

const SETTING_COMMAND =
  /(?:^|[\s;&|])(?:set|setx|setenv|export|env|arg|config|put|add|write|create|machine|login|user|default|account)\b/i;

/**
 * `password hunter…` is a setting when it begins its line or follows a command that sets things, or stands in columns;
 * otherwise it is a sentence, and prose.ts looks at it.
 */
function leadsBySpace(text: string, span: NameSpan, end: number): boolean {
  const window = text.slice(Math.max(0, span.start - LINE_WINDOW), span.start);
  const before = window.slice(window.lastIndexOf('\n') + 1);
  if (/^[ \t+>#-]*$/.test(before) && isAloneOnLine(text, end)) return true;
  if (/^(?:[ \t]{2,}|\t)/.test(text.slice(span.end, span.end + 4))) return true;
  return SETTING_COMMAND.test(before);
}
