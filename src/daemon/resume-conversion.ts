/**
 * A conversion that was cut off is finished before anything is opened; what was put into an encrypted home as it was (a
 * backup from before) is encrypted, in one go: who asks meanwhile gets no answer, so that hooks spool and `unlock`
 * waits. That it fails is no reason not to run: every file opens as it is, and `status` says what is under way.
 */
import { CarryoverError, messageOf } from '../memory/error.ts';
import { setDatabaseKeys } from '../platform/database-keys.ts';
import { type HomeKeys, readKeyFile } from '../platform/home-keys.ts';
import type { Log } from '../platform/log.ts';
import type { HomePaths } from '../platform/paths.ts';
import { finishConversion } from '../privacy/encryption/convert.ts';

export function settleEncryption(paths: HomePaths, keys: HomeKeys, log: Log): void {
  const file = readKeyFile(paths);
  if (file === undefined) return;
  try {
    const { converted, left, keychainProblem } = finishConversion(paths, { file, keys });
    if (converted.length > 0) log.info('conversion-finished', { converted: converted.length, left: left.length });
    if (keychainProblem !== undefined) log.warn('old-key-in-keychain', { message: keychainProblem });
  } catch (error) {
    setDatabaseKeys(keys.databaseKeys);
    const code = error instanceof CarryoverError ? error.code : 'unexpected';
    log.error('conversion-failed', { code, message: messageOf(error) });
  }
}
