/**
 * A call to a model, as money: reserved before it is made, settled after. A call that was never settled (the process
 * died) counts with what was reserved, so a crash never makes room in the budget.
 */
import type { ModelCallId, SessionId } from './ids.ts';

export interface ModelCall {
  readonly id: ModelCallId;
  readonly ts: number;
  readonly provider: string;
  readonly model: string;
  /** A batch, one session by itself, or a case of an evaluation. */
  readonly purpose: 'curate' | 'extract' | 'evaluate';
  /** Whose turns it reads; the shares sum to 1. */
  readonly sessions: readonly { readonly id: SessionId; readonly share: number }[];
  readonly reservedUsd: number;
}

export interface ModelCallEnd {
  readonly callId: ModelCallId;
  readonly ts: number;
  readonly outcome: 'answered' | 'failed';
  /** Error code when it failed. */
  readonly problem: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

export interface SettledCall extends ModelCall {
  /** Null while it runs, and for ever when the process died meanwhile. */
  readonly end: ModelCallEnd | null;
}
