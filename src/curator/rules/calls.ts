/**
 * The tool calls of a batch with their outcome, as code saw them. Made from records, which hold the whole input; a turn
 * without records gives its summaries. Limits: a call without an outcome is `unknown`, and proves nothing.
 */
import type { StoredRecord } from '../../memory/record.ts';
import type { ToolCallSummary } from '../../memory/turn.ts';
import { text } from '../../memory/unknown.ts';
import type { CuratedTurn } from '../curator.ts';

export interface Call {
  readonly turn: number;
  readonly sessionId: string;
  readonly tool: string;
  readonly input: string;
  readonly outcome: ToolCallSummary['outcome'];
  readonly output: string;
  readonly path: string | null;
  /** Made by a subagent, whose plans are its own. */
  readonly bySubagent: boolean;
}

const OUTCOMES: Partial<Record<StoredRecord['type'], Call['outcome']>> = { tool_result: 'ok', error: 'error' };

export function callsIn(turns: readonly CuratedTurn[]): readonly Call[] {
  return turns.flatMap((curated) => (curated.records.length === 0 ? fromSummaries(curated) : fromRecords(curated)));
}

function fromSummaries({ number, turn }: CuratedTurn): Call[] {
  return turn.toolCalls.map((call) => ({
    ...call,
    turn: number,
    sessionId: turn.sessionId,
    path: call.path ?? null,
    bySubagent: call.agent !== undefined,
  }));
}

function fromRecords({ number, turn, records }: CuratedTurn): Call[] {
  const calls = new Map<string, Call>();
  for (const record of records) {
    const { type, tool, path, content, metadata } = record;
    if (tool === null) continue;
    const key = text(metadata.tool_use_id) || record.id;
    const open = calls.get(key) ?? {
      turn: number,
      sessionId: turn.sessionId,
      tool,
      input: text(metadata.command),
      outcome: 'unknown',
      output: '',
      path,
      bySubagent: text(metadata.agent_id) !== '',
    };
    const outcome = type === 'approval' && metadata.decision === 'denied' ? 'denied' : OUTCOMES[type];
    if (type === 'tool_use') calls.set(key, { ...open, input: content });
    else if (outcome !== undefined) calls.set(key, { ...open, outcome, output: content });
  }
  return [...calls.values()];
}
