/**
 * One line of an import as an object, or why it is none. Nothing of the line is repeated in the reason (SRV-16). The daemon
 * has large lines read in a worker.
 */
import { isUtf8 } from 'node:buffer';
import type { Reading } from '../../capture/reading.ts';
import { type Fields, isObject } from '../../memory/json-guards.ts';
import { hasMoreValues, outerText } from '../../platform/json-cut.ts';
import { isDeeperThan } from '../../platform/json-depth.ts';

const MOST_LEVELS = 64;
/** Far more than any row of ours has, but for the acts that hold a state of all that was learned. */
const MOST_VALUES = 100_000;
const MOST_VALUES_OF_ACT = 500_000;
/** Names by which an object is given other behaviour in careless code. */
const UNSAFE_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

export const importLineReading: Reading<null, Fields | string> = {
  name: 'import-line',
  read: (bytes) => parseLine(bytes),
};

export function parseLine(bytes: Buffer): Fields | string {
  if (!isUtf8(bytes)) return 'not UTF-8';
  if (isDeeperThan(bytes, MOST_LEVELS)) return `nests deeper than ${MOST_LEVELS} levels`;
  const most = outerText(bytes, 'kind') === 'act' ? MOST_VALUES_OF_ACT : MOST_VALUES;
  if (hasMoreValues(bytes, most)) return `holds more than ${most} values`;
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return 'not valid JSON';
  }
  if (!isObject(value)) return 'not a JSON object';
  return hasUnsafeKey(value) ? 'holds a key that is not allowed' : value;
}

function hasUnsafeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasUnsafeKey);
  return Object.entries(value).some(([key, entry]) => UNSAFE_KEYS.includes(key) || hasUnsafeKey(entry));
}
