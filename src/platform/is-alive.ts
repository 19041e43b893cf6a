import { isCode } from './private-file.ts';

/** Whether there is a process with this number, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return !isCode(thrown, 'ESRCH');
  }
}
