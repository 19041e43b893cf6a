/** Unquoted values that are program text: a type, a call, a variable. Only asked where no quote marks a literal. */
import { lettersInWords } from './word-likeness.ts';

const TYPE_OR_CONSTANT =
  /^(?:(?:string|str|number|int|integer|bigint|float|double|bool|boolean|bytes?|char|any|unknown|void|never|object|array|list|dict|map|set|optional|option|result|promise|buffer|uint8array|secretstr|securestring|text|varchar|uuid|date|datetime|null|none|nil|undefined|true|false|self|this|super|required|readonly)(?:\b|\d)|&(?:'static )?(?:mut )?str\b)/i;
const KEYWORD =
  /^(?:await|new|function|async|return|typeof|lambda|yield|not|if|else|import|require|throw|delete|const|let|var|def|fn|func)\b/;
const CALL_OR_INDEX = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*(?:<[\w, ]{0,40}>)?!?[([]/;
const MEMBER = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)+[!?;,)]*$/;
const WELL_KNOWN_SOURCE =
  /^(?:process\.env|import\.meta|os\.environ|os\.getenv|System\.|Deno\.|Bun\.|ENV\[|env\.|config\.|settings\.|secrets\.|vars?\.|local\.|module\.|data\.|self\.|this\.|props\.|req\.|request\.|ctx\.|args\.|opts\.|options\.|params\.|\.Values\.)/;
/** Minified: `un(e,t`, `null,t.at(-1)`, a selector of CSS. */
const MINIFIED =
  /^(?:(?:before|after|hover|focus|active|checked|disabled|not|is)[,{:.)]|[\w$]{1,3}\([\w$.,]*$|(?:null|undefined|true|false|void|this|![01])[,;)])/;
const PREFIX_OPERATOR = /^[!~&*+([{-]+(?=[A-Za-z_$])/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
/** Ends of a name that is only numbered: `password2`, `tokenV2`. */
const NUMBERED = /^[A-Za-z_$]+?(?:[vV]?\d{1,2})?$/;

/** `Ed25519PrivateKey`, `api.TokenProvider`: the name of a type. */
const TYPE_NAME =
  /^[A-Za-z_][\w.]*(?:Key|Token|Secret|Password|Credentials?|Type|String|Schema|Provider|Manager|Store|Config)s?$/;
const LETTERS_ONLY = /^[A-Za-z]*_[A-Za-z_]*$/;

export function isCode(whole: string): boolean {
  const value = whole.replace(PREFIX_OPERATOR, '');
  if (TYPE_OR_CONSTANT.test(value) || KEYWORD.test(value) || TYPE_NAME.test(value)) return true;
  if (MEMBER.test(value)) return lettersInWords(value) * 3 >= value.length;
  return isTightCode(value);
}

/** Also where no blank stands around the sign: `key_password=self.key_password`, `passwd=credentials[1]`. */
export function isTightCode(value: string): boolean {
  if (WELL_KNOWN_SOURCE.test(value) || MINIFIED.test(value)) return true;
  const call = CALL_OR_INDEX.exec(value);
  return call !== null && call[0].length >= 4 && lettersInWords(call[0]) * 4 >= call[0].length;
}

/** A name made of words, perhaps numbered: in code without quotes it is a variable. */
export function isVariable(value: string): boolean {
  if (!IDENTIFIER.test(value)) return false;
  return (
    LETTERS_ONLY.test(value) ||
    (NUMBERED.test(value) && lettersInWords(value) * 2 >= value.length) ||
    isNumberedWord(value)
  );
}

/** `Crc16Buypass`, `ssh2_auth_pubkey`: a number inside a name, not behind it. */
function isNumberedWord(value: string): boolean {
  return /^[A-Za-z_]+\d{1,4}[A-Za-z_]+$/.test(value) && lettersInWords(value) * 2 >= value.length;
}
