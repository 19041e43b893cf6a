/** Looks into base64 and hex blobs: when the text inside holds a secret, the blob is one (RED-5). Decodes once, never deeper. */
import { eachRun, runTable } from './char-runs.ts';
import type { Report } from './finding.ts';

/** Shorter lines of base64 are made by no encoder. */
const SHORTEST_LINE = 56;
/** A blob may go on over several lines. */
const BLOB = /[A-Za-z0-9+/_-]{56,}(?:\r?\n[ \t]{0,40}[A-Za-z0-9+/_-]{1,}){0,400}={0,2}/y;
const HEX_BLOB = /^(?:[0-9a-fA-F]{2}){32,}$/;
const SHORTEST_BLOB = 64;
const PROBED_BYTES = 96;
/** Share of printable bytes from which a decoded blob is text. */
const PRINTABLE_SHARE = 0.92;
const LONGEST_BLOB = 200_000;

let blobTable: Uint8Array | undefined;

/** `holdsSecret` runs the plain rules over the decoded text. */
export function findEncoded(text: string, holdsSecret: (decoded: string) => boolean, report: Report): void {
  blobTable ??= runTable('+/_-');
  eachRun(text, blobTable, SHORTEST_LINE, (start) => reportBlob(text, start, holdsSecret, report));
}

/** Returns the end of the blob that begins at `start`. */
function reportBlob(text: string, start: number, holdsSecret: (decoded: string) => boolean, report: Report): number {
  BLOB.lastIndex = start;
  const blob = BLOB.exec(text)?.[0] ?? '';
  const encoding = HEX_BLOB.test(blob) ? 'hex' : 'base64';
  if (blob.length >= SHORTEST_BLOB && isText(Buffer.from(blob.slice(0, PROBED_BYTES), encoding))) {
    const decoded = Buffer.from(blob.slice(0, LONGEST_BLOB), encoding).toString('utf8');
    if (holdsSecret(decoded)) report('encoded-secret', start, start + blob.length);
  }
  return start + blob.length;
}

function isText(bytes: Buffer): boolean {
  let printable = 0;
  for (const byte of bytes) if ((byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13) printable++;
  return bytes.length > 0 && printable >= bytes.length * PRINTABLE_SHARE;
}
