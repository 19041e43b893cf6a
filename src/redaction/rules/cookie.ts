/** Cookies: in a header, a curl option, `document.cookie`, a HAR file or a Netscape cookie file. Names and harmless cookies stay. */
import type { Report } from '../finding.ts';
import { isPasswordLike, isRandom } from '../value/judge.ts';
import { isStandIn } from '../value/stand-in.ts';

/** Where a list of cookies begins; the list ends with the line or the quote. */
const COOKIE_START =
  /(?:\b(?:set-)?cookies?\\{0,3}["']?\]?\s{0,4}(?:[:=,]|=>)\s{0,4}|(?:^|\s)(?:-b|--cookie)[ \t=]{1,4})[\\"'`]{0,4}/gi;
const PAIR = /\s{0,4}([\w.$!%-]{1,80})=([^;\s"'`\\,]{1,4096})(?:;|(?=[\s"'`\\,]|$))/y;
const TELLING_NAME =
  /sess|sid$|^s?id$|auth|token|jwt|csrf|xsrf|login|remember|user|account|secure|cred|ticket|sso|saml|oidc|access|refresh|^sb-|^d$|clearance|__cf|hsid|ssid|apisid|li_at/i;
const PLAIN_NAME =
  /^(?:path|domain|expires|max-age|samesite|priority|theme|lang|locale|tz|timezone|currency|version)$/i;
const NETSCAPE_LINE =
  /^(?:#HttpOnly_)?[\w.-]{1,200}\t(?:TRUE|FALSE)\t[^\t\n]{1,200}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{1,200}\t([^\t\r\n]{6,4096})/gm;
const SHORTEST_NAMED = 8;

export function findCookies(text: string, report: Report): void {
  COOKIE_START.lastIndex = 0;
  for (let start = COOKIE_START.exec(text); start; start = COOKIE_START.exec(text)) {
    let at = COOKIE_START.lastIndex;
    PAIR.lastIndex = at;
    for (let pair = PAIR.exec(text); pair; pair = PAIR.exec(text)) {
      const name = pair[1] ?? '';
      const value = pair[2] ?? '';
      const from = pair.index + pair[0].indexOf('=') + 1;
      if (isCookieSecret(name, value)) report('cookie', from, from + value.length);
      at = PAIR.lastIndex;
      // Attributes without a value (`HttpOnly; Secure`) stand between the pairs.
      FLAGS.lastIndex = at;
      if (FLAGS.test(text)) at = FLAGS.lastIndex;
      PAIR.lastIndex = at;
    }
    COOKIE_START.lastIndex = Math.max(COOKIE_START.lastIndex, at);
  }
  if (text.includes('\tTRUE\t') || text.includes('\tFALSE\t')) findNetscapeCookies(text, report);
}

const FLAGS = /(?:[ \t]{0,4}(?:httponly|secure|partitioned)[ \t]{0,4};?){1,3}/iy;

function isCookieSecret(name: string, value: string): boolean {
  if (PLAIN_NAME.test(name) || isStandIn(value)) return false;
  if (TELLING_NAME.test(name)) return value.length >= SHORTEST_NAMED && isPasswordLike(value.slice(0, 256));
  return isRandom(value);
}

function findNetscapeCookies(text: string, report: Report): void {
  NETSCAPE_LINE.lastIndex = 0;
  for (let line = NETSCAPE_LINE.exec(text); line; line = NETSCAPE_LINE.exec(text)) {
    const value = line[1] ?? '';
    if (isStandIn(value) || !isPasswordLike(value.slice(0, 256))) continue;
    report('cookie', line.index + line[0].length - value.length, line.index + line[0].length);
  }
}
