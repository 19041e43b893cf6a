/** `run/daemon.json`: where the running daemon is. A hint for people and tools; ownership is the lock's business. */
import { readFileSync, rmSync } from 'node:fs';
import { messageOf } from '../memory/error.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import type { Log } from '../platform/log.ts';
import type { HomePaths } from '../platform/paths.ts';
import { VERSION } from '../platform/version.ts';

export interface RunFile {
  readonly pid: number;
  readonly port: number;
  readonly socket: string;
  readonly startedAt: number;
  readonly version: string;
  /** The Node that runs it. */
  readonly node: string;
}

/** Says where this process runs, and that nobody need start one. A disk without room for it is no reason not to run. */
export function noteWhereItRuns(
  { paths, port, startedAt }: { readonly paths: HomePaths; readonly port: number; readonly startedAt: number },
  log: Log,
): void {
  const run: RunFile = {
    pid: process.pid,
    port,
    socket: paths.socket,
    startedAt,
    version: VERSION,
    node: process.execPath,
  };
  try {
    writeFileAtomically(paths.runFile, `${JSON.stringify(run, null, 2)}\n`);
  } catch (error) {
    log.warn('run-file-not-written', { message: messageOf(error) });
  }
  for (const mark of [paths.startMark, paths.stopMark]) rmSync(mark, { force: true });
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
