/**
 * The keys of this process's databases: one process serves one home. Nothing is kept here before somebody who may have
 * them sets them; a thread gets them in its `workerData` and sets them before it opens anything.
 */
import { CarryoverError } from '../memory/error.ts';

const KEY = /^[0-9a-f]{64}$/;

let held: readonly string[] = [];

/** 64 hex digits each. The first is for new files; further ones open what a conversion that was cut off left behind. */
export function setDatabaseKeys(keys: readonly string[]): void {
  // The key itself must not reach a message.
  if (!keys.every((key) => KEY.test(key)))
    throw new CarryoverError('a database key must be 64 hex digits', { code: 'bad-database-key' });
  held = [...keys];
}

/** Empty where nothing is encrypted, or where the home is locked. */
export function databaseKeys(): readonly string[] {
  return held;
}
