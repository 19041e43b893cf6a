/** Scores a redactor against a corpus of secrets and of text that only looks like one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface CorpusRow {
  readonly id: string;
  /** Joined they give the text; apart they are no credentials. */
  readonly parts: readonly string[];
  readonly should_redact: boolean;
  readonly kind?: string;
  readonly shape?: string;
  readonly tier?: string;
  readonly category?: string;
  readonly spans?: readonly { readonly core_start: number; readonly end: number }[];
  /** What has to survive beside the secret. */
  readonly keep?: readonly string[];
}

export interface Score {
  /** By tier. */
  readonly recall: Readonly<Record<string, number>>;
  readonly falsePositiveShare: number;
  readonly missed: readonly string[];
  readonly falsePositives: readonly string[];
  readonly lostContext: readonly string[];
  readonly notIdempotent: readonly string[];
}

const LONGEST_LEAK = 16;
const SHORTEST_LEAK = 6;

/** A secret leaked when a run of half its characters, at least 6 and at most 16, survives. */
export function leaks(core: string, output: string): boolean {
  const run = Math.min(LONGEST_LEAK, Math.max(SHORTEST_LEAK, Math.floor(core.length / 2)));
  for (let i = 0; i + run <= core.length; i++) if (output.includes(core.slice(i, i + run))) return true;
  return false;
}

export function readJsonLines<Row>(name: string): readonly Row[] {
  const lines = readFileSync(join(import.meta.dirname, name), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

export function scoreCorpus(name: string, redact: (text: string) => string): Score {
  const seen: Record<string, number> = {};
  const caught: Record<string, number> = {};
  const missed: string[] = [];
  const falsePositives: string[] = [];
  const lostContext: string[] = [];
  const notIdempotent: string[] = [];
  let harmless = 0;
  for (const row of readJsonLines<CorpusRow>(name)) {
    const text = row.parts.join('');
    const output = redact(text);
    if (redact(output) !== output) notIdempotent.push(row.id);
    if (!row.should_redact) {
      harmless++;
      if (output !== text) falsePositives.push(`${row.id} ${row.category}`);
      continue;
    }
    const tier = row.tier ?? '';
    seen[tier] = (seen[tier] ?? 0) + 1;
    const leaked = (row.spans ?? []).some((span) => leaks(text.slice(span.core_start, span.end), output));
    if (leaked) missed.push(`${row.id} ${row.kind}/${row.shape}`);
    else caught[tier] = (caught[tier] ?? 0) + 1;
    for (const part of row.keep ?? []) if (!output.includes(part)) lostContext.push(`${row.id} ${part}`);
  }
  const recall = Object.fromEntries(Object.entries(seen).map(([tier, count]) => [tier, (caught[tier] ?? 0) / count]));
  return {
    recall,
    falsePositiveShare: falsePositives.length / Math.max(1, harmless),
    missed,
    falsePositives,
    lostContext,
    notIdempotent,
  };
}
