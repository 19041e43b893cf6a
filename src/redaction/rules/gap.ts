/**
 * What may stand between the name of a secret and its value, over the syntaxes a transcript holds: assignments of many
 * languages, JSON at any depth of escaping, XML, tables, command line flags, name/value pairs, markdown.
 * Every expression is sticky and bounded.
 */

/** How sure the syntax is that a value follows, and how the value is written. */
export type GapKind =
  /** A string literal. */
  | 'quoted'
  /** `NAME=value` without blanks: a shell, a dotenv file, a form body. */
  | 'env'
  /** `name = value` or `name := value` without quotes: code or an ini file. */
  | 'assign'
  /** `name: value` without quotes: yaml, a header, a note, or code. */
  | 'colon'
  | 'flag'
  | 'element'
  | 'cell'
  /** `setToken("…")` */
  | 'call'
  /** `"name", "…"` */
  | 'tuple'
  /** `name value` */
  | 'space'
  /** `name:` and the value alone on a line below. */
  | 'below';

export interface Gap {
  readonly kind: GapKind;
  readonly valueStart: number;
  /** The characters that close the value; empty without quotes. */
  readonly quote: string;
  /** The value opens a list, so more may follow. */
  readonly list: boolean;
}

const CLOSERS = /(?:\\{0,7}["'`]|&quot;|&#3[49];)?[\])}]{0,3}[*_]{0,3}(?:\\{0,7}["'`])?/y;
const TYPED = /[ \t]{0,4}:[ \t]{0,4}(?:&?'?\w{0,10}[ \t])?&?[A-Za-z_][\w.<>[\]?]{0,40}(?: \| \w{1,20}){0,3}[ \t]{0,4}=(?=[ \t]{0,4}[bBrRuUfFN@$]{0,2}["'`])/y;
const TYPED_AFTER = /[ \t]{1,4}(?:\[\]byte|\[\]string|string|String|str|char ?\*?|NSString ?\*?|text|varchar)[ \t]{1,4}:?=(?!=)/y;
/** `"name": "DB_PASSWORD", "value": "…"`, `<add key="x" value="…"/>`, `- name: X⏎  value: …`, `<key>x</key><string>…`. */
const NAME_VALUE =
  /[ \t]{0,8}(?:,|;|\/?>|<\/(?:key|name)>)?\s{0,40}(?:[\w-]{1,20}=\\?["'][^"'<>\n]{0,60}\\?["']\s{1,10}){0,4}(?:<(?:string|value)>|\\{0,3}["']?(?:parameter_?value|secret_?value|value|val|content|default|pass(?:word)?)\\{0,3}["']?[ \t]{0,4}(?::|=>?)[ \t]{0,8})/iy;
/** `variable "db_password" { type = string⏎ default = "…" }`, `"token": {"type":"string","value":"…"}`. */
const NESTED =
  /[ \t]{0,4}[:=]?[ \t]{0,4}\{\s{0,40}(?:["']?[\w$-]{1,30}["']?[ \t]{0,4}[:=][ \t]{0,4}(?:["'][^"'\n]{0,80}["']|[\w.]{1,20})[ \t]{0,4},?\s{1,40}|["']?[\w$-]{1,30}["']?[ \t]{0,4}[:=][ \t]{0,4}(?:["'][^"'\n]{0,80}["']|[\w.]{1,20}),){0,5}["']?(?:value|default|plaintext|s|content|secretstring|data)["']?[ \t]{0,4}[:=][ \t]{0,8}/iy;
const OPERATOR = /[ \t]{0,80}(=>|:=|\?\?=?|\|\|=?|===?|!==?|->|=|→|:-|：|＝|:|,|\||>|\()/y;
const BLANKS = /[ \t]{0,80}/y;
const YAML_BLOCK = /[|>][+-]?\d?[ \t]{0,4}\r?\n[ \t]{1,60}/y;
const YAML_TAG = /(?:!!?[\w/]{1,30}|&\w{1,30})[ \t]{1,4}/y;
const EMPHASIS = /[*_]{1,3}[ \t]{0,4}/y;
const LINE_BELOW = /[ \t]{0,8}\r?\n\s{0,80}(?:```\w{0,12}\r?\n[ \t]{0,20})?/y;
const WRAPPERS = /(?:(?:new[ \t]{1,2})?[A-Za-z_][\w.:]{0,40}!?\(\s{0,20}|[([{]\s{0,40}){0,3}(?=[bBrRuUfFNL@$]{0,2}\\{0,7}["'`])/y;
const LITERAL_PREFIX = /[bBrRuUfFNL@$]{0,2}(?=\\{0,7}["'`])/y;
const OPENING_QUOTE = /\\{0,7}(?:"""|'''|```|["'`])|&quot;|&#3[49];|<!\[CDATA\[/y;
const LINE_BREAK_OPERATORS = new Set(['=', ':', ':=', '=>', '(', ',', '>', '：']);

function skip(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

/** What follows the name at `nameEnd`; undefined when nothing there leads to a value. */
export function gapAfter(text: string, nameStart: number, nameEnd: number, flag: boolean): Gap | undefined {
  const closed = skip(CLOSERS, text, nameEnd);
  const quotedName = closed > nameEnd && /["'`;]/.test(text.slice(nameEnd, closed));
  for (const typed of [TYPED, TYPED_AFTER]) {
    const at = skip(typed, text, closed);
    if (at > closed) return valueAt(text, 'assign', at, false);
  }
  for (const pair of [NAME_VALUE, NESTED]) {
    const at = skip(pair, text, closed);
    if (at > closed) return valueAt(text, 'colon', at, false);
  }
  OPERATOR.lastIndex = closed;
  const operator = OPERATOR.exec(text);
  if (!operator) return afterBlanks(text, closed, flag, quotedName);
  const sign = operator[1] ?? '';
  const at = OPERATOR.lastIndex;
  const blankBefore = operator[0].length > sign.length;
  if (sign === '>') return text.charCodeAt(nameStart - 1) === 60 || quotedName ? valueAt(text, 'element', at, true) : undefined;
  if (sign === '|') return valueAt(text, 'cell', skip(BLANKS, text, at), false);
  if (sign === ',' || sign === '(') {
    if (sign === ',' && !quotedName) return undefined;
    const gap = valueAt(text, sign === ',' ? 'tuple' : 'call', at, true);
    return gap?.quote ? { ...gap, kind: sign === ',' ? 'tuple' : 'call' } : undefined;
  }
  const blankAfter = /[ \t]/.test(text.charAt(at));
  if (sign === '=' && !blankBefore && !blankAfter) return valueAt(text, flag ? 'flag' : 'env', at, false);
  return valueAt(text, sign === ':' || sign === '：' ? 'colon' : 'assign', at, LINE_BREAK_OPERATORS.has(sign));
}

function afterBlanks(text: string, closed: number, flag: boolean, quotedName: boolean): Gap | undefined {
  const at = skip(BLANKS, text, closed);
  if (at === closed) return undefined;
  const gap = valueAt(text, flag && !quotedName ? 'flag' : 'space', at, false);
  return gap && gap.kind === 'quoted' && !flag ? { ...gap, kind: 'space' } : gap;
}

/** Passes over everything that opens a value; a quote turns the kind into `quoted`. */
function valueAt(text: string, kind: GapKind, from: number, mayBreak: boolean): Gap | undefined {
  let at = skip(BLANKS, text, from);
  let settled = kind;
  const block = skip(YAML_BLOCK, text, at);
  if (block > at) at = block;
  else if (mayBreak || kind === 'colon') {
    const below = skip(LINE_BELOW, text, at);
    if (below > at) {
      at = below;
      settled = kind === 'element' ? kind : 'below';
    }
  }
  at = skip(EMPHASIS, text, skip(YAML_TAG, text, at));
  const wrapped = skip(WRAPPERS, text, at);
  const list = wrapped > at && text.slice(at, wrapped).includes('[');
  at = skip(LITERAL_PREFIX, text, wrapped);
  OPENING_QUOTE.lastIndex = at;
  const opening = OPENING_QUOTE.exec(text);
  if (!opening) return at < text.length ? { kind: settled, valueStart: at, quote: '', list: false } : undefined;
  const quote = opening[0] === '<![CDATA[' ? ']]>' : opening[0];
  return { kind: settled === 'cell' || settled === 'flag' ? settled : 'quoted', valueStart: OPENING_QUOTE.lastIndex, quote, list };
}
