/** The records that Claude Code's hooks would leave of a turn, from a short description of what happened in it. */
import { commandOf, handlesFileContent, toolInputText, toolPath } from '../../src/clients/claude-code/tool-text.ts';
import { deriveId, type RecordId, type SessionId, type SpaceId, type TurnId } from '../../src/memory/ids.ts';
import type { JsonObject, MemoryRecord } from '../../src/memory/record.ts';
import { segmentedPrompt } from '../../src/memory/record-segments.ts';

export interface ToldCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly outcome: 'ok' | 'error' | 'denied';
  readonly output: string;
}

export interface ToldTurn {
  readonly prompt: string;
  readonly calls: readonly ToldCall[];
  readonly answer: string;
}

export interface TurnPlace {
  readonly turnId: TurnId;
  readonly sessionId: SessionId;
  readonly workspace: SpaceId | null;
  /** When it began; each record a millisecond later. */
  readonly ts: number;
}

const OUTCOMES = { ok: 'tool_result', error: 'error', denied: 'approval' } as const;

export function turnRecords({ prompt, calls, answer }: ToldTurn, place: TurnPlace): readonly MemoryRecord[] {
  const records: MemoryRecord[] = [];
  const add = (fields: Pick<MemoryRecord, 'type' | 'source' | 'content'> & Partial<MemoryRecord>): void => {
    records.push({
      id: deriveId<RecordId>(place.turnId, String(records.length)),
      tool: null,
      path: null,
      tags: [],
      metadata: {},
      ...place,
      ts: place.ts + records.length,
      ...fields,
    });
  };
  add({ type: 'prompt', content: prompt, ...segmentedPrompt(prompt) });
  for (const [index, { tool, input, outcome, output }] of calls.entries()) {
    const common = { tool, path: toolPath(input) };
    const metadata = { tool_use_id: `${place.turnId}-${index}` };
    add({ ...common, type: 'tool_use', source: 'assistant', content: toolInputText(tool, input), metadata });
    add({
      ...common,
      type: OUTCOMES[outcome],
      source: handlesFileContent(tool, input) ? 'file' : 'tool',
      content: output,
      metadata: { ...metadata, ...commandOf(tool, input), ...(outcome === 'denied' ? { decision: 'denied' } : {}) },
    });
  }
  add({ type: 'assistant', source: 'assistant', content: answer });
  return records;
}
