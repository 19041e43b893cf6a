/**
 * Makes a file fit its limit. Blank lines and empty sections go first, then the oldest lines of the section that
 * is worth least; sections the manifest does not know are worth less than any it does. Fenced code goes whole. A line a
 * human wrote never goes: only when those alone are too many is the result longer than the limit, and then the caller
 * says so. Whatever is cut is handed back, to stay a learning (A-016, B-029).
 */
import { keysOf, lineKey, linesOf, textOf } from './file-text.ts';
import type { FileSpec } from './manifest.ts';
import { type OutlineLine, outlineOf } from './outline.ts';

export interface Trimming {
  readonly spec: FileSpec;
  readonly content: string;
  readonly humanLines: readonly string[];
}

export interface Trimmed {
  readonly content: string;
  /** The lines that went, as they were, the least valuable first; no headings, no blank lines. */
  readonly cut: readonly string[];
}

type IsHuman = (line: string) => boolean;

export function trimToLimit({ spec, content, humanLines }: Trimming): Trimmed {
  const lines = linesOf(content);
  if (lines.length <= spec.limitLines) return { content, cut: [] };
  const human = keysOf(humanLines);
  const isHuman = (line: string): boolean => human.has(lineKey(line));

  const tidied = tidy(lines, isHuman);
  const units = unitsOf(outlineOf(tidied), spec, isHuman);
  const without = (count: number): string[] => {
    const gone = new Set(units.slice(0, count).flat());
    return tidy(
      tidied.filter((_, index) => !gone.has(index)),
      isHuman,
    );
  };
  const count = fewest(units.length, (tried) => without(tried).length <= spec.limitLines);
  const cut = units.slice(0, count).flatMap((unit) => unit.map((index) => tidied[index] ?? ''));
  const rest = lastResort(without(count), spec.limitLines, isHuman);
  return { content: rest.content, cut: [...cut.filter((line) => line.trim() !== ''), ...rest.cut] };
}

/** The smallest number up to `most` that is enough, or `most`. */
function fewest(most: number, isEnough: (tried: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What may be cut, the least valuable first: single lines, or a fenced block as a whole. */
function unitsOf(outline: readonly OutlineLine[], spec: FileSpec, isHuman: IsHuman): readonly (readonly number[])[] {
  const names = spec.sections.map((name) => name.toLowerCase());
  const units = new Map<number, { readonly worth: number; readonly lines: number[]; human: boolean }>();
  let worth = 0;
  for (const [index, { text, heading, fence }] of outline.entries()) {
    if (heading !== null) {
      const rank = names.indexOf(heading.name.toLowerCase());
      // Headings below a section belong to it.
      if (rank !== -1 || heading.level <= 2) worth = rank === -1 ? 0 : names.length - rank;
    } else if (fence !== null || text.trim() !== '') {
      const unit = units.get(fence ?? index) ?? { worth, lines: [], human: false };
      unit.lines.push(index);
      unit.human ||= isHuman(text);
      units.set(fence ?? index, unit);
    }
  }
  return [...units.values()]
    .filter((unit) => !unit.human)
    .sort((a, b) => a.worth - b.worth)
    .map((unit) => unit.lines);
}

/** Without blank lines that separate nothing and without sections that hold nothing; code and the title stay. */
function tidy(lines: readonly string[], isHuman: IsHuman): string[] {
  const kept: OutlineLine[] = [];
  let hasText = false;
  let nextLevel = 0;
  for (const line of outlineOf(lines).toReversed()) {
    const isBlank = line.fence === null && line.text.trim() === '';
    if (isBlank && !separates(kept.at(-1))) continue;
    if (line.heading !== null) {
      const { level } = line.heading;
      if (!hasText && nextLevel <= level && level > 1 && !isHuman(line.text)) continue;
      nextLevel = level;
      hasText = false;
    } else if (!isBlank) hasText = true;
    kept.push(line);
  }
  while (kept.at(-1)?.text.trim() === '') kept.pop();
  return kept.toReversed().map(({ text }) => text);
}

/** Whether a blank line above it means anything. */
function separates(below: OutlineLine | undefined): boolean {
  return below !== undefined && below.text.trim() !== '' && !/^\s*[-*+] /.test(below.text);
}

/** What frames human lines may be too much beside them: blank lines go, then headings, then anything else. */
function lastResort(lines: readonly string[], limit: number, isHuman: IsHuman): Trimmed {
  let kept = outlineOf(lines);
  const cut: string[] = [];
  const steps: readonly ((line: OutlineLine) => boolean)[] = [
    ({ text }) => text.trim() === '',
    ({ heading }) => heading !== null,
    () => true,
  ];
  for (const mayGo of steps) {
    let excess = kept.length - limit;
    kept = kept.filter((line) => {
      if (excess <= 0 || isHuman(line.text) || !mayGo(line)) return true;
      excess -= 1;
      if (line.text.trim() !== '' && line.heading === null) cut.push(line.text);
      return false;
    });
  }
  return { content: textOf(kept.map(({ text }) => text)), cut };
}
