/** Which daemons and supervisors of a home are alive, by what they were started as. Needs Linux' /proc. */
import { readFileSync } from 'node:fs';
import type { TestHome } from './home.ts';
import { processesOf, signal } from './processes.ts';

export interface DaemonProcesses {
  readonly daemons: readonly number[];
  readonly supervisors: readonly number[];
}

export function daemonProcesses(home: TestHome): DaemonProcesses {
  const pids = processesOf(home.paths.home);
  const startedAs = (role: string) => pids.filter((pid) => argumentsOf(pid).includes(role));
  return { daemons: startedAs('serve'), supervisors: startedAs('supervise') };
}

/** Supervisors first, so that none of them brings a daemon back meanwhile. */
export function killDaemons(home: TestHome): void {
  const { daemons, supervisors } = daemonProcesses(home);
  for (const pid of [...supervisors, ...daemons]) signal(pid, 'SIGKILL');
}

/** Processor time used so far, in seconds, by all processes of this home that live now. */
export function processorSeconds(home: TestHome): number {
  return processesOf(home.paths.home).reduce((sum, pid) => sum + ticksOf(pid), 0) / TICKS_PER_SECOND;
}

/** The kernel's unit in /proc, on every Linux we know. */
const TICKS_PER_SECOND = 100;

/** User and system time, with that of children that have ended. */
function ticksOf(pid: number): number {
  const fields = readProc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
}

function argumentsOf(pid: number): readonly string[] {
  return readProc(pid, 'cmdline').split('\0');
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // Gone meanwhile.
    return '';
  }
}
