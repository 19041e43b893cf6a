/**
 * For an agent that asks, an answer goes before the question that led to it, and stands for it: what the person once asked in
 * the same words is the best hit for them, and tells nobody anything. A prompt that says something stays; so does one that was
 * never answered. At most one more record is read for each question among the hits.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { merelyAsks } from '../../text/question.ts';
import type { RecallQuery } from '../recall.ts';
import { tokenise } from '../text/tokenise.ts';
import { type Found, isOpenTo, isWithin, recordKey } from './hits.ts';
import { parseQuery } from './query.ts';
import { snippetOf } from './snippet.ts';

/** Of an answer, what is looked through for the words of the question. */
const READ_CHARS = 2_000;

/** Who asks for one type of record has said what they want. */
export function answersFirst(
  found: readonly Found[],
  query: RecallQuery,
  journal: Pick<RecordReader, 'lastOfTurn'>,
): readonly Found[] {
  if (query.audience !== 'agent' || query.recordTypes !== undefined) return found;
  const byKey = new Map(found.map((each) => [each.key, each]));
  const shown = new Map<string, Found>();
  for (const each of found) {
    const answer = answerTo(each, query, journal);
    const key = answer === undefined ? each.key : recordKey(answer.seq);
    if (shown.has(key)) continue;
    const best = answer === undefined ? each : (byKey.get(key) ?? foundAnswer(answer, each, query));
    shown.set(key, best.score >= each.score ? best : withScore(best, each.score));
  }
  return [...shown.values()];
}

function answerTo(
  { stored }: Found,
  query: RecallQuery,
  journal: Pick<RecordReader, 'lastOfTurn'>,
): StoredRecord | undefined {
  if (stored?.type !== 'prompt' || stored.turnId === null || !merelyAsks(stored.content)) return undefined;
  const answer = journal.lastOfTurn({ id: stored.turnId, sessionId: stored.sessionId }, 'assistant');
  return answer !== undefined && isWithin(answer.ts, query) && isOpenTo(answer, query) ? answer : undefined;
}

function foundAnswer(stored: StoredRecord, { score, session }: Found, query: RecallQuery): Found {
  const { content, ...record } = stored;
  const words = parseQuery(query.text, query.now).words;
  const weights = new Map(words.map(({ term, weight }) => [term, weight]));
  return {
    key: recordKey(record.seq),
    score,
    tie: record.seq,
    session,
    stored,
    hit: () => ({
      kind: 'record',
      record,
      score,
      snippet: snippetOf(content, 0, tokenise(content.slice(0, READ_CHARS), weights), weights),
    }),
  };
}

function withScore(found: Found, score: number): Found {
  return { ...found, score, hit: () => ({ ...found.hit(), score }) };
}
