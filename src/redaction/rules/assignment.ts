/**
 * The widest rule: a name that says «secret», a syntax that leads to a value, a value that could be one (RED-4, last
 * layer). Falls through to the prose rule when a plain word is followed by a sentence instead of a syntax.
 */

import type { Report } from '../finding.ts';
import { readSecretName, type SecretName } from '../name/secret-name.ts';
import { isWordPassword } from '../value/word-password.ts';
import { extendedEnd, valueSpan, withoutScheme } from './assigned-value.ts';
import { type Gap, type GapKind, gapAfter } from './assignment-syntax.ts';
import { isAssignedSecret } from './believable-value.ts';
import { type NameSpan, nameAround } from './name-span.ts';
import { type ProseMemory, proseMemory, reportProse } from './prose.ts';

/**
 * Stems are found first because that is cheap; the words around decide. Short and foreign ones count only at the start of
 * a word, which also keeps this expression fast: it is the one that reads every character.
 */
const STEMS =
  /pass|pwd|rootpw|bindpw|psk|secret|token|key|cred|auth|jwt|sess|sign|парол|密码|密碼|口令|密钥|密鑰|令牌|パス(?:ワード|フレーズ|コード)|合言葉|暗証番号|トークン|シークレット|비밀번호|(?:\b|_)(?:pw|psw|pswd|pat|sas|sid|sig|otp|totp|pin|hmac|seed|salt|mnemonic|unseal|pepper|assertion|identified by|securestring|wif|clave|mdp|wachtwoord|senha|has[lł]o|l[oö]senord|adgangskode|salasana|parola|heslo|jelsz|sifre|schl(?:ü|ue|u)ssel|zugangsdaten|geheim|segret|segred|cl[ée]|chiave|chave|sleutel|jeton|kennwort|contrase|dockerconfigjson)/gi;
const QUERY_BEFORE = /[?&]|&amp;$/;
const LIST_GO_ON = /\s{0,40},\s{0,40}(?=\\{0,7}["'`])/y;
const LINE_GO_ON = /\r?\n[ \t]{0,40}-[ \t]{1,4}/y;
const MOST_LIST_ITEMS = 1000;
/** A syntax that leaves no room for a sentence: what it assigns was judged. */
const SETTLED_GAPS: ReadonlySet<GapKind> = new Set(['quoted', 'env', 'assign', 'flag', 'element', 'call', 'tuple']);
const NAMED_AGAIN = /^[\w.-]{0,20}(?:pass|passw(?:or)?d|pwd|secret|token|key)=[^=]/i;
const LINE_WINDOW = 120;
const SETTINGS_WINDOW = 400;
/** A line of its own, or an argument of a command that sets things. */
const SET_BEFORE =
  /^[ \t]*(?:(?:export|set|declare|local)[ \t]+)?$|--[\w-]{1,40}[= ]["']?[\w.-]{0,40}$|^[ \t$>]*(?:sudo[ \t]+)?(?:vault|kubectl|helm|terraform|ansible[\w-]*|docker|podman|aws|az|gcloud|heroku|fly|flyctl|http|psql)[ \t]/;
const INI_SECTION = /(?:^|\n)\[[\w .:-]{1,60}\][ \t]*\r?\n[^[\]{}()]*$/;
/** The name of a variable of the shell: what it is set to is a literal. */
const SHELL_NAME = /(?:^|[^\w.-])[A-Z][A-Z0-9_]{2,}$/;
const FIRST_UNSPACED_LETTER = 0x2e80;

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
  const memory = proseMemory(text);
  let floor = 0;
  for (let match = STEMS.exec(text); match; match = STEMS.exec(text)) {
    const name = isUnspaced(match[0])
      ? { start: match.index, end: STEMS.lastIndex, flag: false }
      : nameAround(text, match.index, STEMS.lastIndex, floor);
    floor = name.end;
    const found = reportAssigned(text, name, memory, report);
    STEMS.lastIndex = Math.max(name.end, found ?? 0);
    if (found !== undefined) floor = found;
  }
}

/** Returns the end of the reported value. */
function reportAssigned(text: string, span: NameSpan, memory: ProseMemory, report: Report): number | undefined {
  if (!mayLead(text.charCodeAt(span.end)) || text.startsWith('://', span.start - 3)) return undefined;
  const name = readSecretName(text.slice(span.start, span.end));
  if (!name) return undefined;
  const gap = gapAfter(text, span.start, span.end, span.flag);
  const end = gap && reportValue(text, span, name, gap, report);
  if (end !== undefined || (gap && SETTLED_GAPS.has(gap.kind))) return end;
  return reportProse(text, span, name, memory, report);
}

function reportValue(text: string, span: NameSpan, name: SecretName, gap: Gap, report: Report): number | undefined {
  const query = gap.kind === 'env' && QUERY_BEFORE.test(text.slice(Math.max(0, span.start - 5), span.start).slice(-1));
  const raw = valueSpan(text, gap, query);
  if (!raw) return undefined;
  const value = withoutScheme(text, raw);
  if (gap.kind === 'below' && !isAloneOnLine(text, value.end)) return undefined;
  const bySpace = gap.kind === 'space' && gap.quote === '';
  const shell = (bySpace || gap.kind === 'env') && !query && SHELL_NAME.test(text.slice(span.start, span.end));
  const told = text.slice(value.start, value.end);
  // `password=token=…`: the inner name has its own turn.
  if (NAMED_AGAIN.test(told)) return undefined;
  const isLiteral = shell || (isWordPassword(told) && isPartOfSettings(text, span, gap.kind, value.end));
  if (!isAssignedSecret(name, isLiteral ? 'shell' : gap.kind, told, query)) return undefined;
  if (bySpace && !leadsBySpace(text, span, value.end)) return undefined;
  const kind = kindOfName(name);
  let end = extendedEnd(text, gap, value);
  report(kind, value.start, end);
  if (gap.list) end = reportListRest(text, name, gap, end, report);
  return end;
}

/** Chinese and Japanese put no blanks around a name. */
function isUnspaced(name: string): boolean {
  return name.charCodeAt(0) >= FIRST_UNSPACED_LETTER;
}

/** `host=db user=ada password=…`, `Server=db;Password=…;`, `"ansible_password=…"`, or a line below `[client]`: not code. */
function isPartOfSettings(text: string, span: NameSpan, kind: GapKind, end: number): boolean {
  if (kind !== 'env' && kind !== 'assign') return false;
  const window = text.slice(Math.max(0, span.start - SETTINGS_WINDOW), span.start);
  const before = window.slice(window.lastIndexOf('\n') + 1);
  const after = text.slice(end, end + LINE_WINDOW);
  if (kind === 'assign')
    return /^[ \t]*$/.test(before) && /^[ \t]*(?:$|[\r\n])/.test(after) && INI_SECTION.test(window);
  if (before.includes('(') || /^[^\s;&"']/.test(after)) return false;
  return (
    /\w=[^\s=]*[ ;&][\w ]*$/.test(`${before}${text.slice(span.start, span.end)}`) ||
    /^[ ;&][\w ]{1,40}=/.test(after) ||
    (SET_BEFORE.test(before) && /^(?:[ \t]|$|[\r\n])/.test(after)) ||
    (/["']$/.test(before) && /^["']/.test(after))
  );
}

/** Further values of a list: `["…", "…"]`, or lines of `- …`. */
function reportListRest(text: string, name: SecretName, gap: Gap, from: number, report: Report): number {
  let end = from;
  for (let items = 0; items < MOST_LIST_ITEMS; items++) {
    const goOn = gap.quote === '' ? LINE_GO_ON : LIST_GO_ON;
    goOn.lastIndex = end + gap.quote.length;
    if (!goOn.test(text) || !text.startsWith(gap.quote, goOn.lastIndex)) break;
    const next = valueSpan(text, { ...gap, valueStart: goOn.lastIndex + gap.quote.length }, false);
    if (
      !next ||
      !isAssignedSecret(name, gap.quote === '' ? 'below' : 'quoted', text.slice(next.start, next.end), false)
    )
      break;
    report(kindOfName(name), next.start, next.end);
    end = next.end;
  }
  return end;
}

/** The characters that can stand right behind the name of a value. */
function mayLead(code: number): boolean {
  return !(code >= 48 && code <= 57) && !((code | 32) >= 97 && (code | 32) <= 122);
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
