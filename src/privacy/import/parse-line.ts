/** One line of an import as an object, or why it is none. Nothing of the line is repeated in the reason (SRV-16). */
import { isUtf8 } from 'node:buffer';
import { type Fields, isObject } from '../../memory/unknown.ts';
import { isDeeperThan } from '../../platform/json-depth.ts';

const MOST_LEVELS = 64;
/** Names by which an object is given other behaviour in careless code. */
const UNSAFE_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

export function parseLine(bytes: Buffer | undefined): Fields | string {
  if (bytes === undefined) return 'the line is too long';
  if (!isUtf8(bytes)) return 'not UTF-8';
  if (isDeeperThan(bytes, MOST_LEVELS)) return `nests deeper than ${MOST_LEVELS} levels`;
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
