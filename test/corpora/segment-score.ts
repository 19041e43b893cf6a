/** Scores who is taken for the author of each line of labelled prompts (`segments/README.md`). */
import { partsOfRecord, segmentedPrompt, typedLinesOf, withPasted } from '../../src/memory/record-segments.ts';
import { ShownLines, windowHashes } from '../../src/memory/shown-lines.ts';

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
    const text = labelled.map(({ line }) => line).join('\n');
    const sources = sourcesOf(text, shown.join('\n'));
    let at = 0;
    for (const { source, line } of labelled) {
      if (line.trim() !== '') {
        const found = sources.find(({ to }) => at < to)?.source;
        add(score, source, found);
        if (found !== source) score.wrong.push(`${id} ${source} taken for ${found}: ${line}`);
      }
      at += line.length + 1;
    }
  }
  return score;
}

/** Where each part of it ends, and whose it is, in a session that had shown a text. */
function sourcesOf(content: string, shown: string): readonly { readonly to: number; readonly source: string }[] {
  const prompt = { type: 'prompt', content, ...segmentedPrompt(content) } as const;
  const typed = typedLinesOf(prompt, content.length);
  const lines = new ShownLines();
  lines.add(typed.map(({ text }) => text));
  lines.shown(windowHashes(shown), 0);
  const numbers = lines.standing().flatMap((at) => typed[at]?.number ?? []);
  let to = 0;
  return partsOfRecord({ ...prompt, ...withPasted(prompt.metadata, numbers) }).map(({ source, text }) => {
    to += text.length;
    return { to, source };
  });
}

function add(score: SegmentScore, wanted: 'typed' | 'pasted', found: string | undefined): void {
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
