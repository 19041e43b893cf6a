/** Why the daemon did not start, from its own log: the daemon has no terminal to say it on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HomePaths } from '../platform/paths.ts';

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
}

export function lastFailure(paths: HomePaths): Failure | undefined {
  for (const line of logLines(join(paths.logs, 'daemon.log')).reverse()) {
    const { event, code, message, hint } = parse(line);
    if (event === 'daemon-started') return undefined;
    if (event === 'daemon-failed') return { code: code ?? 'unexpected', message: message ?? 'no reason given', hint };
  }
  return undefined;
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
