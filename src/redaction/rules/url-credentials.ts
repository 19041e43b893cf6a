/**
 * Passwords and tokens in the user information of a URL, and in the shorthands without a scheme. User and host stay.
 * Each `://` or `@` is looked at once, within bounds.
 */
import type { Report } from '../finding.ts';
import { isPasswordLike, isRandom, isStrikingPassword } from '../value/judge.ts';
import { isStandIn } from '../value/stand-in.ts';

/** Up to the last `@` of the authority: a password may hold one itself. */
const USER_INFO = /([^\s:/?#@"'`<>\\[\]{}]{0,128}):([^\s"'`<>\\]{1,256})@/y;
const TOKEN_ONLY = /([^\s:/?#@"'`<>\\]{16,256})@/y;
/** `user:password@tcp(host:3306)/db`, as Go's MySQL driver writes it. */
const DRIVER_ADDRESS = /(?<![\w.-])[\w.-]{1,64}:([^\s:@"'`]{3,128})@(?:tcp|tcp6|unix|udp)\(/g;
/** `user:password@host.tld:port` without a scheme. */
const BARE_ADDRESS = /(?<![\w.@/:-])[\w.-]{1,64}:([^\s:@/"'`]{6,128})@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/g;
/** Oracle: `user/password@//host`. */
const ORACLE_ADDRESS = /(?<![\w/.@-])[\w.-]{1,40}\/([^\s@/?&="'`]{4,64})@(?:\/\/)?[\w.-]{1,100}[:/]\w/g;

export function findUrlCredentials(text: string, report: Report): void {
  if (text.includes('@')) {
    for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) reportUserInfo(text, at + 3, report);
    reportMatches(DRIVER_ADDRESS, text, report, (value) => value.length >= 4 && !isStandIn(value));
    reportMatches(BARE_ADDRESS, text, report, isStrikingPassword);
    reportMatches(ORACLE_ADDRESS, text, report, isStrikingPassword);
  }
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

function reportMatches(pattern: RegExp, text: string, report: Report, accept: (value: string) => boolean): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const value = match[1];
    if (value === undefined || !accept(value)) continue;
    const start = match.index + match[0].lastIndexOf(`${value}@`);
    report('url-password', start, start + value.length);
  }
}
