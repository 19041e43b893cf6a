/** The one error shape on the wire, `{"error":{"code","message","hint"}}`: written by the server, read by the client. */
import { CarryoverError } from '../memory/error.ts';

export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | null };
}

export function errorBody(error: CarryoverError): ErrorBody {
  return { error: { code: error.code, message: error.message, hint: error.hint ?? null } };
}

/** The error an answer speaks of. */
export function errorFrom(status: number, body: unknown): CarryoverError {
  const error = fieldOf(body, 'error');
  const code = fieldOf(error, 'code');
  const message = fieldOf(error, 'message');
  const hint = fieldOf(error, 'hint');
  return new CarryoverError(typeof message === 'string' ? message : `the daemon answered ${status}`, {
    code: typeof code === 'string' ? code : 'unexpected-answer',
    retryable: status === 503,
    ...(typeof hint === 'string' ? { hint } : {}),
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
