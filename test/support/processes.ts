/**
 * Finds the processes of a test by the folder they work in, which only this test knows: hooks and supervisors start
 * daemons on their own, so there is no list of pids to keep. Needs Linux' /proc; elsewhere it finds nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { waitFor } from './wait.ts';

const PROC = '/proc';
/** The variables that tie a process to a test's folder. */
const FOLDER_VARIABLES = ['CARRYOVER_HOME', 'HOME'];

/** Pids of all processes whose home is this folder or lies inside it. */
export function processesOf(folder: string): number[] {
  if (!existsSync(PROC)) return [];
  const pids = readdirSync(PROC).filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => pid !== process.pid && worksIn(pid, folder));
}

/** Ends them all, also those that others of them start meanwhile. */
export async function endProcessesOf(folder: string): Promise<void> {
  await waitFor(
    () => {
      const pids = processesOf(folder);
      for (const pid of pids) signal(pid, 'SIGKILL');
      return pids.length === 0;
    },
    { what: `the processes of ${folder} to end` },
  );
}

/** False when there is no such process any more. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

function worksIn(pid: number, folder: string): boolean {
  return readEnvironment(pid).some((entry) => {
    const [name = '', value = ''] = entry.split('=', 2);
    return FOLDER_VARIABLES.includes(name) && (value === folder || value.startsWith(`${folder}/`));
  });
}

function readEnvironment(pid: number): string[] {
  try {
    return readFileSync(`${PROC}/${pid}/environ`, 'utf8').split('\0');
  } catch {
    // Gone meanwhile, or another user's: in both cases not ours.
    return [];
  }
}
