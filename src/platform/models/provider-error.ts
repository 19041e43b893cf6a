/** What may go wrong when a model is asked, whoever asks: for an answer in words or for vectors. */
import { CarryoverError } from '../../memory/error.ts';

/** Tokens and money of one call. */
export interface Used {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
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
  readonly used: Used;

  constructor(
    message: string,
    details: {
      readonly code: string;
      readonly problem: ProviderProblem;
      readonly hint?: string;
      readonly retryAfterMs?: number | undefined;
      readonly used?: Used;
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
