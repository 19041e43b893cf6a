/**
 * What of a prompt stands in fences or quotes: somebody else's text that a person only shows (POI-1). Fences stand in
 * fences, so from the first to the last all is quoted; one that is never closed reaches to the end.
 */
const FENCE = /^\s*(?:```|~~~)/;
const QUOTE = /^\s*>/;

interface Parts {
  readonly own: string;
  /** Empty when nothing is quoted. */
  readonly quoted: string;
}

export function partsOf(text: string): Parts {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => FENCE.test(line));
  const last = lines.findLastIndex((line) => FENCE.test(line));
  const end = last > first ? last : lines.length;
  const isQuoted = (line: string, at: number) => (first >= 0 && at >= first && at <= end) || QUOTE.test(line);
  return {
    own: lines
      .filter((line, at) => !isQuoted(line, at))
      .join('\n')
      .trim(),
    quoted: lines
      .filter((line, at) => isQuoted(line, at) && !FENCE.test(line))
      .map((line) => line.replace(QUOTE, ''))
      .join('\n')
      .trim(),
  };
}
