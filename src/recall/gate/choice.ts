/**
 * What is shown of a candidate, and why in a few words: a fact as it is; of a turn what the agent answered, since that is
 * what came of the question, unless another part of it holds much more of what speaks for it: "Noted." tells nobody what. What
 * the person merely asked is no memory: without an answer nothing is shown.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { pastedTextOf, typedTextOf } from '../../memory/record-segments.ts';
import { tierOf } from '../../memory/trust.ts';
import { merelyAsks } from '../../text/question.ts';
import type { ChosenItem } from '../prompt-block.ts';
import type { RecordHit } from '../recall.ts';
import { isPartOf, ownWords } from '../strip-retold.ts';
import { informative } from '../text/informative.ts';
import type { Verdict } from './verdict.ts';

/** How far behind what was found the answer of its turn is looked for. */
const RECORDS_BEHIND = 30;
/** How far before an answer lies what it may tell again, and how much of it is read. */
const RECORDS_BEFORE = 30;
const OUTPUT_CHARS = 10_000;
/** A longer text is shown by the part that was found. */
const WHOLE_CHARS = 800;
/** An answer is shown when it holds at least this share of what the best part of its turn holds. */
const ANSWER_SHARE = 0.5;
const REASON_WORDS = 4;
/** Fewer shared words are not what speaks for it. */
const FEW_WORDS = 2;
const ASKED_LIKE = 0.6;
const MEANS_LIKE = 0.5;

export type Choice = ChosenItem & {
  /** For people who ask why. */
  readonly reason: string;
};

/** Undefined when it was erased a moment ago, or holds nothing that may be given. */
export function choiceOf(
  judged: Verdict,
  journal: Pick<RecordReader, 'at'>,
  isOpen: (record: StoredRecord) => boolean,
): Choice | undefined {
  const { candidate, likelihood: score } = judged;
  const reason = reasonOf(judged);
  if (candidate.fact !== undefined) return { kind: 'fact', learning: candidate.fact, score, reason };
  const shown = shownOf(candidate.records, judged.features.terms, journal, isOpen);
  if (shown === undefined) return undefined;
  const { id, type, source, ts, workspace } = shown.record;
  const text = givenText(shown.text, shown.record, journal);
  if (text === '') return undefined;
  const isShown = isPersons(shown.record) && !isPartOf(text, typedIn(shown.record, journal));
  const said = isShown ? 'pasted' : source;
  return { kind: 'snippet', id, type, source: said, isShown, ts, workspace, text, score, reason };
}

/** Why, in words that a person understands. */
function reasonOf({ candidate, features: { figures, words } }: Verdict): string {
  const quoted = words.slice(0, REASON_WORDS).map((word) => `\`${word}\``);
  const of = (name: string) => figures[name] ?? 0;
  return [
    ...(of('subject') > 0 ? ['its subject is named'] : []),
    ...(quoted.length > 0 ? [`says ${quoted.join(', ')}`] : []),
    ...(of('replacedHeld') > 0 ? ['holds now in place of what the prompt names'] : []),
    ...(of('askedHeld') > 0 || of('askedCosine') > ASKED_LIKE ? ['noted as of use for such a task'] : []),
    ...(quoted.length < FEW_WORDS && of('cosine') > MEANS_LIKE ? ['its words mean what the prompt means'] : []),
    ...(candidate.fact === undefined && of('resumes') === 1 && of('isLateSession') === 1
      ? ['the prompt goes on with the last work']
      : []),
    ...(candidate.fact === undefined && of('past') > 0 ? ['the prompt asks for what was done'] : []),
  ].join('; ');
}

interface Part {
  readonly record: Omit<StoredRecord, 'content'>;
  readonly text: string;
}

function shownOf(
  hits: readonly RecordHit[],
  terms: ReadonlyMap<string, number>,
  journal: Pick<RecordReader, 'at'>,
  isOpen: (record: StoredRecord) => boolean,
): Part | undefined {
  const found = hits.flatMap((hit) => partOf(hit, journal) ?? []);
  const [best] = found;
  if (best === undefined) return undefined;
  const behind = found.some(({ record }) => record.type === 'assistant')
    ? undefined
    : answerBehind(best.record, journal);
  const parts =
    behind === undefined || !isOpen(behind) ? found : [...found, { record: behind, text: beginning(behind.content) }];
  const telling = parts.filter(({ record, text }) => record.type !== 'prompt' || !merelyAsks(text));
  const weighed = telling.map((part) => ({ part, weight: weightOf(part.text, terms) }));
  const most = Math.max(...weighed.map(({ weight }) => weight));
  const answer = weighed.find(({ part, weight }) => part.record.type === 'assistant' && weight >= ANSWER_SHARE * most);
  return (answer ?? weighed.find(({ weight }) => weight === most))?.part;
}

function partOf(hit: RecordHit, journal: Pick<RecordReader, 'at'>): Part | undefined {
  const content = journal.at(hit.record.seq)?.content;
  if (content === undefined) return undefined;
  return { record: hit.record, text: content.length <= WHOLE_CHARS ? content : hit.snippet };
}

/** Of what a record says, what may be given; empty when there is nothing. */
function givenText(text: string, record: Part['record'], journal: Pick<RecordReader, 'at'>): string {
  const outputs = () => outputsBefore(record, journal);
  return isPersons(record)
    ? ownWords(text, record.source, outputs, typedIn(record, journal))
    : ownWords(text, record.source, outputs);
}

function isPersons({ type, source }: Part['record']): boolean {
  return type === 'prompt' && (source === 'typed' || source === 'pasted');
}

/** What the person wrote of the whole prompt. */
function typedIn({ seq }: Part['record'], journal: Pick<RecordReader, 'at'>): string {
  const record = journal.at(seq);
  return record === undefined ? '' : typedTextOf(record);
}

/** What tools had printed and people pasted in its session, as far as it is near. */
function outputsBefore(
  { seq, workspace }: Pick<StoredRecord, 'seq' | 'workspace'>,
  journal: Pick<RecordReader, 'at'>,
): readonly string[] {
  const outputs: string[] = [];
  for (let before = seq - 1; before > 0 && before >= seq - RECORDS_BEFORE; before -= 1) {
    const record = journal.at(before);
    // Also of the session before: what was read there may be told again here.
    if (record?.workspace !== workspace) continue;
    const read = tierOf(record.source) === 'tool' ? record.content : isPersons(record) ? pastedTextOf(record) : '';
    if (read !== '') outputs.push(read.slice(0, OUTPUT_CHARS));
  }
  return outputs;
}

function weightOf(text: string, terms: ReadonlyMap<string, number>): number {
  let weight = 0;
  for (const term of new Set(informative(text).map((token) => token.term))) weight += terms.get(term) ?? 0;
  return weight;
}

function beginning(text: string): string {
  return text.slice(0, WHOLE_CHARS).toWellFormed();
}

/** The last thing said in its turn, as far as it is near. */
function answerBehind(
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
