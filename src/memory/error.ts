/**
 * The one error shape of the product. An error is an instruction: what was tried, on what, why it failed, and what
 * the reader can do about it. Doors (CLI, HTTP, MCP) render `message` and `hint`; nothing else may reach a person.
 */
export interface ErrorDetails {
  /** Stable, machine-readable, kebab-case. */
  readonly code: string;
  /** What the reader can do now. */
  readonly hint?: string;
  /** The thing it happened to: a path, an id, a key. Never content. */
  readonly subject?: string;
  /** Whether the same call may succeed later without a change. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

export class CarryoverError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly subject: string | undefined;
  readonly retryable: boolean;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'CarryoverError';
    this.code = details.code;
    this.hint = details.hint;
    this.subject = details.subject;
    this.retryable = details.retryable ?? false;
  }
}

/** The message of anything that was thrown; for text that goes into another error, never for control flow. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
