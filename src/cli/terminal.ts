/** What a person sees: plain lines, a little colour where the terminal has it, progress on stderr where it is a terminal. */
import { styleText } from 'node:util';
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

/** Two columns, the first as wide as its widest entry. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}

export interface Progress {
  update(done: number, total: number): void;
  end(): void;
}

/** A counter on stderr; silent when stderr is a file. */
export function progress(label: string): Progress {
  const visible = process.stderr.isTTY;
  return {
    update(done, total) {
      if (visible) process.stderr.write(`\r${label} ${total === 0 ? 100 : Math.floor((done / total) * 100)} %`);
    },
    end() {
      if (visible) process.stderr.write('\r\x1b[K');
    },
  };
}

export function ago(at: number | null, now: number): string {
  if (at === null) return 'never';
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} days ago`;
}
