/**
 * A model behind some door: one question, one answer, no history. One file per provider implements this.
 *
 * Guarantees every provider gives: it ends within `timeoutMs` or when `signal` says so, follows no redirect, reads no
 * more than it can use, and throws nothing but `ProviderError`. A key never stands in a message, a log or an error.
 */
import { CarryoverError } from '../../memory/error.ts';

export interface Question {
  readonly system: string;
  readonly prompt: string;
  readonly maxOutputTokens: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Completion {
  readonly text: string;
  /** `length`: the answer was cut off; what stands last in it may be incomplete. */
  readonly ended: 'complete' | 'length';
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

export interface Provider {
  /** `anthropic`, `openai`, `claude-cli`. */
  readonly name: string;
  readonly model: string;
  ask(question: Question): Promise<Completion>;
  /** The most this question can cost: reserved in the spend ledger before it is asked. */
  mostUsd(question: Question): number;
}

/**
 * `busy`: try again later, the question is not at fault (429, 5xx, network, timeout). `unusable`: this question gets no
 * useful answer (refusal, 400, too long, empty, not an answer at all); another one may. `setup`: no question will be
 * answered until a person does something (no key, wrong key, unknown model).
 */
export type ProviderProblem = 'busy' | 'unusable' | 'setup';

export class ProviderError extends CarryoverError {
  readonly problem: ProviderProblem;
  /** What the other side asked us to wait, when it did. */
  readonly retryAfterMs: number | undefined;
  /** What the failed call used up, as far as the other side told. */
  readonly used: Pick<Completion, 'inputTokens' | 'outputTokens' | 'costUsd'>;

  constructor(
    message: string,
    details: {
      readonly code: string;
      readonly problem: ProviderProblem;
      readonly hint?: string;
      readonly retryAfterMs?: number | undefined;
      readonly used?: ProviderError['used'];
      readonly cause?: unknown;
    },
  ) {
    super(message, { ...details, retryable: details.problem === 'busy' });
    this.name = 'ProviderError';
    this.problem = details.problem;
    this.retryAfterMs = details.retryAfterMs;
    this.used = details.used ?? { inputTokens: 0, outputTokens: 0, costUsd: 0 };
  }
}
