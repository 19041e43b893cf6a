/** How a secret looks when it is broken up, encoded or told in another language. */
import { bare, camelCase, named, type SecretShape } from './shape.ts';

/** Broken up or encoded (RED-5): worth finding, but no rule can find all of it. */
export const HARD_SHAPES: readonly SecretShape[] = [
  named('zero-width', (n, v) => `${n}=${[...v].map((c, i) => (i % 5 === 4 ? `${c}\u200b` : c)).join('')}\n`),
  named(
    'unicode-escapes',
    (n, v) =>
      `{"${camelCase(n)}":"${[...v].map((c, i) => (i % 3 === 0 ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c)).join('')}"}`,
  ),
  named(
    'hex-escapes',
    (n, v) =>
      `${n} = "${[...v].map((c, i) => (i % 4 === 0 ? `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}` : c)).join('')}"`,
  ),
  named(
    'percent-encoded',
    (n, v) =>
      `redirect=https%3A%2F%2Fapp.example.test%2Fcb%3F${n.toLowerCase()}%3D${encodeURIComponent(encodeURIComponent(v)).replace(/%25/g, '%')}%26x%3D1`,
  ),
  named('html-entities', (n, v) => `&lt;input name=&quot;${n.toLowerCase()}&quot; value=&quot;${v}&quot;&gt;`),
  named('concatenated', (n, v) => `const ${camelCase(n)} = "${v.slice(0, 9)}" + "${v.slice(9)}";`),
  named('concatenated-lines', (n, v) => `${n.toLowerCase()} = ("${v.slice(0, 11)}"\n    "${v.slice(11)}")`),
  named('backslash-continued', (n, v) => `${n}="${v.slice(0, 12)}\\\n${v.slice(12)}"\n`),
  named(
    'quoted-printable',
    (n, v) => `${`${'Settings follow. '.repeat(5)}${n}=3D`.slice(-60)}${v.slice(0, 13)}=\n${v.slice(13)}=20\n`,
  ),
  named('ansi-inside', (n, v) => `${n}=\u001b[33m${v.slice(0, 8)}\u001b[1m${v.slice(8)}\u001b[0m`),
  named('ansi-as-text', (n, v) => `{"out":"\\u001b[36m${n}\\u001b[0m=\\u001b[33m${v}\\u001b[0m\\n"}`),
  named(
    'base64-of-dotenv',
    (n, v) =>
      `config: ${Buffer.from(`PORT=3000\nHOST=db.example.test\n${n}=${v}\nMODE=production\n`).toString('base64')}`,
  ),
  named(
    'base64-of-json',
    (n, v) =>
      `${Buffer.from(JSON.stringify({ user: 'ada', [camelCase(n)]: v, region: 'eu-west-1', retries: 3 })).toString('base64')}`,
  ),
  named(
    'k8s-secret-data',
    (n, v) =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: web\ndata:\n  ${n}: ${Buffer.from(v).toString('base64')}\n`,
    ['name: web'],
  ),
  named('hex-of-dotenv', (n, v) => Buffer.from(`MODE=production\n${n}=${v}\n`).toString('hex')),
  named('utf-16', (n, v) => [...`${n}=${v}`].map((c) => `${c}\u0000`).join('')),
  named(
    'full-width',
    (n, v) =>
      `${n}＝${[...v].map((c) => (/[!-~]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c)).join('')}`,
  ),
  named(
    'prose-de',
    (n, v) =>
      `Das ${/PASS/.test(n) ? 'Passwort' : 'API-Token'} für die Testumgebung lautet ${v}, bitte nicht weitergeben.`,
    ['bitte nicht weitergeben'],
  ),
  named(
    'prose-es',
    (n, v) => `La ${/PASS/.test(n) ? 'contraseña' : 'clave de API'} del servidor es ${v} y caduca mañana.`,
    ['caduca'],
  ),
  named('prose-fr', (n, v) => `Le ${/PASS/.test(n) ? 'mot de passe' : 'jeton d’accès'} du serveur est ${v}, merci.`, [
    'merci',
  ]),
  named('prose-it', (n, v) => `La ${/PASS/.test(n) ? 'password' : 'chiave API'} del server è ${v}, grazie.`, [
    'grazie',
  ]),
  named('prose-pt', (n, v) => `A ${/PASS/.test(n) ? 'senha' : 'chave de API'} do servidor é ${v}, obrigado.`, [
    'obrigado',
  ]),
  named('prose-nl', (n, v) => `Het ${/PASS/.test(n) ? 'wachtwoord' : 'API-token'} van de server is ${v}, bedankt.`, [
    'bedankt',
  ]),
  bare(
    'wrapped-80',
    (v) =>
      `The value that the service gave me back after the second call was this: ${v.slice(0, 8)}\n${v.slice(8)}\nand then it stopped`,
    ['and then it stopped'],
  ),
  bare(
    'wrapped-mail-quote',
    (v) =>
      `> please use the new one that I made this morning for the build: ${v.slice(0, 14)}\n> ${v.slice(14)}\n> thanks`,
    ['thanks'],
  ),
  bare('markdown-escaped', (v) => `the new one is ${v.replace(/_/g, '\\_')} (do not share)`, ['do not share']),
];
