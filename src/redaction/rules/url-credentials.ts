/**
 * Passwords and tokens in the user information of a URL, and in the shorthands without a scheme. User and host stay.
 * Each `://` or `@` is looked at once, within bounds.
 */
import type { Report } from '../finding.ts';
import { isPasswordLike, isRandom, isStrikingPassword } from '../value/judge.ts';
import { isStandIn } from '../value/stand-in.ts';

const LONGEST_USER_INFO = 700;
const BREAKS = ' \t\r\n"\'`<>@,;()[]{}';
/** Up to the last `@` of the authority: a password may hold one itself. */
const USER_INFO = /([^\s:/?#@"'`<>\\[\]{}]{0,128}):([^\s"'`<>\\]{1,512})@/y;
const TOKEN_ONLY = /([^\s:/?#@"'`<>\\]{16,256})@/y;
/** What stands before an `@` without a scheme: `user:password`, or Oracle's `user/password`. */
const BEFORE_AT = /(?:(?<![\w.@/:-])[\w.-]{1,64}:|(?<![\w.@/-])[\w.-]{1,64}\/)([^\s:@/?&="'`]{4,128})$/;
const LONGEST_BEFORE = 200;
/** Go's MySQL driver: `…@tcp(host:3306)/db`. */
const DRIVER_ADDRESS = /(?:tcp6?|unix|udp)\(/y;
/** A host with a domain, or Oracle's `//host` and `host/service`. */
const HOST_ADDRESS = /(?:\/\/)?[\w-]{1,63}(?:(?:\.[\w-]{1,63}){1,6}|[:/]\w)/y;

export function findUrlCredentials(text: string, report: Report): void {
  let nextAt = text.indexOf('@');
  if (nextAt < 0) return;
  for (let at = text.indexOf('://'); at >= 0 && nextAt >= 0; at = text.indexOf('://', at + 3)) {
    if (nextAt < at) nextAt = text.indexOf('@', at);
    if (nextAt >= 0 && nextAt - at < LONGEST_USER_INFO) reportUserInfo(text, at + 3, report);
  }
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) reportBareAddress(text, at, report);
}

function reportBareAddress(text: string, at: number, report: Report): void {
  DRIVER_ADDRESS.lastIndex = at + 1;
  const driver = DRIVER_ADDRESS.test(text);
  HOST_ADDRESS.lastIndex = at + 1;
  if (!driver && !HOST_ADDRESS.test(text)) return;
  const from = valueStart(text, at);
  const value = BEFORE_AT.exec(text.slice(from, at))?.[1];
  if (value === undefined || (driver ? isStandIn(value) : !isStrikingPassword(value))) return;
  report('url-password', at - value.length, at);
}

/** The start of the unbroken text that ends at the `@`. */
function valueStart(text: string, at: number): number {
  const lowest = Math.max(0, at - LONGEST_BEFORE);
  let from = at;
  while (from > lowest && !BREAKS.includes(text.charAt(from - 1))) from--;
  return from;
}

function reportUserInfo(text: string, start: number, report: Report): void {
  USER_INFO.lastIndex = start;
  const match = USER_INFO.exec(text);
  if (match) {
    const user = match[1] ?? '';
    const password = passwordOf(match[2] ?? '');
    if (password !== undefined && isUrlPassword(user, password)) {
      const from = start + user.length + 1;
      report('url-password', from, from + password.length);
    }
    return;
  }
  TOKEN_ONLY.lastIndex = start;
  const token = TOKEN_ONLY.exec(text)?.[1];
  if (token !== undefined && isRandom(token)) report('url-token', start, start + token.length);
}

/** The greedy match may have run past the authority into a path with an `@`; then the first `@` ends it. */
function passwordOf(greedy: string): string | undefined {
  const slash = greedy.search(/[/?#]/);
  if (slash < 0) return greedy;
  const head = greedy.slice(0, slash);
  const at = head.lastIndexOf('@');
  if (at >= 0) return head.slice(0, at);
  // `:8080/path@x` is a port and a path; a password with a slash has more than digits in front of it.
  return /^\d{1,5}$/.test(head) || greedy.includes('://') ? undefined : greedy;
}

function isUrlPassword(user: string, password: string): boolean {
  if (password === user || password.length < 3) return false;
  return !isStandIn(password) && (password.length >= 6 || /\d/.test(password) || isPasswordLike(password));
}
