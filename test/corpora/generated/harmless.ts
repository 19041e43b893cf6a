/** Text that looks like a credential or stands where one would, and is none. It has to come back unchanged. */
import { ALNUM, BASE64, DIGITS, HEX, LOWER, type Random, UPPER, URL_SAFE } from './random.ts';

export interface Harmless {
  readonly what: string;
  make(random: Random): string;
}

function row(what: string, make: (random: Random) => string): Harmless {
  return { what, make };
}

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => random.chars(HEX, length)).join('-');
}

export const HARMLESS_VALUES: readonly Harmless[] = [
  row(
    'git log',
    (r) =>
      `commit ${r.chars(HEX, 40)} (HEAD -> main)\nAuthor: Ada <ada@example.test>\n\n    rotate the api key weekly\n`,
  ),
  row('git log oneline', (r) => `${r.chars(HEX, 7)} fix token refresh\n${r.chars(HEX, 7)} add password reset\n`),
  row('merge commit', (r) => `Revert "token cache" — this reverts commit ${r.chars(HEX, 40)}.`),
  row('cargo lock', (r) => `[[package]]\nname = "secrecy"\nversion = "0.8.0"\nchecksum = "${r.chars(HEX, 64)}"\n`),
  row('go sum', (r) => `github.com/golang-jwt/jwt v3.2.2+incompatible h1:${r.chars(BASE64, 43)}=\n`),
  row(
    'yarn lock',
    (r) =>
      `"@acme/auth-token@^1.0.0":\n  version "1.0.3"\n  resolved "https://registry.example.test/x.tgz#${r.chars(HEX, 40)}"\n  integrity sha512-${r.chars(BASE64, 86)}==\n`,
  ),
  row('pip hash', (r) => `cryptography==42.0.5 --hash=sha256:${r.chars(HEX, 64)}`),
  row(
    'subresource integrity',
    (r) => `<script src="a.js" integrity="sha384-${r.chars(BASE64, 64)}" crossorigin="anonymous"></script>`,
  ),
  row('docker image', (r) => `acme/token-service   latest   ${r.chars(HEX, 12)}   2 days ago   120MB`),
  row('image digest', (r) => `image: ghcr.io/acme/secret-sync@sha256:${r.chars(HEX, 64)}`),
  row('pod name', (r) => `token-refresher-${r.chars(HEX, 10)}-${r.chars(LOWER, 5)}   1/1   Running   0   3d`),
  row('etag', (r) => `ETag: W/"${r.chars(HEX, 32)}"\nAge: 12`),
  row('request id', (r) => `x-request-id: ${uuid(r)}\nx-amzn-trace-id: Root=1-${r.chars(HEX, 8)}-${r.chars(HEX, 24)}`),
  row('traceparent', (r) => `traceparent: 00-${r.chars(HEX, 32)}-${r.chars(HEX, 16)}-01`),
  row('ssh fingerprint', (r) => `256 SHA256:${r.chars(BASE64, 43)} ada@laptop (ED25519)`),
  row('known host', (r) => `git.example.test ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC${r.chars(BASE64, 300)}`),
  row(
    'certificate',
    (r) => `-----BEGIN CERTIFICATE-----\n${r.chars(BASE64, 64)}\n${r.chars(BASE64, 64)}\n-----END CERTIFICATE-----\n`,
  ),
  row('public key', (r) => `public_key: "${r.chars(BASE64, 43)}="`),
  row('arn', (r) => `arn:aws:secretsmanager:eu-west-1:${r.chars(DIGITS, 12)}:secret:prod/db-${r.chars(ALNUM, 6)}`),
  row(
    'aws ids',
    (r) => `i-0${r.chars(HEX, 16)} subnet-0${r.chars(HEX, 16)} ami-0${r.chars(HEX, 16)} vpc-0${r.chars(HEX, 16)}`,
  ),
  row(
    'agent ids',
    (r) =>
      `{"type":"tool_use","id":"toolu_01${r.chars(ALNUM, 22)}","request":"req_011${r.chars(ALNUM, 21)}","message":"msg_01${r.chars(ALNUM, 22)}"}`,
  ),
  row(
    'model ids',
    (r) =>
      `"id":"chatcmpl-${r.chars(ALNUM, 29)}","previous_response_id":"resp_${r.chars(HEX, 48)}","call":"call_${r.chars(ALNUM, 24)}"`,
  ),
  row(
    'usage',
    (r) =>
      `"usage":{"prompt_tokens":${r.below(90000)},"completion_tokens":${r.below(9000)},"total_tokens":${r.below(99000)}}`,
  ),
  row(
    'payment ids',
    (r) =>
      `pi_3${r.chars(ALNUM, 23)} cus_${r.chars(ALNUM, 14)} sub_1${r.chars(ALNUM, 23)} price_1${r.chars(ALNUM, 23)}`,
  ),
  row('checkout session', (r) => `success_url=/ok session_id=cs_test_a1${r.chars(ALNUM, 56)}`),
  row('session uuid', (r) => `session_id: ${uuid(r)}`),
  row(
    'client id',
    (r) => `client_id: ${r.chars(DIGITS, 12)}-${r.chars(`${LOWER}${DIGITS}`, 32)}.apps.googleusercontent.com`,
  ),
  row('key id', (r) => `kid: "${r.chars(URL_SAFE, 27)}"\nkey_id: ${r.chars(HEX, 40)}`),
  row('api key id', (r) => `api_key_id: ${uuid(r)}`),
  row('cache key', (r) => `cache key: Linux-node-${r.chars(HEX, 64)}`),
  row('actions cache', (r) => `key: \${{ runner.os }}-${r.chars(HEX, 64)}`),
  row(
    'css module',
    (r) => `<div class="token_${r.chars(ALNUM, 5)} css-${r.chars(`${LOWER}${DIGITS}`, 6)}-${r.chars(LOWER, 5)}">`,
  ),
  row(
    'chunk names',
    (r) =>
      `dist/assets/auth-${r.chars(URL_SAFE, 8)}.js   12.3 kB │ gzip: 4.5 kB\ndist/assets/vendor.${r.chars(HEX, 20)}.css`,
  ),
  row(
    'source map',
    (r) => `{"version":3,"mappings":"AAAA,SAASA,${r.chars(UPPER, 4)};AACA,${r.chars(UPPER, 6)}","names":["token"]}`,
  ),
  row('svg path', (r) => `<path d="M12.5 3a${r.below(9)} 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2.5h3.5v7h-7"/>`),
  row('ethereum', (r) => `token contract 0x${r.chars(HEX, 40)} tx 0x${r.chars(HEX, 64)}`),
  row('ipfs', (r) => `ipfs://bafybei${r.chars(`${LOWER}234567`, 52)} and Qm${r.chars(ALNUM, 44)}`),
  row(
    'analytics ids',
    (r) =>
      `gtag('config', 'G-${r.chars(`${UPPER}${DIGITS}`, 10)}'); GTM-${r.chars(`${UPPER}${DIGITS}`, 7)} UA-${r.chars(DIGITS, 8)}-1`,
  ),
  row('firebase app', (r) => `appId: "1:${r.chars(DIGITS, 12)}:web:${r.chars(HEX, 22)}"`),
  row('publishable key', (r) => `<Elements publishableKey="pk${'_live_'}${r.chars(ALNUM, 24)}">`),
  row('image data', (r) => `background: url(data:image/png;base64,iVBORw0KGgo${r.chars(BASE64, 400)})`),
  row('font data', (r) => `src: url("data:font/woff2;base64,d09GMgABAAAA${r.chars(BASE64, 400)}")`),
  row('nix path', (r) => `/nix/store/${r.chars(`${LOWER}${DIGITS}`, 32)}-secrets-1.2.3/bin/token`),
  row('hash field', (r) => `"contentHash": "${r.chars(HEX, 64)}", "etag": "${r.chars(HEX, 32)}"`),
  row('terraform lineage', (r) => `"lineage": "${uuid(r)}",\n"serial": 12`),
  row('mac and ip', (r) => `link/ether 02:42:ac:11:00:0${r.below(9)} inet6 2001:db8:85a3::8a2e:370:7334`),
  row('ulid list', (r) => `event 01${r.chars('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 24)} processed`),
  row('redis key', (r) => `GET session:${uuid(r)}:token_count`),
  row('s3 key', (r) => `{"Key":"uploads/2026/03/${uuid(r)}.png","Size":123}`),
  row('video id', (r) => `https://video.example.test/watch?v=${r.chars(URL_SAFE, 11)}&t=42s`),
  row('tracking url', (r) => `https://example.test/?utm_source=mail&id=${r.chars(DIGITS, 8)}&ref=${r.chars(HEX, 12)}`),
  row('commit link', (r) => `https://git.example.test/acme/auth/commit/${r.chars(HEX, 40)}`),
  row('gist', (r) => `https://gist.example.test/ada/${r.chars(HEX, 32)}`),
  row('coverage', (r) => `src/auth/token.ts | ${r.below(100)}.${r.below(99)} | 80 | 100 | 12-19,34`),
  row('uuid list', (r) => `${uuid(r)}\n${uuid(r)}\n${uuid(r)}\n`),
  row('hex dump', (r) => `00000010: ${Array.from({ length: 8 }, () => r.chars(HEX, 4)).join(' ')}  ........token...`),
];
