/** `run/daemon.json`: where the running daemon is. A hint for people and tools; ownership is the lock's business. */
import { readFileSync, rmSync } from 'node:fs';
import { writeFileAtomically } from '../platform/atomic-file.ts';

export interface RunFile {
  readonly pid: number;
  readonly port: number;
  readonly socket: string;
  readonly startedAt: number;
  readonly version: string;
  /** The Node that runs it. */
  readonly node: string;
}

export function writeRunFile(path: string, content: RunFile): void {
  writeFileAtomically(path, `${JSON.stringify(content, null, 2)}\n`);
}

/** Undefined when there is none, or when it is not readable as one. */
export function readRunFile(path: string): RunFile | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof parsed === 'object' && parsed !== null && 'pid' in parsed ? (parsed as RunFile) : undefined;
  } catch {
    // Absent or half-gone: as good as no daemon.
    return undefined;
  }
}

export function removeRunFile(path: string): void {
  rmSync(path, { force: true });
}
