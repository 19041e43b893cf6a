/**
 * Passphrases told in words: «the password is banana», «Passwort: correcthorsebattery», «mot de passe : …», «密码是…».
 * The value follows its name at once, behind a verb or a colon, and ends its clause; what it looks like matters little then.
 * Limits: a word that also says something about passwords («the password is weak») is taken for that; in code, where
 * `password: x` names a variable, a word stays.
 */
import type { Report } from '../finding.ts';
import type { SecretName } from '../name/secret-name.ts';
import { isCode } from '../value/code-value.ts';
import { isPasswordLike, isTokenLike } from '../value/judge.ts';
import { isKnownHarmless } from '../value/known-harmless.ts';
import { isMonotonous, isStandIn } from '../value/stand-in.ts';
import { isFunctionWord, isOrdinaryWord, isWordPassword, isWordsPassword } from '../value/word-password.ts';
import { isUrl } from './believable-value.ts';
import type { NameSpan } from './name-span.ts';
import { withoutTrailingMarks } from './unquoted-value.ts';

/** `for the staging database`, `de la base`: what the password is of. */
const OF_WHAT = String.raw`(?:[ \u00a0](?:\(|(?:for|of|on|in|to|at|from|für|von|vom|der|des|zum|zur|auf|im|am|de|du|des|pour|sur|dans|del|della|dello|dei|per|su|di|do|da|dos|para|en|no|na)[ \u00a0])(?:[ \u00a0]?[\p{L}\p{N}@._'’-]{1,24}\)?){1,6}?)?`;
const VERB =
  "(?:is|was|will be|are|ist|lautet|war|wird|heißt|heisst|est|était|sera|es|era|será|è|sarà|é|foi|c['’]est)" +
  '(?:[ \u00a0](?:now|still|just|simply|literally|currently|again|set to|changed to|jetzt|nun|noch|weiterhin|maintenant|toujours|ahora|todavía|adesso|ancora|agora|ainda)){0,2}';
const TOLD = new RegExp(
  String.raw`[*_"'’)\]]{0,3}(?:[ -](?:code|number|nummer|phrase))?${OF_WHAT}(?:[ \u00a0]{0,2}([:=：＝]|->|=>|→)[ \t]{0,4}|[ \u00a0]${VERB}[:]?[ \t]{1,4})`,
  'iuy',
);
const SET_TO = /[ \u00a0](?:to|auf|en|à|a|por|in|para|su)[ \u00a0]{1,2}/iuy;
const SETTING =
  /(?:^|[^\p{L}])(?:set|sets|habe|change|changed|reset|update|updated|rotate|rotated|made|setze|gesetzt|ändere|geändert|changé|changez|mis|cambia|cambié|cambiado|cambiato|impostata|muda|mudei|alterei)[^\n.]{0,60}$/iu;
const TOLD_IN_CJK =
  /[ 　]?(?:[（(][^（）()\n]{1,20}[）)])?(?:[:：=＝]|就是|是|改为|改成|设置为|设为|设成|為|为|は|が|を|는|은|이)[ 　]?/y;
const OPENING = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['‘', '’'],
  ['「', '」'],
  ['『', '』'],
  ['**', '**'],
]);
const OPENED = /\*\*|["'`“„«‘「『]/y;
const WORD = /[^\s"'`<>()[\]{},;“”„«»「」『』。、，；！？]{4,80}/uy;
const ASCII_WORD = /[\x21\x23-\x26\x2a-\x3a\x3d-\x5a\x5e-\x7e]{4,80}/y;
const WORDS = /\p{L}{3,12}(?:[ ]\p{L}{3,12}){3,7}(?=[ \t]*(?:[.!?]?(?:$|[\r\n])|[.!?,;] |[)\]"'`]))/uy;
/** What may follow the last word of a clause. */
const CLAUSE_END =
  /^[*_"'`’”»)\]]{0,3}(?:[.!?,;:]{0,2}(?:[ \t]*(?:$|[\r\n])|[ \t]+[-–—#(/|])|[.!?;,][ \t]|[ \t]+(?:and|und|et|y|e|but|aber|mais|pero|ma|mas|or|for|on|pls|please|bitte|thanks|danke|merci|gracias|user|host|port|login|username|don't|do)(?![\p{L}]))/iu;
const PIN_NAME = /^(?:pin|pincode|geheimzahl|暗証番号)$/;
const PIN = /^\d{4,8}$/;
/** Also name other things, so that one plain word behind them says little. */
const VAGUE_NAMES = new Set(['clave', 'parola', 'pass', 'haslo', 'sifre']);
const QUALIFIED = /[\w][._-]\w/;
const SHORTEST_VAGUE = 12;
/** No word of a sentence is that long: words that were joined. */
const PLAINLY_JOINED = 15;
const FIRST_CJK = 0x2e80;
const WINDOW = 260;
const LINE_WINDOW = 120;
const PROSE_BEFORE = /^[\s>*#•+|-]*(?:[\p{L}\p{N}'’()[\].,:;@/_-]+ )*["'*_(]{0,3}$/u;
const CODE_BEFORE =
  /(?:^|\s)(?:const|let|var|readonly|private|public|protected|static|export|declare|def|fn|func|type|return|case)\s|[=({;]\s*$/;
const CODE_LINE_END = /[{}()[\];,]\s*$/;
const BEGINS_LINE = /^[\s>*#•+-]*$/;

/** Returns the end of the reported value. `mayBeTold` is false where no verb and no colon stands near. */
export function reportSaidValue(
  text: string,
  span: NameSpan,
  name: SecretName,
  mayBeTold: boolean,
  report: Report,
): number | undefined {
  if (name.doubtful) return undefined;
  const cjk = text.charCodeAt(span.end - 1) >= FIRST_CJK;
  const lead = cjk ? leadAt(TOLD_IN_CJK, text, span.end) : leadOf(text, span, mayBeTold);
  if (lead === undefined) return undefined;
  const value = valueBehind(text, lead, cjk);
  if (value === undefined || !isTold(text, span, name, lead.sign, value, cjk)) return undefined;
  report(name.nameClass === 'password' || PIN_NAME.test(name.word) ? 'password' : 'token', value.start, value.end);
  return value.end;
}

interface Lead {
  readonly end: number;
  /** A colon or an equals sign, as code has it too. */
  readonly sign: boolean;
  /** `set the password to …`, where a sentence may go on. */
  readonly set?: true;
}

interface Told {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

function leadAt(expression: RegExp, text: string, at: number): Lead | undefined {
  expression.lastIndex = at;
  const match = expression.exec(text);
  return match ? { end: expression.lastIndex, sign: match[1] !== undefined } : undefined;
}

function leadOf(text: string, span: NameSpan, mayBeTold: boolean): Lead | undefined {
  const told = mayBeTold ? leadAt(TOLD, text, span.end) : undefined;
  if (told) return told;
  const set = leadAt(SET_TO, text, span.end);
  return set && SETTING.test(text.slice(Math.max(0, span.start - LINE_WINDOW), span.end))
    ? { ...set, set: true }
    : undefined;
}

function valueBehind(text: string, { end: at, set }: Lead, cjk: boolean): Told | undefined {
  OPENED.lastIndex = at;
  const opening = OPENED.exec(text)?.[0];
  if (opening !== undefined) {
    const start = at + opening.length;
    const rest = text.slice(start, start + WINDOW);
    const end = rest.indexOf(OPENING.get(opening) ?? opening);
    const inner = rest.slice(0, Math.max(0, end));
    if (inner.includes('\n') || inner.trim() === '') return undefined;
    const from = start + inner.search(/\S/);
    return { start: from, end: from + inner.trim().length, quoted: true };
  }
  if (!cjk && !set) {
    WORDS.lastIndex = at;
    const words = WORDS.exec(text)?.[0];
    if (words !== undefined && isWordsPassword(words)) return { start: at, end: at + words.length, quoted: false };
  }
  const expression = cjk ? ASCII_WORD : WORD;
  expression.lastIndex = at;
  const word = expression.exec(text)?.[0];
  if (word === undefined) return undefined;
  const end = withoutSentenceEnd(text, at, at + word.length);
  return { start: at, end, quoted: false };
}

function withoutSentenceEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && '!?*_'.includes(text.charAt(last - 1)) && /[\s\0]|$/.test(text.charAt(end))) {
    // A mark of exclamation can belong to a password; behind letters alone it ends the sentence.
    if (!/^\p{L}+[!?*_]+$/u.test(text.slice(start, end))) break;
    last--;
  }
  return withoutTrailingMarks(text, start, last);
}

function isTold(text: string, span: NameSpan, name: SecretName, sign: boolean, told: Told, cjk: boolean): boolean {
  const value = text.slice(told.start, told.end);
  if (PIN_NAME.test(name.word)) return PIN.test(value) && !isMonotonous(value);
  if (name.nameClass === 'weak' || value.length < 4) return false;
  if (isUrl(value) || isStandIn(value) || (isKnownHarmless(value) && !/^\d+$/.test(value))) return false;
  if (!told.quoted && isCode(value)) return false;
  if (/\d/.test(value) || /[^\p{L}\p{N}\s_.+-]/u.test(value)) return isToldMixed(name, value, sign, told.quoted);
  if (!isToldWord(name, value, text.slice(span.start, span.end))) return false;
  if (told.quoted || cjk) return true;
  if (value.length < PLAINLY_JOINED && !CLAUSE_END.test(text.slice(told.end, told.end + 40))) return false;
  return !sign || isOutsideCode(text, span, value, told.end);
}

/** Letters with digits or marks. */
function isToldMixed(name: SecretName, value: string, sign: boolean, quoted: boolean): boolean {
  if (/\s/.test(value)) return quoted && name.nameClass === 'password' && isWordsPassword(value.replace(/[\d]/g, 'x'));
  if (name.nameClass === 'password') return !sign && value.length >= 6 && /\d/.test(value) && isPasswordLike(value);
  return !sign && value.length >= 8 && isTokenLike(value);
}

function isToldWord(name: SecretName, value: string, nameText: string): boolean {
  if (value.includes(' ')) return name.nameClass === 'password' && isWordsPassword(value);
  const vague = name.nameClass !== 'password' || (VAGUE_NAMES.has(name.word) && !QUALIFIED.test(nameText));
  return isWordPassword(value, vague ? SHORTEST_VAGUE : undefined) && !value.split(/[-_.]/).some(isFunctionWord);
}

/** In prose, a note or YAML; not in an object literal, a signature or a type. */
function isOutsideCode(text: string, span: NameSpan, value: string, end: number): boolean {
  const window = text.slice(Math.max(0, span.start - LINE_WINDOW), span.start);
  const lineStart = window.lastIndexOf('\n') + 1;
  const before = window.slice(lineStart);
  if (CODE_BEFORE.test(before) || !PROSE_BEFORE.test(before)) return false;
  if (!BEGINS_LINE.test(before)) return true;
  if (/[a-z][A-Z]/.test(value) || isOrdinaryWord(value)) return false;
  const after = text.slice(end, end + LINE_WINDOW);
  const [rest = '', next = ''] = after.split('\n');
  return ![window.slice(0, Math.max(0, lineStart - 1)), rest, next].some((line) => CODE_LINE_END.test(line));
}
