/** What a campaign says at its end: figures in lines or as JSON, and what of them must not be. */
const SHOWN = 20;

export interface Figure {
  /** In JSON. */
  readonly key: string;
  /** In words. */
  readonly what: string;
  readonly value: string | number;
  /** What was counted, or a few words about it. */
  readonly details?: readonly unknown[];
  readonly isWrong: boolean;
}

/** Each entry is one that must not be. */
export function count(key: string, what: string, entries: readonly unknown[]): Figure {
  return { key, what, value: entries.length, details: entries, isWrong: entries.length > 0 };
}

/** Says something, and is never wrong. */
export function told(key: string, what: string, value: string | number): Figure {
  return { key, what, value, isWrong: false };
}

export function wrongIn(figures: readonly Figure[]): readonly string[] {
  return figures.filter(({ isWrong }) => isWrong).map(({ key }) => key);
}

export function asLines(figures: readonly Figure[]): string {
  const lines = figures.flatMap(({ what, value, details = [], isWrong }) => [
    `${isWrong ? '!' : ' '} ${what.padEnd(58)}${value}`,
    ...details.slice(0, SHOWN).map((item) => `      ${typeof item === 'string' ? item : JSON.stringify(item)}`),
    ...(details.length > SHOWN ? [`      and ${details.length - SHOWN} more`] : []),
  ]);
  return `${lines.join('\n')}\n`;
}

export function asJson(figures: readonly Figure[]): string {
  const values = Object.fromEntries(figures.map(({ key, value }) => [key, value]));
  const details = figures
    .filter(({ details: list = [] }) => list.length > 0)
    .map(({ key, details: list }) => [key, list]);
  return `${JSON.stringify({ ...values, wrong: wrongIn(figures), details: Object.fromEntries(details) }, null, 2)}\n`;
}
