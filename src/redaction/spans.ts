/** Turns what the rules reported into what is replaced: sorted, without overlaps, without protected text. */
import type { Finding } from './finding.ts';
import type { Range } from './protected-ranges.ts';

/** A piece of a finding left of or right of a placeholder is replaced only when it says something. */
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** Overlapping and touching findings become one; the earlier rule of two that start together names it. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const sorted = [...findings].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Finding[] = [];
  for (const finding of sorted) {
    const last = merged.at(-1);
    if (last && finding.start < last.end) {
      if (finding.end > last.end) merged[merged.length - 1] = { ...last, end: finding.end };
    } else merged.push(finding);
  }
  return merged;
}

/** Drops findings that lie in harmless text, and cuts the others around the placeholders they hold. */
export function clipFindings(
  text: string,
  findings: readonly Finding[],
  harmless: readonly Range[],
  placeholders: readonly Range[],
): Finding[] {
  const kept = harmless.length === 0 ? findings : findings.filter((finding) => !isWithin(finding, harmless));
  return placeholders.length === 0 ? [...kept] : kept.flatMap((finding) => cutAround(text, finding, placeholders));
}

/** The first range that ends behind the given place; ranges are sorted and do not overlap. */
function firstEndingAfter(ranges: readonly Range[], place: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isWithin(finding: Finding, ranges: readonly Range[]): boolean {
  const range = ranges[firstEndingAfter(ranges, finding.start)];
  return range !== undefined && range.start <= finding.start && finding.end <= range.end;
}

function cutAround(text: string, finding: Finding, placeholders: readonly Range[]): Finding[] {
  const pieces: Finding[] = [];
  let start = finding.start;
  for (let i = firstEndingAfter(placeholders, finding.start); i < placeholders.length; i++) {
    const placeholder = placeholders[i];
    if (!placeholder || placeholder.start >= finding.end) break;
    if (placeholder.start > start) pieces.push({ ...finding, start, end: placeholder.start });
    start = placeholder.end;
  }
  if (start < finding.end) pieces.push({ ...finding, start });
  return pieces.filter((piece) => SAYS_SOMETHING.test(text.slice(piece.start, piece.end)));
}
