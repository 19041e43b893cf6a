/** Why the daemon did not start, from the end of its own log: the daemon has no terminal to say it on. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { HomePaths } from '../platform/paths.ts';

/** Far more than the lines of one start. */
const TAIL_BYTES = 64 * 1024;

export interface Failure {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
}

export function lastFailure(paths: HomePaths): Failure | undefined {
  for (const line of tailOf(join(paths.logs, 'daemon.log')).split('\n').reverse()) {
    const { event, time, code, message, hint } = parse(line);
    if (event === 'daemon-started') return undefined;
    if (event === 'daemon-failed')
      return { at: Date.parse(time ?? ''), code: code ?? 'unexpected', message: message ?? 'no reason given', hint };
  }
  return undefined;
}

function tailOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(TAIL_BYTES);
      const length = readSync(file, bytes, 0, TAIL_BYTES, Math.max(0, fstatSync(file).size - TAIL_BYTES));
      return bytes.toString('utf8', 0, length);
    } finally {
      closeSync(file);
    }
  } catch {
    // No log yet.
    return '';
  }
}

export function logLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    // No log yet.
    return [];
  }
}

function parse(line: string): Readonly<Record<string, string | undefined>> {
  try {
    return JSON.parse(line) as Record<string, string>;
  } catch {
    // A line that was being written when its process died.
    return {};
  }
}
