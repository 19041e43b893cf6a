/**
 * One process at a time: a file that holds the owner's pid. An owner that died without cleaning up is recognised by its
 * pid. Limit: two processes that find the same dead owner in the same instant may both go on; the callers here then do
 * the same work twice.
 */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * @template Result
 * @param {string} path
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(path, work) {
  while (!tryTake(path)) {
    if (isAbandoned(path)) rmSync(path, { force: true });
    else await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryTake(path) {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    // Empty for the moment between opening and writing: not abandoned.
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    // ENOENT: it was given back meanwhile, which the next attempt will see.
    return error.code === 'ESRCH';
  }
}
