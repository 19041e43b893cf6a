/** The corpus of secrets: stored in pieces, put together here, at run time only. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

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

/** A run of a secret that is long enough to count as leaked; undefined when there is none. */
export function survivingPart({ cores }: SecretCase, text: string): string | undefined {
  for (const core of cores) {
    const length = Math.min(16, Math.max(6, Math.floor(core.length / 2)));
    if (!mayHold(core, Math.ceil(length / 2), text)) continue;
    for (let at = 0; at + length <= core.length; at += 1) {
      const part = core.slice(at, at + length);
      if (text.includes(part)) return part;
    }
  }
  return undefined;
}

/** Any run of twice this length holds one of these pieces whole: few searches rule out almost every text. */
function mayHold(core: string, length: number, text: string): boolean {
  for (let at = 0; at + length <= core.length; at += Math.floor(length / 2)) {
    if (text.includes(core.slice(at, at + length))) return true;
  }
  return core.length < length;
}
