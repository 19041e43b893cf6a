/** A password known by the user name beside it, or by the question before it, rather than by a name of its own. */
import type { Report } from '../finding.ts';
import { isMixedRandom, isPasswordLike, isStrikingPassword } from '../value/judge.ts';
import { isStandIn } from '../value/stand-in.ts';
import { isTypedWord } from '../value/word-password.ts';

interface Pair {
  readonly kind: string;
  /** A text without any of these is not searched. */
  readonly marks: readonly string[];
  /** Group 1 is the secret and ends the match. */
  readonly pattern: RegExp;
  readonly accept: (value: string) => boolean;
}

function isSecretKey(value: string): boolean {
  return isMixedRandom(value, 40);
}

function isTypedPassword(value: string): boolean {
  return /\d/.test(value) && isPasswordLike(value);
}

/** The syntax promises a password: anything but talk about one. */
function isTyped(value: string): boolean {
  return isPasswordLike(value) || isTypedWord(value);
}

const PAIRS: readonly Pair[] = [
  {
    kind: 'password',
    marks: ['PRAGMA', 'pragma'],
    pattern: /\bPRAGMA\s{1,4}(?:re|hex)?key\s{0,4}=\s{0,4}["'](?:x')?([^"'\n]{4,200})/gi,
    accept: (value) => !isStandIn(value),
  },
  {
    kind: 'password',
    marks: ['WIFI:'],
    pattern: /\bWIFI:[^\n]{0,100}?P:([^;\n]{8,63})(?=;)/g,
    accept: (value) => !isStandIn(value),
  },
  {
    kind: 'password',
    marks: ['createUser'],
    pattern: /\bcreateUser\s{1,4}\S{1,60}\s{1,4}(?:MD5|SHA[\w-]{0,6})\s{1,4}["']?([^\s"']{8,128})/g,
    accept: isPasswordLike,
  },
  {
    kind: 'aws-secret-key',
    marks: ['AKIA', 'ASIA'],
    pattern:
      /(?<![A-Za-z0-9])A(?:KI|SI)A[A-Z0-9]{16}[^A-Za-z0-9+/][^\n]{0,60}?(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/g,
    accept: isSecretKey,
  },
  {
    kind: 'password',
    marks: [':', '='],
    pattern:
      /\b(?:creds|credentials|log ?in|zugangsdaten|identifiants|credenciales|account)\b[^\n:=]{0,40}[:=][ \t]{0,4}["'`]?[\w.@+-]{2,60}["'`]?[ \t]{0,3}[/|:,][ \t]{0,3}["'`]?([^\s"'`,;]{7,80})/gi,
    accept: isStrikingPassword,
  },
  {
    kind: 'password',
    marks: ['('],
    pattern:
      /(?:auth|login|credentials?|signin|authenticate|connect)\w{0,20}\s{0,4}=?\s{0,4}\(\s{0,10}["'][^"'\n]{1,80}["']\s{0,4},\s{0,10}["']([^"'\n]{6,120})(?=["'])/gi,
    accept: isTypedPassword,
  },
  {
    kind: 'password',
    marks: [' LOGIN '],
    pattern: /^[\w.]{1,10} LOGIN ["']?[\w.@+-]{2,80}["']? ["']?([^\s"']{6,120})/gm,
    accept: isStrikingPassword,
  },
  {
    kind: 'password',
    marks: ['send'],
    pattern: /assword:?\s{0,2}["'}]?\s{0,20}send(?:_user)?\s{1,4}(?:--\s{1,4})?["']([^"'\\\r\n]{4,80})/gi,
    accept: isTypedPassword,
  },
  {
    kind: 'authorization',
    marks: ['AUTH '],
    pattern: /\bAUTH (?:PLAIN|LOGIN|XOAUTH2|CRAM-MD5)[ \t]{1,4}([A-Za-z0-9+/=]{12,2000})/g,
    accept: (value) => value.length >= 12,
  },
  {
    kind: 'password',
    marks: ['AUTH'],
    pattern: /(?:^|>)[ \t]{0,2}AUTH[ \t]{1,4}(?:[\w.-]{1,40}[ \t]{1,4})?["']?([^\s"']{4,128})(?=["']?[ \t]*$)/gm,
    accept: (value) => isTyped(value) && !/^[A-Z\d-]+$/.test(value),
  },
  {
    kind: 'password',
    marks: ['requirepass', 'masterauth', 'masterpass', 'REQUIREPASS'],
    pattern: /(?:^|[ \t])(?:requirepass|masterauth|masterpass)[ \t]{1,4}["']?([^\s"'<>]{4,128})/gim,
    accept: isTyped,
  },
  {
    kind: 'password',
    marks: ['assword', 'ASSWORD'],
    pattern:
      /\b(?:create|alter)\s{1,4}(?:user|role|login)\b[^\n;]{0,120}?\bpassword\s{0,4}=?\s{0,4}N?'([^'\n]{4,128})(?=')/gi,
    accept: isTyped,
  },
  {
    kind: 'password',
    marks: [' -u', ' --user', ' --auth', ' --cred', '\t-u'],
    pattern:
      /\s(?:-u|--user(?:pwd)?|--auth|--creds|--credentials?)(?:=|[ \t]{1,4})["']?[\w.@+-]{1,64}:([^\s"'`;|:/]{6,128})/g,
    accept: isTypedPassword,
  },
  {
    kind: 'password',
    marks: ['login ', 'user '],
    pattern:
      /\b(?:login|user)[ \t]{1,4}\S{1,80}\s{1,4}(?:password|passwd|pass)[ \t]{1,4}([^\s"']{4,128})(?=[ \t]*(?:$|[\r\n]|account|port|host|machine))/g,
    accept: isTyped,
  },
  {
    kind: 'password',
    marks: ['SETUSER', 'setuser'],
    pattern: /\bACL[ \t]{1,4}SETUSER[ \t][^\n]{0,80}?[ \t][>#]([^\s>]{6,128})/gi,
    accept: isTypedPassword,
  },
];

export function findCredentialPairs(text: string, report: Report): void {
  for (const { kind, marks, pattern, accept } of PAIRS) {
    if (!marks.some((mark) => text.includes(mark))) continue;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const value = match[1] ?? '';
      const end = match.index + match[0].length;
      if (accept(value)) report(kind, end - value.length, end);
    }
  }
}
