/** An error on its way from one thread to another: a copy of an Error keeps its message and loses the rest. */
import { CarryoverError } from '../../memory/error.ts';

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

export function errorOf({ message, hint, subject, ...rest }: Problem): CarryoverError {
  return new CarryoverError(message, {
    ...rest,
    ...(hint === undefined ? {} : { hint }),
    ...(subject === undefined ? {} : { subject }),
  });
}
