/** The corpus of secrets: stored in pieces, put together here, at run time only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Matcher } from '../../src/privacy/traces/matcher.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';

const CORPUS = join(resolve(import.meta.dirname, '..'), 'corpora', 'secrets-dev.jsonl');

export interface SecretCase {
  readonly id: string;
  readonly kind: string;
  readonly tier: string;
  readonly text: string;
  /** The sensitive parts, without their public prefix. */
  readonly cores: readonly string[];
}

interface CorpusRow {
  readonly id: string;
  readonly kind: string;
  readonly tier: string;
  readonly should_redact: boolean;
  readonly parts: readonly string[];
  readonly spans?: readonly { readonly core_start: number; readonly end: number }[];
}

export function readSecrets(): readonly SecretCase[] {
  const rows = readFileSync(CORPUS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CorpusRow);
  return rows
    .filter(({ should_redact }) => should_redact)
    .map(({ id, kind, tier, parts, spans = [] }) => {
      const text = parts.join('');
      return { id, kind, tier, text, cores: spans.map(({ core_start, end }) => text.slice(core_start, end)) };
    });
}

/** Secrets in one word that are told by themselves, as an id or a name could be. */
export function bareSecrets(cases: readonly SecretCase[]): readonly string[] {
  const redactor = createRedactor({ key: 'bare' });
  const words = cases.flatMap(({ text, cores }) =>
    (text.match(/[\w.-]{12,100}/g) ?? []).filter((word) => cores.some((core) => word.endsWith(core))),
  );
  return words.filter((word) => redactor.redact(word).findings.length > 0);
}

/** Every file under the folder, byte by byte: its path → what it holds. */
export function textsUnder(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'latin1')]));
}

/** The cases whose secret is in one of the texts, and in which. */
export function leaksIn(texts: Readonly<Record<string, string>>, cases: readonly SecretCase[]): readonly string[] {
  // One look at every byte for all of them tells which are worth a closer one.
  const pieces = cases.flatMap((secret) =>
    secret.cores.flatMap((core) => piecesOf(core, pieceLength(core)).map((piece) => ({ piece, secret }))),
  );
  const matcher = new Matcher(pieces.map(({ piece }) => piece));
  return Object.entries(texts).flatMap(([name, text]) => {
    const perhaps = new Set<SecretCase>();
    const bytes = Buffer.from(text, 'latin1');
    matcher.scan(bytes, bytes.length, (index) => {
      const hit = pieces[index];
      if (hit !== undefined) perhaps.add(hit.secret);
      return true;
    });
    return [...perhaps]
      .filter((secret) => survivingPart(secret, text) !== undefined)
      .map((secret) => `${secret.id} (${secret.kind}) in ${name}`);
  });
}

/** A run of a secret that is long enough to count as leaked; undefined when there is none. */
export function survivingPart({ cores }: SecretCase, text: string): string | undefined {
  for (const core of cores) {
    if (!piecesOf(core, pieceLength(core)).some((piece) => text.includes(piece))) continue;
    const length = leakLength(core);
    for (let at = 0; at + length <= core.length; at += 1) {
      const part = core.slice(at, at + length);
      if (text.includes(part)) return part;
    }
  }
  return undefined;
}

function leakLength(core: string): number {
  return Math.min(16, Math.max(6, Math.floor(core.length / 2)));
}

/** Any run that counts as leaked holds one of the pieces of this length whole: few searches rule out almost every text. */
function pieceLength(core: string): number {
  return Math.ceil(leakLength(core) / 2);
}

function piecesOf(core: string, length: number): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at + length <= core.length; at += Math.floor(length / 2)) pieces.push(core.slice(at, at + length));
  return pieces;
}
