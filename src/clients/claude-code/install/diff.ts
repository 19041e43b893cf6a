/**
 * A unified diff to show a person what will be written. Tokens are not shown, nor values that both texts hold: those
 * belong to somebody else and may be secret. Limit: with values masked, it is for reading.
 */
import type { DiffLine } from '../../../platform/line-diff.ts';
import { NO_NEWLINE, unifiedDiff } from '../../../platform/unified-diff.ts';
import { maskedLine, valuesOf } from './masked-line.ts';

const BEARER = /(Bearer )[^\s"'\\]+/g;

/** Empty when the texts are equal. */
export function maskedDiff(path: string, before: string | null, after: string | null): string {
  return unifiedDiff(path, before, after, masked).replaceAll(BEARER, '$1****');
}

type Counts = ReadonlyMap<string, number>;

function countsOf(lines: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const value of lines.flatMap((line) => valuesOf(withoutMark(line))))
    counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** What an edit brings or takes stands more often on its side; what stands there as often was only moved or touched. */
function masked(lines: readonly DiffLine[], before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const old = countsOf(before);
  const current = countsOf(after);
  const difference = (value: string): number => (current.get(value) ?? 0) - (old.get(value) ?? 0);
  const isKnown: Readonly<Record<DiffLine['sign'], (value: string) => boolean>> = {
    ' ': () => false,
    '-': (value) => difference(value) < 0,
    '+': (value) => difference(value) > 0,
  };
  return lines.map(({ sign, text }) => {
    const content = withoutMark(text);
    return { sign, text: maskedLine(content, isKnown[sign]) + text.slice(content.length) };
  });
}

function withoutMark(line: string): string {
  return line.endsWith(NO_NEWLINE) ? line.slice(0, -NO_NEWLINE.length) : line;
}
