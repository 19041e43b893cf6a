/**
 * Errors on their way out: the one map from error code to HTTP status, and the one error shape
 * `{"error":{"code","message","hint"}}`. Only a CarryoverError's own words leave the process; anything else becomes a
 * plain 500, whose details are in the log.
 */
import { CarryoverError } from '../memory/error.ts';
import { answerJson, type HeaderSet } from './answer.ts';
import { errorBody } from './error-body.ts';

/** An error as a page. */
export type RenderError = (error: CarryoverError, status: number, headers: HeaderSet) => Response;

interface Outcome {
  readonly status: number;
  readonly headers?: HeaderSet;
}

export const OUTCOMES: { readonly [code: string]: Outcome } = {
  'invalid-input': { status: 400 },
  'invalid-json': { status: 400 },
  'bad-host': { status: 400 },
  'bad-request': { status: 400 },
  'wrong-code': { status: 401 },
  unauthorized: { status: 401, headers: { 'WWW-Authenticate': 'Bearer realm="carryover"' } },
  forbidden: { status: 403 },
  csrf: { status: 403 },
  'person-needed': { status: 403 },
  'wrong-key': { status: 403 },
  'host-not-allowed': { status: 403 },
  'origin-not-allowed': { status: 403 },
  'not-found': { status: 404 },
  'ambiguous-id': { status: 400 },
  'deployment-refused': { status: 400 },
  'locked-file': { status: 409 },
  'already-decided': { status: 409 },
  'not-decided': { status: 409 },
  'changed-meanwhile': { status: 409 },
  'cooling-down': { status: 409 },
  'home-not-empty': { status: 409 },
  busy: { status: 409 },
  'method-not-allowed': { status: 405, headers: { Allow: 'GET, POST, PUT, DELETE' } },
  // The rest of the body is not read, so the connection cannot be used again.
  'body-too-large': { status: 413, headers: { Connection: 'close' } },
  'unsupported-media-type': { status: 415 },
  locked: { status: 423 },
  'too-many-attempts': { status: 429 },
  'too-many-proposals': { status: 429 },
  'database-busy': { status: 503, headers: { 'Retry-After': '1' } },
  'hook-tokens-unreadable': { status: 503 },
  'apps-unreadable': { status: 503 },
  'tokens-unreadable': { status: 503 },
  'read-only': { status: 503 },
  'write-failed': { status: 503, headers: { 'Retry-After': '1' } },
  'too-many-streams': { status: 503, headers: { 'Retry-After': '5' } },
  'disk-full': { status: 507 },
};

const INTERNAL = new CarryoverError('something went wrong inside Carryover', {
  code: 'internal-error',
  hint: 'see `carryover daemon logs`',
});

export function refusal(thrown: unknown, extraHeaders?: HeaderSet, asPage?: RenderError): Response {
  const error = thrown instanceof CarryoverError ? thrown : INTERNAL;
  const outcome = OUTCOMES[error.code] ?? { status: error.retryable ? 503 : 500 };
  const headers = { ...outcome.headers, ...extraHeaders };
  return asPage?.(error, outcome.status, headers) ?? answerJson(outcome.status, errorBody(error), headers);
}
