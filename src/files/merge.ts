/**
 * A three-way merge by lines: what the curator changed since `base`, done to what the human has made of `base`. Where
 * both changed the same line the human wins. Every line the human added is in the result, none that the human took out
 * comes back, and there are no conflict markers. Code that the curator put in
 * a fence is taken whole. Limit: a line that was human before `base` is protected by the rewrite guard, not here.
 */
import { diffLines } from '../platform/line-diff.ts';
import { keysOf, lineKey, linesOf, textOf } from './file-text.ts';
import { isHeading, outlineOf } from './outline.ts';

export interface Merge {
  readonly base: string;
  readonly curator: string;
  readonly human: string;
}

/** One side's changes: what it put in front of base line `i` (or behind the last), and which base lines it took out. */
interface Side {
  readonly inserted: readonly (readonly string[])[];
  readonly deleted: readonly boolean[];
}

export function mergeThreeWay(texts: Merge): string {
  const base = linesOf(texts.base);
  const human = sideOf(base, linesOf(texts.human));
  const curator = uncontested(sideOf(base, linesOf(texts.curator)), human);
  const written = keysOf(human.inserted.flat());
  const kept = keysOf(linesOf(texts.human));
  const takenOut = new Set(
    [...keysOf(base.filter((_, index) => human.deleted[index]))].filter((key) => !kept.has(key)),
  );

  const lines: string[] = [];
  for (let index = 0; index <= base.length; index += 1) {
    const own = human.inserted[index] ?? [];
    const welcome = outlineOf(behindShared(own, curator.inserted[index] ?? []))
      .filter(({ text, heading, fence }) => {
        if (heading !== null) return !endsUnder(own, text);
        return fence !== null || (!written.has(lineKey(text)) && !takenOut.has(lineKey(text)));
      })
      .map(({ text }) => text);
    // What the curator put in the place of the line above comes before what the human put below it.
    const isReplacement = curator.deleted[index - 1] === true && !own.some(isHeading);
    lines.push(...(isReplacement ? [...welcome, ...own] : [...own, ...welcome]));
    const line = base[index];
    if (line !== undefined && human.deleted[index] !== true && curator.deleted[index] !== true) lines.push(line);
  }
  return textOf(lines);
}

function sideOf(base: readonly string[], changed: readonly string[]): Side {
  const inserted: string[][] = Array.from({ length: base.length + 1 }, () => []);
  const deleted = base.map(() => false);
  let at = 0;
  for (const { sign, text } of diffLines(base, changed)) {
    if (sign === '+') inserted[at]?.push(text);
    else {
      deleted[at] = sign === '-';
      at += 1;
    }
  }
  return { inserted, deleted };
}

/** The curator's side without those of its replacements that touch a line which the human changed. */
function uncontested(curator: Side, human: Side): Side {
  const inserted = [...curator.inserted];
  const deleted = [...curator.deleted];
  for (let start = 0; start < curator.deleted.length; start += 1) {
    let end = start;
    while (curator.deleted[end] === true) end += 1;
    if (human.deleted.slice(start, end).includes(true)) {
      deleted.fill(false, start, end);
      inserted.fill([], start, end + 1);
    }
    start = end;
  }
  return { inserted, deleted };
}

/** Without what both put in at the beginning. */
function behindShared(own: readonly string[], wanted: readonly string[]): readonly string[] {
  let shared = 0;
  while (shared < wanted.length && wanted[shared] === own[shared]) shared += 1;
  return wanted.slice(shared);
}

/**
 * Whether what follows these lines stands under this heading already. One that the human wrote elsewhere does not help:
 * without a heading of their own, the curator's lines would change their section.
 */
function endsUnder(lines: readonly string[], heading: string): boolean {
  const last = lines.findLast(isHeading);
  return last !== undefined && lineKey(last) === lineKey(heading);
}
