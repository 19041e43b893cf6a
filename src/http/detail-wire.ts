/** One fact or one record as a whole, with what it rests on or stood beside. */
import type { Learning, LearningChange } from '../memory/learning.ts';
import { type MemoryRecord, type StoredRecord, textToShow } from '../memory/record.ts';
import { partsOfRecord } from '../memory/record-segments.ts';
import type { SourceClass } from '../memory/source.ts';
import { weakest } from '../memory/trust.ts';
import { assembleTurn } from '../memory/turn.ts';
import { changeToWire, presentLearningToWire } from './knowledge-wire.ts';
import { recordToWire } from './wire.ts';

/** Of what is not asked for itself. */
const EXCERPT_CHARS = 500;

interface FactDetail {
  readonly history: readonly LearningChange[];
  readonly replaced: readonly Learning[];
  readonly replacedBy: Learning | undefined;
  readonly evidence: readonly MemoryRecord[];
}

export type WireFact = ReturnType<typeof factDetailToWire>;
export type WireRecord = ReturnType<typeof recordDetailToWire>;

export function factDetailToWire(
  learning: Learning,
  now: number,
  { history, replaced, replacedBy, evidence }: FactDetail,
) {
  return {
    ...presentLearningToWire(learning, now),
    history: history.map(changeToWire),
    replaced: replaced.map(briefly),
    replaced_by: replacedBy === undefined ? null : briefly(replacedBy),
    evidence_records: evidence.map((record) => ({
      id: record.id,
      ts: record.ts,
      type: record.type,
      source: record.source,
      content: excerpt(textToShow(record)),
    })),
  };
}

/** `beside` are the records of its turn. */
export function recordDetailToWire(record: StoredRecord, beside: readonly StoredRecord[]) {
  const { userMessage, agentResponse, toolCalls } = assembleTurn(beside);
  const turn = {
    user_message: excerpt(userMessage),
    user_source: sourceOf('prompt', beside),
    agent_response: excerpt(agentResponse),
    agent_source: sourceOf('assistant', beside),
    tool_calls: toolCalls.length,
  };
  return { ...recordToWire(record), content: textToShow(record), turn: record.turnId === null ? null : turn };
}

/** The least trusted of those it is put together from. */
function sourceOf(type: MemoryRecord['type'], records: readonly MemoryRecord[]): SourceClass | null {
  const sources = records.flatMap((record) =>
    record.type === type ? partsOfRecord(record).map((part) => part.source) : [],
  );
  return sources.length === 0 ? null : weakest(sources);
}

function briefly({ id, content }: Learning) {
  return { id, content };
}

function excerpt(text: string): string {
  return text.length <= EXCERPT_CHARS ? text : `${text.slice(0, EXCERPT_CHARS).toWellFormed()}…`;
}
