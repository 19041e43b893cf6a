/**
 * Model calls as money. A call is two rows at most: what was reserved, and how it ended; without the second the first
 * counts. An id is reserved once and settled once, because a second one would make two calls look like one.
 */

import { isDeepStrictEqual } from 'node:util';
import { CarryoverError } from '../../memory/error.ts';
import type { ModelCallId, SessionId } from '../../memory/ids.ts';
import type { ModelCall, ModelCallEnd, SettledCall } from '../../memory/model-call.ts';
import type { SqliteStatements } from '../../platform/sqlite-statements.ts';
import type { ModelCallColumns, ModelCallEndColumns } from './model-call-tables.ts';
import { limitOf } from './reads.ts';
import { refusingInvalid } from './refusing-invalid.ts';
import { insertRow } from './tables.ts';

/** What model calls cost; calls that were never settled count with what was reserved. */
export interface Spending {
  readonly calls: number;
  readonly failedCalls: number;
  readonly unsettledCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
}

/** Before the call is made. An id that was reserved before is refused: it would make two calls look like one. */
export function reserveCall(statements: SqliteStatements, call: ModelCall): void {
  refusingInvalid('the model call', () => {
    const { id, ts, provider, model, purpose, reservedUsd } = call;
    const row = { id, ts, provider, model, purpose, reserved_usd: reservedUsd };
    if (insertRow(statements, 'model_calls', row) === undefined) throw refusal(id, 'was reserved before');
    for (const session of call.sessions) {
      const part = { call_id: id, session_id: session.id, share: session.share };
      if (insertRow(statements, 'model_call_sessions', part) === undefined) throw refusal(id, 'names a session twice');
    }
  });
}

/**
 * The same end again changes nothing; another end, or one of a call that was never reserved, is refused. The same end
 * again changes nothing.
 */
export function settleCall(statements: SqliteStatements, end: ModelCallEnd): void {
  const call = readCall(statements, end.callId);
  if (call === undefined) throw refusal(end.callId, 'was never reserved');
  if (call.end !== null && !isDeepStrictEqual(call.end, end)) throw refusal(end.callId, 'was settled before');
  if (call.end === null) {
    refusingInvalid('the end of the model call', () => insertRow(statements, 'model_call_ends', endColumns(end)));
  }
}

/** Of calls that began at or after `since`; with a session only its share of each. */
export function readSpending(
  statements: SqliteStatements,
  { since, sessionId }: { readonly since: number; readonly sessionId?: SessionId },
): Spending {
  const sums = (share: string, calls: string) => `
    SELECT count(*) AS calls,
      count(*) FILTER (WHERE outcome = 'failed') AS failedCalls,
      count(*) FILTER (WHERE outcome IS NULL) AS unsettledCalls,
      round(total(${share} * input_tokens)) AS inputTokens,
      round(total(${share} * output_tokens)) AS outputTokens,
      total(${share} * coalesce(cost_usd, reserved_usd)) AS usd
    FROM ${calls} LEFT JOIN model_call_ends AS ending ON ending.call_id = call.id
    WHERE call.ts >= ?`;
  // CROSS JOIN: the session's own calls first; the planner would look through all calls of the time.
  const spending =
    sessionId === undefined
      ? statements.get<Spending>(sums('1', 'model_calls AS call'), since)
      : statements.get<Spending>(
          `${sums('part.share', 'model_call_sessions AS part CROSS JOIN model_calls AS call ON call.id = part.call_id')}
             AND part.session_id = ?`,
          since,
          sessionId,
        );
  return spending ?? { calls: 0, failedCalls: 0, unsettledCalls: 0, inputTokens: 0, outputTokens: 0, usd: 0 };
}

/** Newest first. */
export function readCalls(statements: SqliteStatements, limit: number): readonly SettledCall[] {
  return statements
    .all<ModelCallColumns>('SELECT * FROM model_calls ORDER BY ts DESC, seq DESC LIMIT ?', limitOf(limit))
    .map((row) => callOf(statements, row));
}

/** All of them in their order, one at a time. */
export function* iterateCalls(statements: SqliteStatements): Generator<SettledCall> {
  for (const row of statements.iterate<ModelCallColumns>('SELECT * FROM model_calls ORDER BY seq'))
    yield callOf(statements, row);
}

export function readCall(statements: SqliteStatements, id: ModelCallId): SettledCall | undefined {
  const row = statements.get<ModelCallColumns>('SELECT * FROM model_calls WHERE id = ?', id);
  return row === undefined ? undefined : callOf(statements, row);
}

function callOf(statements: SqliteStatements, row: ModelCallColumns): SettledCall {
  const end = statements.get<ModelCallEndColumns>('SELECT * FROM model_call_ends WHERE call_id = ?', row.id);
  return {
    id: row.id,
    ts: row.ts,
    provider: row.provider,
    model: row.model,
    purpose: row.purpose,
    sessions: statements.all<ModelCall['sessions'][number]>(
      'SELECT session_id AS id, share FROM model_call_sessions WHERE call_id = ? ORDER BY seq',
      row.id,
    ),
    reservedUsd: row.reserved_usd,
    end: end === undefined ? null : endOf(end),
  };
}

function endColumns(end: ModelCallEnd): ModelCallEndColumns {
  return {
    call_id: end.callId,
    ts: end.ts,
    outcome: end.outcome,
    problem: end.problem,
    input_tokens: end.inputTokens,
    output_tokens: end.outputTokens,
    cost_usd: end.costUsd,
  };
}

function endOf(row: ModelCallEndColumns): ModelCallEnd {
  return {
    callId: row.call_id,
    ts: row.ts,
    outcome: row.outcome,
    problem: row.problem,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    costUsd: row.cost_usd,
  };
}

function refusal(id: ModelCallId, problem: string): CarryoverError {
  return new CarryoverError(`the model call ${problem}`, {
    code: 'invalid-record',
    subject: id,
    hint: 'reserve each call once, under an id of its own, and settle it once',
  });
}
