/** What is between two texts, line by line. The signs stay, so that nobody needs the colours. */
import { unifiedDiff } from '../platform/unified-diff.ts';

/** Longer ones say how much more there is. */
const MOST_LINES = 600;
const FILE_HEAD = 2;
const CLASSES: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'head', '\\': 'head' };

export function Diff({ before, after, name }: { before: string; after: string; name: string }) {
  const lines = unifiedDiff(name, before, after).split('\n').slice(FILE_HEAD, -1);
  if (lines.length === 0) return <p class="faint">Nothing: both say the same.</p>;
  const more = lines.length - MOST_LINES;
  return (
    <div class="diff sheet">
      {lines.slice(0, MOST_LINES).map((line) => (
        <span class={CLASSES[line.charAt(0)]}>{line}</span>
      ))}
      {more > 0 ? <span class="head">… and {more} lines more</span> : null}
    </div>
  );
}
