/** A password known by the user name beside it, or by the question before it, rather than by a name of its own. */
import type { Report } from '../finding.ts';
import { isMixedRandom, isPasswordLike, isStrikingPassword } from '../value/judge.ts';
import { isStandIn } from '../value/stand-in.ts';
import { isTypedWord } from '../value/word-password.ts';

interface Pair {
  readonly kind: string;
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
    pattern: /\bPRAGMA\s{1,4}(?:re|hex)?key\s{0,4}=\s{0,4}["'](?:x')?([^"'\n]{4,200})/gi,
    accept: (value) => !isStandIn(value),
  },
  { kind: 'password', pattern: /\bWIFI:[^\n]{0,100}?P:([^;\n]{8,63})(?=;)/g, accept: (value) => !isStandIn(value) },
  {
    kind: 'password',
    pattern: /\bcreateUser\s{1,4}\S{1,60}\s{1,4}(?:MD5|SHA[\w-]{0,6})\s{1,4}["']?([^\s"']{8,128})/g,
    accept: isPasswordLike,
  },
  {
    kind: 'aws-secret-key',
    pattern:
      /(?<![A-Za-z0-9])A(?:KI|SI)A[A-Z0-9]{16}[^A-Za-z0-9+/][^\n]{0,60}?(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/g,
    accept: isSecretKey,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:creds|credentials|log ?in|zugangsdaten|identifiants|credenciales|account)\b[^\n:=]{0,40}[:=][ \t]{0,4}["'`]?[\w.@+-]{2,60}["'`]?[ \t]{0,3}[/|:,][ \t]{0,3}["'`]?([^\s"'`,;]{7,80})/gi,
    accept: isStrikingPassword,
  },
  {
    kind: 'password',
    pattern:
      /(?:auth|login|credentials?|signin|authenticate|connect)\w{0,20}\s{0,4}=?\s{0,4}\(\s{0,10}["'][^"'\n]{1,80}["']\s{0,4},\s{0,10}["']([^"'\n]{6,120})(?=["'])/gi,
    accept: isTypedPassword,
  },
  {
    kind: 'password',
    pattern: /^[\w.]{1,10} LOGIN ["']?[\w.@+-]{2,80}["']? ["']?([^\s"']{6,120})/gm,
    accept: isStrikingPassword,
  },
  {
    kind: 'password',
    pattern: /assword:?\s{0,2}["'}]?\s{0,20}send(?:_user)?\s{1,4}(?:--\s{1,4})?["']([^"'\\\r\n]{4,80})/gi,
    accept: isTypedPassword,
  },
  {
    kind: 'authorization',
    pattern: /\bAUTH (?:PLAIN|LOGIN|XOAUTH2|CRAM-MD5)[ \t]{1,4}([A-Za-z0-9+/=]{12,2000})/g,
    accept: (value) => value.length >= 12,
  },
  {
    kind: 'password',
    pattern: /(?:^|>)[ \t]{0,2}AUTH[ \t]{1,4}(?:[\w.-]{1,40}[ \t]{1,4})?["']?([^\s"']{4,128})(?=["']?[ \t]*$)/gm,
    accept: (value) => isTyped(value) && !/^[A-Z\d-]+$/.test(value),
  },
  {
    kind: 'password',
    pattern: /(?:^|[ \t])(?:requirepass|masterauth|masterpass)[ \t]{1,4}["']?([^\s"'<>]{4,128})/gim,
    accept: isTyped,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:create|alter)\s{1,4}(?:user|role|login)\b[^\n;]{0,120}?\bpassword\s{0,4}=?\s{0,4}N?'([^'\n]{4,128})(?=')/gi,
    accept: isTyped,
  },
  {
    kind: 'password',
    pattern:
      /\s(?:-u|--user(?:pwd)?|--auth|--creds|--credentials?)(?:=|[ \t]{1,4})["']?[\w.@+-]{1,64}:([^\s"'`;|:/]{6,128})/g,
    accept: isTypedPassword,
  },
  {
    kind: 'password',
    pattern: /\bACL[ \t]{1,4}SETUSER[ \t][^\n]{0,80}?[ \t][>#]([^\s>]{6,128})/gi,
    accept: isTypedPassword,
  },
];

export function findCredentialPairs(text: string, report: Report): void {
  for (const { kind, pattern, accept } of PAIRS) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const value = match[1] ?? '';
      const end = match.index + match[0].length;
      if (accept(value)) report(kind, end - value.length, end);
    }
  }
}
