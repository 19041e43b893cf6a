/** `Authorization` and friends: `Bearer …`, `Basic …` anywhere, any scheme behind the header name, digest responses. */
import type { Report } from '../finding.ts';
import { isPasswordLike, isTokenLike } from '../value/judge.ts';
import { isStandIn } from '../value/stand-in.ts';

const SCHEME_ANYWHERE =
  /(?:bearer|basic|negotiate|ssws|geniekey|apikey)(?:\s{1,4}|%20|\+)["']?([A-Za-z0-9._~+/=|:-]{8,4096})/gi;
const HEADER =
  /(?<![\w])(?:proxy-)?authorization\\{0,3}["']?\]?\s{0,4}(?:[:=,]|=>|\|)\s{0,4}[\\"'`]{0,4}([A-Za-z][\w-]{1,30})[ \t]{1,4}["']?([^\s"'`,\\<>]{6,4096})/gi;
const DIGEST_PART =
  /\b(?:response|oauth_signature|oauth_token|cnonce|mac|signature)=\\{0,3}["']?([A-Za-z0-9+/=%_-]{16,1024})/gi;
const WORD_END = /[\w-]$/;
const SHORTEST_UNDER_HEADER = 8;

export function findAuthorization(text: string, report: Report): void {
  visit(SCHEME_ANYWHERE, text, 1, (value, start, match) => {
    const plain = value.replace(/[.:]+$/, '');
    if (plain.includes('://') || WORD_END.test(text.slice(Math.max(0, match - 1), match))) return;
    if (isTokenLike(plain.slice(0, 256)) || isBasicPair(plain)) report('authorization', start, start + plain.length);
  });
  if (!/authorization/i.test(text)) return;
  visit(HEADER, text, 2, (value, start) => {
    if (value.includes('=') && /^[\w-]+=/.test(value) && !/=$/.test(value)) return;
    if (
      value.length >= SHORTEST_UNDER_HEADER &&
      !isStandIn(value) &&
      (isPasswordLike(value.slice(0, 256)) || isBasicPair(value))
    ) {
      report('authorization', start, start + value.length);
    }
  });
  visit(DIGEST_PART, text, 1, (value, start) => report('authorization', start, start + value.length));
}

/** base64 of `user:password`, which a short password may make look like a word. */
function isBasicPair(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value)) return false;
  return /^[\x21-\x39\x3b-\x7e]{1,64}:[\x20-\x7e]{1,}$/.test(Buffer.from(value, 'base64').toString('latin1'));
}

function visit(
  pattern: RegExp,
  text: string,
  group: number,
  found: (value: string, start: number, match: number) => void,
): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const value = match[group] ?? '';
    found(value, match.index + match[0].length - value.length, match.index);
  }
}
