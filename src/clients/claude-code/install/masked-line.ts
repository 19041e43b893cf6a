/**
 * A line of a settings file as it may be shown: structure, keys and switches stay readable, every other value only if
 * the caller knows it. Works on single lines, so a key is what has its colon on the same line.
 */
const MASK = '****';
const VALUE = /"(?:[^"\\]|\\.)*"?(\s*:)?|\/\/.*$|[^\s"{}[\],:]+/g;
const PLAIN = /^(?:true|false|null)$/;

/** The values of a line that are masked unless they are known. */
export function valuesOf(line: string): readonly string[] {
  return [...line.matchAll(VALUE)].filter(isValue).map(([value]) => value);
}

export function maskedLine(line: string, isKnown: (value: string) => boolean): string {
  return line.replaceAll(VALUE, (value: string, colon: string | undefined) =>
    colon !== undefined || PLAIN.test(value) || isKnown(value) ? value : maskOf(value),
  );
}

function isValue([value, colon]: RegExpMatchArray): boolean {
  return colon === undefined && !PLAIN.test(value);
}

function maskOf(value: string): string {
  if (value.startsWith('"')) return `"${MASK}"`;
  return value.startsWith('//') ? `// ${MASK}` : MASK;
}
