import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BASE64, seededRandom } from '../../../test/corpora/generated/random.ts';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({ key: 'k' });
const random = seededRandom(8);
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' });

/** Lines as OpenSSH writes them; what matters is their length. */
function openSsh(): string {
  const body = Array.from({ length: 36 }, () => random.chars(BASE64, 70));
  const name = ['OPENSSH', 'PRIVATE', 'KEY'].join(' ');
  return [`-----BEGIN ${name}-----`, ...body, `${random.chars(BASE64, 31)}=`, `-----END ${name}-----`].join('\n');
}

const KEYS: readonly [string, string][] = [
  ['PKCS #8', rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['PKCS #1', rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()],
  ['SEC 1', ec.privateKey.export({ type: 'sec1', format: 'pem' }).toString()],
  ['OpenSSH', openSsh()],
];
const VIEWS: readonly [string, (line: string, number: number) => string][] = [
  ['tail', (line) => line],
  ['cat -n', (line, number) => `${String(number).padStart(6)}\t${line}`],
  ['Read', (line, number) => `${String(number).padStart(5)}→${line}`],
  ['grep -n', (line, number) => `${number}:${line}`],
  ['grep -n of several files', (line, number) => `certs/server.pem:${number}:${line}`],
  ['grep -C', (line, number) => `${number}-${line}`],
  ['less -N', (line, number) => `${String(number).padStart(7)} ${line}`],
  ['a quotation', (line) => `> ${line}`],
  ['a diff', (line) => `+${line}`],
  ['an indented block', (line) => `    ${line}`],
];

describe('T-08: a private key read in pieces', () => {
  it.each(KEYS.flatMap(([kind, pem]) => VIEWS.map(([view, show]) => [kind, view, pem, show] as const)))(
    '%s by %s leaves no line',
    (_kind, _view, pem, show) => {
      const lines = pem.trim().split('\n');
      const { length } = lines;
      for (const [from, to] of [
        [0, length],
        [1, length],
        [2, length - 1],
        [Math.floor(length / 2), length],
        [0, Math.ceil(length / 2)],
      ] as const) {
        const piece = lines.slice(from, to);
        const text = `before\n${piece.map((line, index) => show(line, from + index + 1)).join('\n')}\nafter it all\n`;
        const output = redactor.redact(text).text;
        for (const line of piece.filter((each) => each.length > 16 && !each.startsWith('-----')))
          expect(output).not.toContain(line.slice(0, 16));
        expect(output).toMatch(/ it all\n$/);
        expect(redactor.redact(output).text).toBe(output);
      }
    },
  );

  it('as a string of JSON leaves no line', () => {
    for (const [, pem] of KEYS) {
      const lines = pem.trim().split('\n');
      const piece = lines.slice(Math.floor(lines.length / 2));
      const output = redactor.redact(JSON.stringify({ content: piece.join('\n') })).text;
      for (const line of piece.filter((each) => each.length > 16 && !each.startsWith('-----')))
        expect(output).not.toContain(line.slice(0, 16));
    }
  });
});

describe('what is public or no key stays', () => {
  const bytes = Buffer.from(random.chars(BASE64, 1200), 'base64');
  const wrapped = (data: Buffer, width: number) =>
    data.toString('base64').match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  const block = (name: string) => [`-----BEGIN ${name}-----`, ...wrapped(bytes, 64), `-----END ${name}-----`];
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), bytes]);

  it.each([
    ['a certificate', block('CERTIFICATE')],
    ['the end of a certificate', block('CERTIFICATE').slice(4)],
    ['a numbered certificate', block('CERTIFICATE').map((line, index) => `${String(index + 1).padStart(6)}\t${line}`)],
    ['a request', block('CERTIFICATE REQUEST')],
    ['a public key', rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString().split('\n')],
    ['the end of a public key', rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString().split('\n').slice(3)],
    ['a signature', block('PGP SIGNATURE')],
    ['an image in lines of 76', wrapped(png, 76)],
    ['an image in lines of 64', wrapped(png, 64)],
    ['an attachment', wrapped(bytes, 76)],
    ['text in base64', wrapped(Buffer.from('a text about nothing at all, over and over. '.repeat(20)), 64)],
    ['digests', wrapped(bytes, 32).map((line) => Buffer.from(line).toString('hex'))],
  ])('%s', (_what, lines) => {
    const text = lines.join('\n');
    expect(redactor.redact(text).text).toBe(text);
  });
});
