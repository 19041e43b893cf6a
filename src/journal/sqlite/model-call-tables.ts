/** The tables of model calls as TypeScript sees them. */
import type { ModelCallId, SessionId } from '../../memory/ids.ts';
import type { ModelCall, ModelCallEnd } from '../../memory/model-call.ts';

export interface ModelCallColumns {
  readonly id: ModelCallId;
  readonly ts: number;
  readonly provider: string;
  readonly model: string;
  readonly purpose: ModelCall['purpose'];
  readonly reserved_usd: number;
}

interface ModelCallSessionColumns {
  readonly call_id: ModelCallId;
  readonly session_id: SessionId;
  readonly share: number;
}

export interface ModelCallEndColumns {
  readonly call_id: ModelCallId;
  readonly ts: number;
  readonly outcome: ModelCallEnd['outcome'];
  readonly problem: string | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number;
}

export interface ModelCallTables {
  readonly model_calls: ModelCallColumns;
  readonly model_call_sessions: ModelCallSessionColumns;
  readonly model_call_ends: ModelCallEndColumns;
}

/** The order of columns is part of the checksum: new columns go to the end. */
export const MODEL_CALL_COLUMNS = {
  model_calls: ['id', 'ts', 'provider', 'model', 'purpose', 'reserved_usd'],
  model_call_sessions: ['call_id', 'session_id', 'share'],
  model_call_ends: ['call_id', 'ts', 'outcome', 'problem', 'input_tokens', 'output_tokens', 'cost_usd'],
} as const satisfies { readonly [Name in keyof ModelCallTables]: readonly (keyof ModelCallTables[Name])[] };
