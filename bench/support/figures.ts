/** Numbers for people: percentiles, and a table in which every figure stands beside its baseline of the same run. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export interface Figure {
  readonly what: string;
  readonly value: string;
  readonly baseline?: string;
  readonly ratio?: number;
  /** What it should be. */
  readonly target?: string;
  readonly met?: boolean;
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}`);
  const rows = figures.map(({ what, value, baseline = '', ratio, target = '', met }) => [
    what,
    value,
    baseline,
    ratio === undefined ? '' : `${ratio.toFixed(2)}×`,
    target,
    met === undefined ? '' : met ? 'met' : 'MISSED',
  ]);
  const table = [['', 'measured', 'baseline', 'ratio', 'target', ''], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length))) ?? [];
  for (const row of table)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}
