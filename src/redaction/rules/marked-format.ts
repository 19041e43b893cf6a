/** Formats that announce themselves by a rare mark and hold secrets under names that say nothing: JWK, XML keys, hashes. */
import type { Report } from '../finding.ts';
import { reportStructures, type Structure } from './structure.ts';

const PGPASS_LINE = /(?<=^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*.-]{1,64}:[\w.@*-]{1,64}:)[^\s:]{4,128}$/gm;

const FORMATS: readonly Structure[] = [
  { kind: 'password', mark: ':5432:', pattern: PGPASS_LINE },
  { kind: 'password', mark: ':*:', pattern: PGPASS_LINE },
  {
    kind: 'jwk-private',
    mark: '"kty"',
    pattern: /(?<="(?:d|p|q|dp|dq|qi|k)"\s{0,4}:\s{0,4}")[A-Za-z0-9_-]{20,800}(?=")/g,
  },
  {
    kind: 'xml-private-key',
    mark: '<RSAKeyValue>',
    pattern: /(?<=<(?:P|Q|DP|DQ|InverseQ|D)>)[A-Za-z0-9+/=\s]{20,1500}(?=<)/g,
  },
  { kind: 'totp-seed', mark: 'otpauth', pattern: /(?<=[?&]secret=)[A-Za-z2-7]{8,128}/g },
  { kind: 'masked-by-workflow', mark: '::add-mask::', pattern: /(?<=::add-mask::)[^\s"']{4,400}/g },
  {
    kind: 'password-hash',
    mark: '$argon2',
    pattern: /(?<![\w$])\$argon2(?:id|i|d)\$[^\s"']{30,300}/g,
  },
  {
    kind: 'password-hash',
    mark: 'crypt$',
    pattern: /(?<![\w$])\$?(?:scrypt|bcrypt)\$[^\s"']{30,300}/g,
  },
  { kind: 'password-hash', mark: 'pbkdf2', pattern: /(?<![\w$])\$?pbkdf2[-\w]{0,12}[$:][^\s"']{30,300}/g },
  { kind: 'password-hash', mark: '{S', pattern: /\{(?:SSHA|SHA|SMD5|SSHA256|SSHA512)\}[A-Za-z0-9+/=]{20,140}/g },
];

export function findMarkedFormats(text: string, report: Report): void {
  reportStructures(FORMATS, text, report);
}
