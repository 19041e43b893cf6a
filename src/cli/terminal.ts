/** What a person sees: plain lines, a little colour where the terminal has it. */
import { stripVTControlCharacters, styleText } from 'node:util';
import { printable } from '../platform/printable.ts';

type Style = Parameters<typeof styleText>[0];

export function say(line = ''): void {
  console.log(line);
}

export function sayJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** Colour only where it is seen as such. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** Stored text on a terminal: no control characters, one line. */
export function safe(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim());
}

/** Stored text of several lines, each made safe by itself. */
export function safeLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.split('\t').map(printable).join('\t'))
    .join('\n');
}

/** A unified diff, as `git diff` paints it. */
export function paintDiff(diff: string): string {
  const styles: readonly (readonly [string, Style])[] = [
    ['---', 'bold'],
    ['+++', 'bold'],
    ['@@', 'cyan'],
    ['-', 'red'],
    ['+', 'green'],
  ];
  return safeLines(diff.trimEnd())
    .split('\n')
    .map((line) => {
      const style = styles.find(([start]) => line.startsWith(start))?.[1];
      return style === undefined ? line : paint(style, line);
    })
    .join('\n');
}

/** Columns as wide as their widest cell; the last is as long as it is. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => widthOf(row[index] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell))))
      .join('  '),
  );
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}

/** Two columns, the first as wide as its widest entry. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}

/** A moment as a person reads it, in UTC. */
export function moment(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

export function dollars(usd: number): string {
  return usd === 0 || usd >= 0.01 ? `$${usd.toFixed(2)}` : `$${usd.toFixed(4)}`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function ago(at: number | null, now: number): string {
  if (at === null) return 'never';
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} days ago`;
}
