/** JSON in a cell. Text that should be JSON and is not means a damaged row, and is said so. */
import { CarryoverError } from '../memory/error.ts';

/** JSON writes half a surrogate pair as an escape; only then is the slow way needed. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/** Half a surrogate pair cannot be stored as UTF-8 and is replaced, so that a row and what is kept of it say the same. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  return SURROGATE_ESCAPE.test(text) ? JSON.stringify(wellFormed(value)) : text;
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]));
}

export function fromJson<Value>(text: string, table: string, subject: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, so it is not passed on.
    throw damagedRow(table, subject);
  }
}

export function damagedRow(table: string, subject: string): CarryoverError {
  return new CarryoverError(`a row of ${table} is damaged`, {
    code: 'database-corrupt',
    subject,
    hint: 'run `carryover verify` to see what else is damaged, and restore the newest copy from the backups folder',
  });
}
