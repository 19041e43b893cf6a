/** Shapes that carry letters and digits like a secret but have a meaning of their own (RED-6). */
import { remembered } from '../remembered.ts';
import { lettersInWords } from './word-likeness.ts';

const UUID = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i;
const HEX = /^(?:0x)?[0-9a-f]+$/i;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** Ids of agents and model APIs: harmless even where a name says otherwise. */
const AGENT_ID = /^(?:toolu|srvtoolu|msg|call|resp|req|chatcmpl|cmpl)[_-][A-Za-z0-9-]+$/;
/** Ids that services hand out: they name a thing and open nothing. */
const THING_ID =
  /^(?:(?:tool|run|thread|asst|step|file|batch|vs|rs|fc|ws|ig|conv|sess|ses|prt|evt|event|job|task|item|container|msgbatch|wrkspc|skill|trace|span|cus|pi|ch|py|in|sub|price|prod|pm|seti|txn|acct|card|src|plan|si|ii|inv|re|cs|cs_test|cs_live|user|org|team|proj|project|doc|page|node|build|dpl|prj|gen|fp|mem|agent|session|request|turn)_|(?:run|file|task|job|vpc|subnet|ami|vol|snap|i|sg|eni|rtb|igw|nat|acl|lt|asg)-)[A-Za-z0-9-]+$/;
const GITHUB_NODE_ID = /^(?:[A-Z]{1,4}_kw?[A-Za-z0-9_-]{6,}|MD[A-Za-z0-9]{2}[A-Za-z0-9+/=]{8,60})$/;
const VERSION = /^[v^~<>=]{0,2}\d+(?:\.\d+){1,3}(?:[-+.][\w.+-]*)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T_ ]?[\d:.,+Z-]*)?$/;
const NUMBER = /^[-+]?[\d.,_]+(?:e[-+]?\d+)?(?:%|px|r?em|ms|s|m|h|d|[kmgt]i?b?)?$/i;
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?:\/\d+)?$/;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,62})\.)+[a-z]{2,10}(?::\d{1,5})?$/i;
const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}$/;
const FILE_NAME =
  /^[\w@.+-]{1,80}\.(?:[jt]sx?|[cm]js|py|rb|go|rs|java|kt|cs?|cpp|h|php|sh|ps1|sql|json[c5l]?|ya?ml|toml|ini|cfg|conf|env|txt|md|html?|s?css|xml|csv|tsv|log|lock|pem|crt|cer|key|pub|p12|pfx|jks|png|jpe?g|svg|gif|webp|pdf|zip|t?gz|tar|db|sqlite|tf|tfvars|tmpl|snap|map|wasm|vue|svelte)$/i;
const ALGORITHM =
  /^(?:scram-sha-\d+|sha-?\d{1,3}(?:-\d+)?|md5|bcrypt|scrypt|argon2\w{0,2}|pbkdf2\w*|aes[-_]?\d+\S{0,12}|[rhep]s(?:256|384|512)|hmac[-_]?\S{0,12}|base(?:32|58|64|64url)|utf-?(?:8|16)\w*|oauth2?(?:\.0)?|oidc|tls1?\.?\d?|x\.?509|ed25519|secp256[kr]1|curve25519|chacha20\S*|rsa-?\d{3,4}|pkcs\d{1,2}|ipv[46]|http2|cl100k_base|o200k_base|latin1|iso-?8859-1)$/i;
const MIME = /^(?:application|audio|font|image|message|model|multipart|text|video)\/[\w.+-]+$/;
const PATH_START = /^(?:~?\/|\.{1,2}\/|[A-Za-z]:[\\/]|\\\\)/;
/** A path part that no generator makes: words, a number, or a few characters. */
const PLAIN_PATH_PART = /^(?:[A-Za-z]{1,5}|\d+|[\w.-]{1,4}|[\w.@-]+\.\w{1,5}|)$/;

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

export function isHex(value: string): boolean {
  return HEX.test(value);
}

export function isIdentifierOfAThing(value: string): boolean {
  return AGENT_ID.test(value) || THING_ID.test(value) || ULID.test(value) || GITHUB_NODE_ID.test(value);
}

export const isKnownHarmless: (value: string) => boolean = remembered(hasKnownShape);

function hasKnownShape(value: string): boolean {
  return (
    VERSION.test(value) ||
    DATE.test(value) ||
    NUMBER.test(value) ||
    ADDRESS.test(value) ||
    ALGORITHM.test(value) ||
    MIME.test(value) ||
    EMAIL.test(value) ||
    FILE_NAME.test(value) ||
    (HOST.test(value) && lettersInWords(value) * 2 >= value.length) ||
    isPath(value) ||
    AGENT_ID.test(value)
  );
}

/** base64 also holds slashes, so every part has to look like a name. */
function isPath(value: string): boolean {
  if (!PATH_START.test(value) && !value.includes('/')) return false;
  const parts = value.split(/[\\/]/);
  if (parts.length < 2) return false;
  const wordy = PATH_START.test(value) ? 0.5 : 0.7;
  return parts.every((part) => PLAIN_PATH_PART.test(part) || lettersInWords(part) >= part.length * wordy);
}
