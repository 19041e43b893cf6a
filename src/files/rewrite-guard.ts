/**
 * Whether a rewrite of a file may take effect, or waits for a person because it loses too much. A line that was moved,
 * re-indented or given another bullet is not lost, and neither is one whose words went on in a new line; a line that a
 * human wrote must be there as it was. Limit: it compares words, so it stops a file from being emptied, not a lie.
 */
import { keysOf, lineKey, linesOf } from './file-text.ts';
import { lineChanges } from './line-changes.ts';
import type { FileSpec } from './manifest.ts';

export interface Rewrite {
  readonly spec: FileSpec;
  readonly before: string;
  readonly after: string;
  readonly humanLines: readonly string[];
}

export type RewriteJudgement =
  | { readonly verdict: 'accept' }
  /** `reason` is for a person; `lost` are the lines as they were. */
  | { readonly verdict: 'hold'; readonly reason: string; readonly lost: readonly string[] };

/** Share of a line's words that makes a new line its successor. */
const MOST_WORDS = 0.6;
/** Scripts without spaces count by character. */
const WORD = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[\p{L}\p{N}]+/gu;

export function judgeRewrite({ spec, before, after, humanLines }: Rewrite): RewriteJudgement {
  const present = keysOf(linesOf(after));
  const human = keysOf(humanLines);
  const lostHuman = linesOf(before).filter((line) => human.has(lineKey(line)) && !present.has(lineKey(line)));
  if (lostHuman.length > 0) return held('it would take away what a person wrote', lostHuman);
  if (spec.lossBudget === 'free') return { verdict: 'accept' };

  const total = lineChanges(before, '').removed.length;
  const { added, removed } = lineChanges(before, after);
  const lost = withoutSuccessor(removed, added);
  // In a short file one line may always go, but never the last.
  const allowed = Math.min(Math.max(1, Math.floor(spec.lossBudget * total)), total - 1);
  if (lost.length === 0 || lost.length <= allowed) return { verdict: 'accept' };
  return held(`it would lose ${lost.length} of ${total} lines, and ${allowed} may go at once`, lost);
}

function held(reason: string, lost: readonly string[]): RewriteJudgement {
  return { verdict: 'hold', reason, lost };
}

/** A new line takes in any number of old ones whole, but stands for only one that it merely resembles. */
function withoutSuccessor(removed: readonly string[], added: readonly string[]): readonly string[] {
  const successors = added.map((line) => new Set(wordsOf(line)));
  const free = new Set(successors);
  return removed.filter((line) => {
    const words = wordsOf(line);
    const share = (successor: ReadonlySet<string>): number =>
      words.filter((word) => successor.has(word)).length / words.length;
    if (successors.some((successor) => share(successor) === 1)) return false;
    const best = [...free]
      .map((successor) => ({ successor, share: share(successor) }))
      .sort((a, b) => b.share - a.share)[0];
    if (best === undefined || best.share < MOST_WORDS) return true;
    free.delete(best.successor);
    return false;
  });
}

function wordsOf(line: string): string[] {
  return line.toLowerCase().match(WORD) ?? [];
}
