/**
 * What turns bytes from outside into something small and clean: a pure function with a name. The same one runs on the
 * daemon's thread for small bytes and in a worker for all others, so it does not matter to the result where.
 */
import type { Redactor } from '../redaction/redactor.ts';
import type { Cleaned } from './clean-value.ts';

/** What a reading may use. */
export interface ReadingTools {
  readonly redactor: Redactor;
  readonly redactionKey: string;
}

/** Counted, never the text: what was found while it was cleaned. */
export type Findings = Pick<Cleaned, 'found' | 'failed'>;

export interface Reading<Context, Result> {
  /** By which a worker knows it. */
  readonly name: string;
  /** Throws a `CarryoverError` for what cannot be understood. Context and result can be sent to another thread. */
  read(bytes: Buffer, context: Context, tools: ReadingTools): Result;
}

/** Why a worker did not come to the end of it. */
export type UnreadReason = 'took too long' | 'took too much memory' | 'made the reader fail';

/** An input that nobody reads. */
export interface Unread {
  readonly reason: UnreadReason;
  readonly bytes: number;
  /** What can be told of it without reading it: its outermost fields, without their texts; undefined when nothing can. */
  readonly outline: unknown;
}

export type Read<Result> = { readonly result: Result } | { readonly unread: Unread };

/** How a worker is asked; an answer has the number of its question. */
export interface ReadingRequest {
  readonly id: number;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly context: unknown;
}

export interface ReadingAnswer {
  readonly id: number;
  readonly result?: unknown;
  /** What it was refused for. */
  readonly refusal?: { readonly code: string; readonly message: string; readonly hint: string | undefined };
  readonly failed?: true;
}
