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
  /** `NAME=value` in capitals: a variable of the shell, whose value is no code. */
  | 'shell'
  /** `name = value` or `name := value` without quotes: code or an ini file. */
  | 'assign'
  /** `name: value` without quotes: yaml, a header, a note, or code. */
  | 'colon'
  | 'flag'
  | 'element'
  | 'cell'
  /** A cell below the heading that names it. */
  | 'column'
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
const TYPED =
  /[ \t]{0,4}:[ \t]{0,4}(?:&?'?\w{0,10}[ \t])?&?[A-Za-z_][\w.<>[\]?]{0,40}(?: \| \w{1,20}){0,3}[ \t]{0,4}=(?=[ \t]{0,4}[bBrRuUfFN@$]{0,2}["'`])/y;
const TYPED_AFTER =
  /[ \t]{1,4}(?:\[\]byte|\[\]string|string|String|str|char ?\*?|NSString ?\*?|text|varchar)[ \t]{1,4}:?=(?!=)/y;
/** `"name": "DB_PASSWORD", "value": "…"`, `<add key="x" value="…"/>`, `- name: X⏎  value: …`, `<key>x</key><string>…`. */
const NAME_VALUE =
  /[ \t]{0,8}(?:,|;|\/?>|<\/(?:key|name)>)?\s{0,40}(?:[\w-]{1,20}=\\?["'][^"'<>\n]{0,60}\\?["']\s{1,10}){0,4}(?:(?:<(?:string|value)>\s{0,10}){1,2}|--(?:value|body|secret-string)[ \t=]{1,4}|\\{0,3}["']?(?:parameter_?value|secret_?value|value|val|content|default|pass(?:word)?)\\{0,3}["']?[ \t]{0,4}(?::|=>?)[ \t]{0,8})/iy;
/** `variable "db_password" { type = string⏎ default = "…" }`, `"token": {"type":"string","value":"…"}`. */
const NESTED =
  /[ \t]{0,4}[:=]?[ \t]{0,4}\{\s{0,40}(?:["']?[\w$-]{1,30}["']?[ \t]{0,20}[:=][ \t]{0,4}(?:["'][^"'\n]{0,80}["']|[\w.]{1,20})[ \t]{0,4},?\s{1,40}|["']?[\w$-]{1,30}["']?[ \t]{0,4}[:=][ \t]{0,4}(?:["'][^"'\n]{0,80}["']|[\w.]{1,20}),){0,5}["']?(?:value|default|plaintext|s|content|secretstring|data|[\w-]{1,40}(?:\.[\w-]{1,40}){1,4})["']?[ \t]{0,20}[:=][ \t]{0,8}/iy;
/** The end of a start tag, over its attributes. */
const ELEMENT_REST = /(?:\s{1,10}[\w:.-]{1,40}\s{0,2}=\s{0,2}["'][^"'<>\n]{0,200}["']){0,5}\s{0,10}>/y;
const ELEMENT_PREFIX = /<[\w-]{1,20}:$/;
/** A part of a multipart form: headers, an empty line, the value. */
const FORM_DATA = /\r?\n(?:[A-Z][\w-]{1,30}:[^\n]{0,80}\r?\n){0,2}\r?\n(?=\S)/y;
/** `b"`, `new X(`: the slow way knows them. */
const LITERAL_OR_CALL = /^(?:[bBrRuUfFNL@$]{1,2}\\?["'`]|new)/;
const CLOSING_QUOTE = /["'`;]/;
/** `public string ApiKey { get; set; } = "…"`; `expect(config.apiKey).toBe('…')`. */
const PROPERTY_BODY = /[ \t]{0,4}\{[ \t]{0,4}get;[^}\n]{0,40}\}[ \t]{0,4}=(?=[ \t]{0,4}[$@]?")/y;
const ASSERTED = /\)?\.(?:to\.)?(?:be|eq|eql|equals?|toBe|toEqual|toStrictEqual|toMatch|isEqualTo|is)\((?=["'`])/y;
/** `IDENTIFIED WITH plugin_password BY '…'`. */
const SQL_WORD = /[ \t]{1,4}(?:by|as|to|with)[ \t]{1,4}(?=N?['"])/iy;
/** Network devices write how a password is stored before it: `password 7 …`. */
const LEVEL = /[ \t]{1,4}\d{1,2}[ \t]{1,4}(?=[\w$./]{6,}(?:\s|$))/y;
/** `log("api_key=%s", "…")`: the value is an argument. */
const FORMATTED = /[ \t]{0,2}[:=]?[ \t]{0,2}["'([]?%[sdvrq][^"'\n]{0,40}["'],\s{0,8}(?=["'`])/y;
/** LaTeX: `\newcommand{\apikey}{…}`. */
const BRACED = /\{(?=[^\s{}]{8,200}\})/y;
/** A value in brackets without quotes: `PWD={…}`, `key=[…]`. */
const BRACKET = /[[{(](?=[^\s[\]{}()"']{6,200}[\]})])/y;
/** An unquoted argument: `Token(…)`. */
const ARGUMENT = /[A-Za-z0-9_.+/=~-]{20,512}\)/y;
/** With a remark between name and sign, as in `Password (staging):` or `Secret Access Key [None]:`. */
const OPERATOR =
  /(?:[ \t]{0,2}(?:\([^()\n]{1,60}\)|\[[^[\]\n]{1,40}\])(?=[ \t]{0,4}[:=]))?[ \t]{0,80}(=>|:=|\?\?=?|\|\|=?|===?|!==?|->|=|→|:-|：|＝|:|,|\||>|\()/y;
const BLANKS = /[ \t]{0,80}/y;
const YAML_BLOCK = /[|>][+-]?\d?[ \t]{0,4}\r?\n[ \t]{1,60}/y;
const YAML_TAG = /(?:!!?[\w/]{1,30}|&\w{1,30})[ \t]{1,4}/y;
const YAML_ITEM = /-[ \t]{1,4}/y;
const EMPHASIS = /[*_]{1,3}[ \t]{0,4}/y;
const LINE_BELOW = /[ \t]{0,8}\r?\n\s{0,80}(?:```\w{0,12}\r?\n[ \t]{0,20})?/y;
const WRAPPERS =
  /(?:string\(\d{1,5}\) |(?:new[ \t]{1,2})?[A-Za-z_][\w.:]{0,40}!?\(\s{0,20}|[([{]\s{0,40}){0,3}(?=[bBrRuUfFNL@$]{0,2}\\{0,7}["'`])/y;
const LITERAL_PREFIX = /[bBrRuUfFNL@$]{0,2}(?=\\{0,7}["'`])/y;
const OPENING_QUOTE = /\\{0,7}(?:"""|'''|```|["'`])|&quot;|&#3[49];|<!\[CDATA\[|[“„«‚‘][ \u00a0]?/y;
interface LongGap {
  readonly expression: RegExp;
  readonly kind: GapKind;
  /** The signs it can begin with, behind blanks; `A` is any letter, `0` any digit. */
  readonly signs: string;
  /** Of the letters, the ones it can begin with; absent when any can. */
  readonly letters?: string;
  /** The signs that can follow a `:` or `=`; absent when any can. */
  readonly next?: string;
}

/** Tried in this order before a single sign is. The signs spare most of the trials. */
const LONG_GAPS: readonly LongGap[] = [
  { expression: TYPED, kind: 'assign', signs: ':', next: "A&'" },
  { expression: TYPED_AFTER, kind: 'assign', signs: 'A[', letters: 'sScNtv' },
  { expression: PROPERTY_BODY, kind: 'assign', signs: '{' },
  { expression: ASSERTED, kind: 'call', signs: ').' },
  { expression: SQL_WORD, kind: 'call', signs: 'A', letters: 'baAtTwWB' },
  { expression: LEVEL, kind: 'env', signs: '0' },
  { expression: FORMATTED, kind: 'tuple', signs: ':=%' },
  { expression: BRACED, kind: 'assign', signs: '{' },
  { expression: NAME_VALUE, kind: 'colon', signs: ',;/><\n\r"\'\\-A' },
  { expression: NESTED, kind: 'colon', signs: ':={', next: '{' },
];
const CLOSING_OF: Readonly<Record<string, string>> = {
  '<![CDATA[': ']]>',
  '“': '”',
  '„': '“',
  '«': '»',
  '‚': '‘',
  '‘': '’',
};
const MOST_BLANKS = 80;
/** The end of a name in capitals, which may be a variable of the shell. */
const SHOUTED = /[A-Z\d_]/;
const SHORTEST_RANDOM = 16;
const COMPARISON = /^[=!]==?$/;
const LINE_BREAK_OPERATORS = new Set(['=', ':', ':=', '=>', '(', ',', '>', '：']);

function skip(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

/** What follows the name at `nameEnd`; undefined when nothing there leads to a value. */
export function gapAfter(text: string, nameStart: number, nameEnd: number, flag: boolean): Gap | undefined {
  if (isPlainAssignment(text, nameEnd))
    return { kind: flag ? 'flag' : 'env', valueStart: nameEnd + 1, quote: '', list: false };
  const closed = skip(CLOSERS, text, nameEnd);
  const quotedName = closed > nameEnd && CLOSING_QUOTE.test(text.slice(nameEnd, closed));
  const longGap = longGapAt(text, closed, quotedName);
  if (longGap) return longGap;
  if (quotedName) {
    const at = skip(FORM_DATA, text, closed);
    if (at > closed) return { kind: 'env', valueStart: at, quote: '', list: false };
  }
  const elementEnd = isElement(text, nameStart) ? skip(ELEMENT_REST, text, closed) : closed;
  if (elementEnd > closed) return valueAt(text, 'element', elementEnd, true);
  OPERATOR.lastIndex = closed;
  const operator = OPERATOR.exec(text);
  if (!operator) return afterBlanks(text, closed, flag, quotedName);
  return afterOperator(text, operator, flag, quotedName);
}

function longGapAt(text: string, closed: number, quotedName: boolean): Gap | undefined {
  const firstAt = pastBlanks(text, closed);
  const first = signOf(text.charCodeAt(firstAt));
  const second = signOf(text.charCodeAt(pastBlanks(text, firstAt + 1)));
  for (const { expression, kind, signs, letters, next } of LONG_GAPS) {
    if (first === 'A' && letters !== undefined && !letters.includes(text.charAt(firstAt))) continue;
    if (!signs.includes(first) || (next !== undefined && first !== '{' && !next.includes(second))) continue;
    // `name="password" value="…"`: an attribute may follow a quoted name only.
    if (expression === NAME_VALUE && first === 'A' && !quotedName) continue;
    const at = skip(expression, text, closed);
    if (at > closed) return valueAt(text, kind, at, false);
  }
  return undefined;
}

function pastBlanks(text: string, from: number): number {
  let at = from;
  const last = Math.min(text.length, from + MOST_BLANKS);
  while (at < last && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  return at;
}

function signOf(code: number): string {
  if ((code | 32) >= 97 && (code | 32) <= 122) return 'A';
  return code >= 48 && code <= 57 ? '0' : String.fromCharCode(code);
}

/** `NAME=x`: by far the most frequent form, and the one a hostile text repeats. */
function isPlainAssignment(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 61) return false;
  const code = text.charCodeAt(at + 1);
  return (
    (code >= 48 && code <= 57) ||
    ((code | 32) >= 97 && (code | 32) <= 122 && !LITERAL_OR_CALL.test(text.slice(at + 1, at + 4)))
  );
}

/** `<password>`, `<wsse:Password Type="…">` */
function isElement(text: string, nameStart: number): boolean {
  const before = text.charCodeAt(nameStart - 1);
  return before === 60 || (before === 58 && ELEMENT_PREFIX.test(text.slice(Math.max(0, nameStart - 24), nameStart)));
}

function afterOperator(text: string, operator: RegExpExecArray, flag: boolean, quotedName: boolean): Gap | undefined {
  const sign = operator[1] ?? '';
  const at = operator.index + operator[0].length;
  if (sign === '>') return quotedName ? valueAt(text, 'element', at, true) : undefined;
  if (sign === '|') return valueAt(text, 'cell', skip(BLANKS, text, at), false);
  if (sign === ',' || sign === '(') {
    if (sign === ',' && !quotedName) return undefined;
    const gap = valueAt(text, sign === ',' ? 'tuple' : 'call', at, true);
    if (sign === '(' && gap?.quote === '' && skip(ARGUMENT, text, gap.valueStart) > gap.valueStart) return gap;
    return gap?.quote ? { ...gap, kind: sign === ',' ? 'tuple' : 'call' } : undefined;
  }
  // A comparison with a literal may show a secret; one without compares variables.
  if (COMPARISON.test(sign)) {
    const gap = valueAt(text, 'call', at, false);
    return gap?.quote ? gap : undefined;
  }
  const blankBefore = operator[0].length > sign.length;
  const blankAfter = text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9;
  if (sign === '=' && !blankBefore && !blankAfter) return valueAt(text, flag ? 'flag' : 'env', at, false);
  return valueAt(text, sign === ':' || sign === '：' ? 'colon' : 'assign', at, LINE_BREAK_OPERATORS.has(sign));
}

function afterBlanks(text: string, closed: number, flag: boolean, quotedName: boolean): Gap | undefined {
  const at = skip(BLANKS, text, closed);
  if (at === closed || (!flag && isPlainWord(text, at) && !SHOUTED.test(text.charAt(closed - 1)))) return undefined;
  const gap = valueAt(text, flag && !quotedName ? 'flag' : 'space', at, false);
  return gap && gap.kind === 'quoted' && !flag ? { ...gap, kind: 'call' } : gap;
}

/** A short word of letters behind a blank is the next word of a sentence: no value that is believed there looks like that. */
function isPlainWord(text: string, from: number): boolean {
  let at = from;
  while (at < from + SHORTEST_RANDOM && (text.charCodeAt(at) | 32) >= 97 && (text.charCodeAt(at) | 32) <= 122) at++;
  return at > from && at < from + SHORTEST_RANDOM && (at === text.length || /[\s.,;:!?]/.test(text.charAt(at)));
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
      at = skip(YAML_ITEM, text, below);
      settled = kind === 'element' ? kind : 'below';
    }
  }
  at = skip(EMPHASIS, text, skip(YAML_TAG, text, at));
  const wrapped = skip(WRAPPERS, text, at);
  const list = wrapped > at && text.slice(at, wrapped).includes('[');
  at = skip(LITERAL_PREFIX, text, wrapped);
  OPENING_QUOTE.lastIndex = at;
  const opening = OPENING_QUOTE.exec(text);
  if (!opening) at = skip(BRACKET, text, at);
  if (!opening)
    return at < text.length ? { kind: settled, valueStart: at, quote: '', list: settled === 'below' } : undefined;
  const quote = CLOSING_OF[opening[0].trimEnd()] ?? opening[0];
  return {
    kind: settled === 'cell' || settled === 'flag' ? settled : 'quoted',
    valueStart: OPENING_QUOTE.lastIndex,
    quote,
    list,
  };
}
