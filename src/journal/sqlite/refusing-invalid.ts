/** What the schema or the encoding refuses is the fault of whoever handed it in, and told so; other failures pass. */
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { resultCodeOf } from '../../platform/sqlite-error.ts';

export function refusingInvalid<Result>(what: string, step: () => Result): Result {
  try {
    return step();
  } catch (cause) {
    throw invalid(what, cause) ?? cause;
  }
}

export function unknownSession(cause?: unknown): CarryoverError {
  return new CarryoverError('a record or injection names a session the journal does not know', {
    code: 'unknown-session',
    hint: 'send the session in the same batch as its first record',
    ...(cause === undefined ? {} : { cause }),
  });
}

function invalid(what: string, cause: unknown): CarryoverError | undefined {
  const code = resultCodeOf(cause);
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') {
    return unknownSession(cause);
  }
  const ours = code === '' && (cause instanceof TypeError || cause instanceof RangeError);
  if (!ours && !code.startsWith('SQLITE_CONSTRAINT') && code !== 'SQLITE_TOOBIG') return undefined;
  return new CarryoverError(`${what} cannot be stored: ${messageOf(cause)}`, {
    code: 'invalid-record',
    hint: 'check type, source, times (whole milliseconds), amounts, and the size and depth of metadata',
    cause,
  });
}
