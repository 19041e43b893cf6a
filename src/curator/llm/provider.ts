/**
 * A model behind some door: one question, one answer, no history. One file per provider implements this.
 *
 * Guarantees every provider gives: it ends within `timeoutMs` or when `signal` says so, follows no redirect, reads no
 * more than it can use, and throws nothing but `ProviderError`. A key never stands in a message, a log or an error.
 */
import type { Used } from '../../platform/models/provider-error.ts';

/** Its errors are part of the contract. */
export { ProviderError, type ProviderProblem } from '../../platform/models/provider-error.ts';

export interface Question {
  readonly system: string;
  readonly prompt: string;
  readonly maxOutputTokens: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Completion extends Used {
  readonly text: string;
  /** `length`: the answer was cut off; what stands last in it may be incomplete. */
  readonly ended: 'complete' | 'length';
}

export interface Provider {
  /** `anthropic`, `openai`, `claude-cli`. */
  readonly name: string;
  readonly model: string;
  /** Who else gets to read a question: a host, or a command; null when it stays on this machine. */
  readonly recipient: string | null;
  ask(question: Question): Promise<Completion>;
  /** The most this question can cost: reserved in the spend ledger before it is asked. */
  mostUsd(question: Question): number;
}
