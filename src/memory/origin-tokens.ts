/**
 * The pieces of a text by which somebody who repeats it is recognised: addresses, names out of code, options, versions and
 * numbers, and plain words by their stem. A piece is telling when it names one thing and is hardly said by chance. Written
 * otherwise (other alphabet, hidden characters, `evil[.]test`) it is the same piece.
 *
 * Limits: keys, digests and dates are no pieces; a text has at most `MOST_TOKENS` of them, telling ones first.
 */
import { pairsOf, STOP_WORDS, WIDE_SCRIPT, wordKey } from './similarity.ts';
import { unmasked } from './unmask.ts';

export interface OriginToken {
  readonly text: string;
  readonly isTelling: boolean;
}

const MOST_TOKENS = 400;
const MOST_TELLING = 300;
const SHORTEST_WORD = 3;
const LONGEST = 80;
/** Longer runs are data, and would take long to look through. */
const LONGEST_PIECE = 300;
const PIECE = /(?<![\w-])--?[a-z][\w-]{2,}|[\p{L}\p{N}_@$][\p{L}\p{N}_@$./:+~=%'’-]*/giu;
/** The same where no other letters are: several times as fast. */
const ASCII_PIECE = /(?<![\w-])--?[A-Za-z][\w-]{2,}|[\w@$][\w@$./:+~=%'-]*/g;
const BEYOND_ASCII = /[^\t\n\r\x20-\x7e]/;
const DEFANGED = /\[\.\]|\(\.\)|\[dot\]/gi;
const TRAILING = /(?:'s|’s|[.:/=~+%'’-])+$/;
const URL = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/@]*@)?([^/:]+)(?::\d+)?(\/.*)?$/;
const NUMBER = /^\d[\d,._]*$/;
const AMOUNT = /^(\d+(?:\.\d+)?)(?:ms|s|sec|secs|m|min|mins|h|hrs?|d|k|kb|mb|gb|tb|kib|mib|gib|x|px|%)$/;
/** Digests, ids, keys, moments: each is new, and none is ever the point. */
const ONE_OFF = /^(?:[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f-]{20,}|\d{4}-\d\d-\d\d.*|\d{1,2}:\d\d(?::\d\d.*)?)$/;
const JOINT = /[/=:@,]/;
const COMPOSED = /[\d./:_@$=%+~]/;
const HYPHENED = /^\p{L}+(?:-\p{L}+)+$/u;

/** What is installed, or run without being installed. */
const INSTALLED =
  /\b(?:(?:npm|pnpm|yarn|bun|pip3?|pipx|uv|cargo|gem|brew|apt|apt-get|dnf|yum|apk|pacman|go|composer|conda|choco|winget|snap|code|docker|podman|helm|poetry)\s+(?:(?:global|tool|pip|-\S+)\s+)*(?:i|install|add|get|require|pull|dlx|exec|run|-S|--install-extension)|npx|uvx|bunx)\s+((?:[^\s;&|`"'()]+[ \t]*){1,6})/gi;
const PACKAGE = /^(?:.*\/)?@?([\p{L}][\p{L}\p{N}_.-]+?)(?:\.git)?(?:[@=<>~^:[].*)?$/u;
/** Marks the name of a package: said as one it is known again wherever it is said. */
export const PACKAGE_MARK = 'pkg:';

/** Distinct, in the order of the text. */
export function originTokens(text: string): readonly OriginToken[] {
  const found = new Map<string, boolean>();
  const add = (token: string, isTelling: boolean) => {
    if (token.length > LONGEST || ONE_OFF.test(token)) return;
    if (found.get(token) !== true) found.set(token, isTelling);
  };
  const isAscii = !BEYOND_ASCII.test(text);
  const plain = (isAscii ? text : unmasked(text)).replace(DEFANGED, '.');
  for (const name of packagesIn(plain)) add(PACKAGE_MARK + name, true);
  for (const piece of new Set(plain.match(isAscii ? ASCII_PIECE : PIECE))) addPiece(piece, add);
  return capped([...found].map(([token, isTelling]) => ({ text: token, isTelling })));
}

/** `npm run build` runs what the project calls so, and is none. */
function packagesIn(plain: string): readonly string[] {
  return [...plain.matchAll(INSTALLED)].flatMap(([command, names = '']) =>
    /^(?:npm|pnpm|yarn|bun|go|cargo|uv|composer|poetry)\s+run\b/i.test(command)
      ? []
      : names.split(/\s+/).flatMap((name) => PACKAGE.exec(name.toLowerCase().replace(TRAILING, ''))?.[1] ?? []),
  );
}

type Add = (token: string, isTelling: boolean) => void;

function addPiece(piece: string, add: Add): void {
  if (piece.length > LONGEST_PIECE) return;
  const token = piece.toLowerCase().replace(TRAILING, '');
  if (token.length < 2 || STOP_WORDS.has(token)) return;
  if (WIDE_SCRIPT.test(token)) for (const pair of pairsOf(token)) add(pair, false);
  else if (token.startsWith('-')) add(token, true);
  else if (NUMBER.test(token)) addNumber(token, add);
  else if (AMOUNT.test(token)) addNumber(AMOUNT.exec(token)?.[1] ?? token, add);
  else if (COMPOSED.test(token)) addComposed(token, add);
  else if (/\p{Ll}\p{Lu}/u.test(piece)) add(token, true);
  else addWord(token, add);
}

function addNumber(token: string, add: Add): void {
  const digits = token.replace(/[,_]/g, '').replace(/\.+$/, '');
  add(digits, digits.replace(/\D/g, '').length >= 4 || /\d\.\d+\.\d/.test(digits));
}

function addWord(token: string, add: Add): void {
  if (token.length < SHORTEST_WORD) return;
  if (!HYPHENED.test(token)) add(wordKey(token), false);
  else {
    add(token, false);
    for (const part of token.split('-'))
      if (part.length >= SHORTEST_WORD && !STOP_WORDS.has(part)) add(wordKey(part), false);
  }
}

/** Whole, and what it is put together from. */
function addComposed(token: string, add: Add): void {
  const [, , host, path = ''] = URL.exec(token) ?? [];
  if (host !== undefined) {
    add(host, true);
    if (path.length > 1) add(host + path.replace(/\/+$/, ''), true);
  } else add(token, true);
  const parts = (host === undefined ? token : path).split(JOINT).filter((part) => part.length > 1 && part !== token);
  for (const part of parts) {
    if (STOP_WORDS.has(part)) continue;
    if (NUMBER.test(part)) addNumber(part, add);
    else if (COMPOSED.test(part)) add(part.replace(TRAILING, ''), true);
    else addWord(part, add);
  }
  // What a file, an archive or a repository is called.
  const [, name] = /(?:^|\/)([\p{L}-]+)\.[\p{L}.]+$/u.exec(token) ?? [];
  if (name !== undefined) addWord(name, add);
}

function capped(tokens: readonly OriginToken[]): readonly OriginToken[] {
  if (tokens.length <= MOST_TOKENS) return tokens;
  const telling = bothEnds(
    tokens.filter(({ isTelling }) => isTelling),
    MOST_TELLING,
  );
  const words = tokens.filter(({ isTelling }) => !isTelling);
  return [...telling, ...bothEnds(words, MOST_TOKENS - telling.length)];
}

function bothEnds<Item>(items: readonly Item[], most: number): readonly Item[] {
  const half = Math.floor(most / 2);
  return items.length <= most ? items : [...items.slice(0, half), ...items.slice(-half)];
}
