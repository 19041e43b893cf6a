/** What a test measured, said in one line of its output: figures are for people, and gate nothing by themselves. */
export function report(what: string, figures: Readonly<Record<string, number | string>>): void {
  const parts = Object.entries(figures).map(
    ([name, value]) => `${name} ${typeof value === 'number' ? round(value) : value}`,
  );
  process.stdout.write(`${what}: ${parts.join(', ')}\n`);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
