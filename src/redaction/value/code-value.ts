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
const PREFIX_OPERATOR = /^[!~&*+-]+(?=[A-Za-z_$])/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
/** Ends of a name that is only numbered: `password2`, `tokenV2`. */
const NUMBERED = /^[A-Za-z_$]+?(?:[vV]?\d{1,2})?$/;

export function isCode(whole: string): boolean {
  const value = whole.replace(PREFIX_OPERATOR, '');
  if (TYPE_OR_CONSTANT.test(value) || KEYWORD.test(value) || WELL_KNOWN_SOURCE.test(value)) return true;
  if (MEMBER.test(value)) return lettersInWords(value) * 3 >= value.length;
  const call = CALL_OR_INDEX.exec(value);
  return call !== null && call[0].length >= 4 && lettersInWords(call[0]) * 4 >= call[0].length;
}

/** A name made of words, perhaps numbered: in code without quotes it is a variable. */
export function isVariable(value: string): boolean {
  return IDENTIFIER.test(value) && NUMBERED.test(value) && lettersInWords(value) * 2 >= value.length;
}
