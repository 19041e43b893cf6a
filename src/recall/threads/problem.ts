/** An error on its way from one thread to another: a copy of an Error keeps its message and loses the rest. */
import { CarryoverError } from '../../memory/error.ts';
import { resultCodeOf, sqliteError } from '../../platform/sqlite-error.ts';

/** As SQLite and the system name what they refuse. */
const RESULT_CODE = /^(SQLITE_\w+|E[A-Z0-9]+)$/;

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  /** The file it is about. */
  readonly subject: string | undefined;
  readonly retryable: boolean;
}

export function problemOf({ code, message, hint, subject, retryable }: CarryoverError): Problem {
  return { code, message, hint, subject, retryable };
}

/**
 * What anything thrown while a file was read or written means. An error of our own making is none of the file's, and its
 * words go nowhere: they may quote what is stored.
 */
export function threadError(thrown: unknown, path: string): CarryoverError {
  if (thrown instanceof CarryoverError || RESULT_CODE.test(resultCodeOf(thrown))) return sqliteError(thrown, path);
  const kind = thrown instanceof Error ? thrown.name : typeof thrown;
  return new CarryoverError(`search failed unexpectedly (${kind})`, {
    code: 'unexpected-failure',
    hint: 'run `carryover doctor`; if it stays, `carryover rebuild --index` makes the index anew',
    cause: thrown,
  });
}

export function errorOf({ message, hint, subject, ...rest }: Problem): CarryoverError {
  return new CarryoverError(message, {
    ...rest,
    ...(hint === undefined ? {} : { hint }),
    ...(subject === undefined ? {} : { subject }),
  });
}
