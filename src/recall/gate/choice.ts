/**
 * What is shown of a candidate, and why in a few words: a fact as it is; of a turn what the agent answered, since that is
 * what came of the question, or else what was found of it.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { StoredRecord } from '../../memory/record.ts';
import type { ChosenItem } from '../prompt-block.ts';
import type { RecordHit } from '../recall.ts';
import type { Judged } from './gate.ts';

/** How far behind what was found the answer of its turn is looked for. */
const RECORDS_BEHIND = 30;
/** A longer text is shown by the part that was found. */
const WHOLE_CHARS = 800;
const REASON_WORDS = 4;

export type Choice = ChosenItem & {
  /** For people who ask why. */
  readonly reason: string;
};

/** Undefined when it was erased a moment ago. */
export function choiceOf(judged: Judged, journal: Pick<RecordReader, 'at'>): Choice | undefined {
  const { candidate, likelihood: score } = judged;
  const reason = reasonOf(judged);
  if (candidate.fact !== undefined) return { kind: 'fact', learning: candidate.fact, score, reason };
  const shown = shownOf(candidate.records, journal);
  if (shown === undefined) return undefined;
  const { id, type, source, ts } = shown.record;
  return { kind: 'snippet', id, type, source, ts, text: shown.text, score, reason };
}

function reasonOf({ evidence }: Pick<Judged, 'evidence'>): string {
  const words = evidence.words.slice(0, REASON_WORDS);
  return [
    ...(evidence.subject === 1 ? ['its subject is named'] : []),
    ...(words.length > 0 ? [`says ${words.map((word) => `\`${word}\``).join(', ')}`] : []),
    ...(evidence.asksForPast === 1 && evidence.isTurn === 1 ? ['the prompt asks for the past'] : []),
  ].join('; ');
}

function shownOf(
  hits: readonly RecordHit[],
  journal: Pick<RecordReader, 'at'>,
): { readonly record: Omit<StoredRecord, 'content'>; readonly text: string } | undefined {
  const found = hits.find(({ record }) => record.type === 'assistant');
  const [best] = hits;
  if (found === undefined && best !== undefined) {
    const answer = answerBehind(best.record, journal);
    if (answer !== undefined) return { record: answer, text: answer.content.slice(0, WHOLE_CHARS).toWellFormed() };
  }
  const hit = found ?? best;
  const content = hit === undefined ? undefined : journal.at(hit.record.seq)?.content;
  if (hit === undefined || content === undefined) return undefined;
  return { record: hit.record, text: content.length <= WHOLE_CHARS ? content : hit.snippet };
}

/** The last thing said in its turn, as far as it is near. */
export function answerBehind(
  { seq, turnId }: Pick<StoredRecord, 'seq' | 'turnId'>,
  journal: Pick<RecordReader, 'at'>,
): StoredRecord | undefined {
  if (turnId === null) return undefined;
  for (let next = seq + 1; next <= seq + RECORDS_BEHIND; next += 1) {
    const record = journal.at(next);
    if (record?.turnId === turnId && record.type === 'assistant') return record;
  }
  return undefined;
}
