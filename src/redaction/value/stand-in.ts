/**
 * Values that stand where a secret would stand but are none: placeholders, references to a secret kept elsewhere,
 * values blanked by somebody else, and example words (RED-6).
 */
import { remembered } from '../remembered.ts';
import { shapeOf } from './value-shape.ts';

/** `$NAME`, `${X}`, `$(cmd)`, `%NAME%`, `{{ x }}`, `<token>`, `#{x}`, `@{x}`, `!Ref x`, `{0}`, `:name`, `?`. */
const REFERENCE =
  /^(?:\$\{|\$\(|\$[A-Za-z_]\w*(?:[./:]\S*)?$|\$\d$|\$env:|\$\{\{|%\w+%$|%[({]|\{\{|\{%|\{\w*\}$|<[^<>]*>$|<%|#\{|@\{|!\{|!(?:Ref|Sub|GetAtt|secret|vault|env|reference)\b|&[a-z]\w*;?$|:[a-z_]+$)/i;
/** A value that lives in a store, or is encrypted in place. */
const STORED_ELSEWHERE =
  /^(?:op:\/\/|vault:|vault\(|secret:\/\/|sops:|ssm:|ref\+|keyring:|keychain:|env:|env\(|file:|arn:aws|projects\/[\w-]+\/secrets|secretsmanager|\/run\/secrets\/|ENC\[|ENC\(|\{cipher\}|\$ANSIBLE_VAULT|enc:v\d|AgA[A-Za-z0-9+/]{200})/i;
/** Somebody else has blanked it already. */
const BLANKED =
  /\*{3,}|•{2,}|…|\.{3}|\[redacted|<redacted|\(redacted|\[filtered|\[hidden|\[masked|\[secure\]|#{4,}|_{4,}|-{6,}|\?{3,}/i;
/** A regular expression that describes a secret. */
const EXPRESSION =
  /^(?:required|nullable|string|confirmed|sometimes)\||\[(?:A-Z|a-z|0-9|\^)|\\[dwsSDW]|\(\?[:=!<]|\{\d+,\d*\}/;
/** Case matters: by chance a generated value holds `xxXx`, but hardly `xxxxx`. */
const FILLED = /x{5,}|X{5,}|^x{3,}$/;
const EXAMPLE =
  /example|placeholder|your[-_ ]|^your|change[-_]?me|change[-_]?it|replace[-_]?(?:me|with|this)|insert[-_]|enter[-_]|goes[-_]?here|[-_]here$|dummy|redacted|lorem|fill[-_]?in|\btodo\b|not[-_]?(?:a|the|real|set)[-_]|some[-_]?(?:secret|token|key|password|value)|fake[-_]|mock[-_]|todo[-_]/i;
/** In letter case folded form; a value made only of these and of short numbers is an example. */
const DULL_WORDS = new Set(
  (
    'test tests testing demo sample foo bar baz qux my the a an user users username admin root guest login default ' +
    'pass passwd password passwort pwd pw secret secrets token tokens key keys api apikey auth access private public client ' +
    'id value val string str text none null nil undefined true false yes no on off empty unset missing invalid valid wrong ' +
    'bad good correct incorrect old new strong weak super very safe secure insecure change changeme me it please abc abcd ' +
    'abcdef xyz qwerty hello world local localhost dev prod staging postgres mysql mariadb mongo redis rabbitmq db database ' +
    'minioadmin minio elastic kibana bearer basic jwt oauth hash hashed encrypted plain plaintext here input field name type ' +
    'label hint title error message required optional number boolean object any unknown never void dummy fake mock random ' +
    'temp tmp some other another first second third one two three v'
  ).split(' '),
);
const WORD_PARTS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^A-Za-z\d]+/g;
const SHORT_NUMBER = /^(?:\d{1,4}|12345|123456|1234567|12345678|123456789|1234567890)$/;
const SEPARATORS = /^[-_.:/@ ]+$/;
/** A real secret of this length does not consist of a few example words. */
const LONGEST_DULL = 40;
/** Shares of all steps above which a value is a keyboard run (`abcdef…`, `aaaa…`) rather than a secret. */
const MOST_ASCENDING = 0.55;
const MOST_REPEATED = 0.5;

export const isStandIn: (value: string) => boolean = remembered(judgeStandIn);

function judgeStandIn(value: string): boolean {
  if (
    REFERENCE.test(value) ||
    STORED_ELSEWHERE.test(value) ||
    BLANKED.test(value) ||
    FILLED.test(value) ||
    EXAMPLE.test(value) ||
    EXPRESSION.test(value)
  )
    return true;
  return isMonotonous(value) || isDull(value);
}

/** `aaaa…`, `abcabc…`, `123456…`: typed to fill a form, not generated. */
export function isMonotonous(value: string): boolean {
  const shape = shapeOf(value);
  const steps = Math.max(1, shape.length - 1);
  if (shape.ascending / steps > MOST_ASCENDING || shape.repeated / steps > MOST_REPEATED) return shape.length >= 6;
  return shape.length >= 12 && shape.distinct <= 4;
}

function isDull(value: string): boolean {
  if (value.length > LONGEST_DULL) return false;
  const parts = value.match(WORD_PARTS) ?? [];
  return parts.every((part) => DULL_WORDS.has(part.toLowerCase()) || SHORT_NUMBER.test(part) || SEPARATORS.test(part));
}
