/** Scores who is taken for the author of each line of labelled prompts (`segments/README.md`). */
import { segmentsOf } from '../../src/memory/segments.ts';

export interface LabelledPrompt {
  readonly id: string;
  readonly lang: string;
  readonly kind: string;
  readonly parts: readonly { readonly source: 'typed' | 'pasted'; readonly lines: readonly string[] }[];
  readonly shown?: readonly string[];
}

export interface SegmentScore {
  lines: number;
  right: number;
  typed: number;
  /** Typed lines that count as somebody else's. */
  lost: number;
  foreign: number;
  /** Lines of somebody else's that count as typed. */
  taken: number;
  readonly wrong: string[];
}

export function scoreSegments(prompts: readonly LabelledPrompt[]): SegmentScore {
  const score: SegmentScore = { lines: 0, right: 0, typed: 0, lost: 0, foreign: 0, taken: 0, wrong: [] };
  for (const { id, parts, shown = [] } of prompts) {
    const labelled = parts.flatMap(({ source, lines }) => lines.map((line) => ({ source, line })));
    const known = new Set(shown.map((line) => line.trim()));
    const text = labelled.map(({ line }) => line).join('\n');
    const segments = segmentsOf(text, { wasShown: (line) => known.has(line) });
    let at = 0;
    for (const { source, line } of labelled) {
      if (line.trim() !== '') {
        const found = segments.find(({ from, to }) => from <= at && at < to);
        add(score, source, found?.source);
        if (found?.source !== source) score.wrong.push(`${id} ${source} taken for ${found?.shape}: ${line}`);
      }
      at += line.length + 1;
    }
  }
  return score;
}

function add(score: SegmentScore, wanted: 'typed' | 'pasted', found: 'typed' | 'pasted' | undefined): void {
  const isRight = wanted === found;
  score.lines += 1;
  score.right += isRight ? 1 : 0;
  if (wanted === 'typed') {
    score.typed += 1;
    score.lost += isRight ? 0 : 1;
  } else {
    score.foreign += 1;
    score.taken += isRight ? 0 : 1;
  }
}
