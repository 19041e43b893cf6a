/** Looks into base64 and hex blobs: when the text inside holds a secret, the blob is one (RED-5). Decodes once, never deeper. */
import type { Report } from './finding.ts';

const BASE64_BLOB = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}(?:\r?\n[ \t]{0,40}[A-Za-z0-9+/_-]{16,}){0,400}={0,2}/g;
const HEX_BLOB = /^(?:[0-9a-fA-F]{2}){32,}$/;
const SHORTEST_BLOB = 64;
const PROBED_BYTES = 96;
/** Share of printable bytes from which a decoded blob is text. */
const PRINTABLE_SHARE = 0.92;
const LONGEST_BLOB = 200_000;

/** `holdsSecret` runs the plain rules over the decoded text. */
export function findEncoded(text: string, holdsSecret: (decoded: string) => boolean, report: Report): void {
  BASE64_BLOB.lastIndex = 0;
  for (let match = BASE64_BLOB.exec(text); match; match = BASE64_BLOB.exec(text)) {
    const blob = match[0];
    if (blob.length < SHORTEST_BLOB) continue;
    const encoding = HEX_BLOB.test(blob) ? 'hex' : 'base64';
    if (!isText(Buffer.from(blob.slice(0, PROBED_BYTES), encoding))) continue;
    const decoded = Buffer.from(blob.slice(0, LONGEST_BLOB), encoding).toString('utf8');
    if (holdsSecret(decoded)) report('encoded-secret', match.index, match.index + blob.length);
  }
}

function isText(bytes: Buffer): boolean {
  let printable = 0;
  for (const byte of bytes) if ((byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13) printable++;
  return bytes.length > 0 && printable >= bytes.length * PRINTABLE_SHARE;
}
