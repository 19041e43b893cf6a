/**
 * What is known of exactly this command or file, before it runs (opt-in): a fix, a correction, a trap. Strict: the item
 * must name the program with its subcommand, or the file; anything less would stop an agent at every second call. Pure but
 * for the search it is given.
 */
import type { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { SessionId, SpaceId } from '../../memory/ids.ts';
import type { Learning, LearningType } from '../../memory/learning.ts';
import { isWithheld, type Withholding } from '../../memory/withheld.ts';
import { everyCommand, toolIn } from '../../text/shell.ts';
import type { RecallHit, RecordHit } from '../recall.ts';
import type { Searcher } from '../search/searcher.ts';
import { fold } from '../text/tokenise.ts';
import { answerBehind, type Choice, givenText } from './choice.ts';

/** More than this is not read while a call waits. */
const MOST_ITEMS = 2;
const SEARCHED = 60;
/** What a call printed stands right behind it. */
const OUTCOME_BEHIND = 3;
const COMMAND_CHARS = 300;
const ANSWER_CHARS = 800;
/** What warns: how to do it rather than what it is. */
const WARNING_TYPES: ReadonlySet<LearningType> = new Set([
  'remediation',
  'CORRECTION',
  'behavior',
  'PREFERENCE',
  'timing',
]);
/** They say nothing by themselves: the next word does. */
const RUN_WORDS = new Set(['run', 'exec', 'x', 'dlx']);
const IS_WORD = /^[a-z][\w:.-]*$/i;
const PATH_FIELDS = ['file_path', 'notebook_path', 'path'];

export interface ToolQuestion extends Withholding {
  readonly tool: string;
  readonly input: unknown;
  readonly workspace: SpaceId | null;
  readonly sessionId: SessionId | null;
  readonly given: ReadonlySet<string>;
  readonly now: number;
}

/** Best first; mostly empty. */
export function chooseBeforeTool(
  question: ToolQuestion,
  searcher: Pick<Searcher, 'search'>,
  journal: Pick<RecordReader, 'at'>,
): readonly Choice[] {
  const names = namesIn(question.input);
  if (names.length === 0) return [];
  const { hits } = searcher.search({
    text: names.join(' '),
    limit: SEARCHED,
    kind: 'all',
    workspace: question.workspace,
    audience: 'agent',
    givesSensitive: question.givesSensitive ?? false,
    sensitiveRecords: question.sensitiveRecords ?? [],
    ...(question.hidden === undefined ? {} : { hidden: question.hidden }),
    now: question.now,
    patienceMs: 0,
  });
  const open = hits.filter((hit) => !isKnown(hit, question));
  const facts = open.flatMap((hit) => (hit.kind === 'fact' ? (warningOf(hit.learning, hit.score, names) ?? []) : []));
  const fixes = open.flatMap((hit) => (hit.kind === 'record' ? (failureOf(hit, names, journal, question) ?? []) : []));
  // The call and what it printed are both found, and lead to the same answer.
  const apart = fixes.filter(({ id }, at) => fixes.findIndex((other) => other.id === id) === at);
  return [...facts, ...apart].slice(0, MOST_ITEMS);
}

/** The program with its subcommand, for each part of a command line; or the file, whole and by its own name. */
export function namesIn(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null) return [];
  const fields: Readonly<Record<string, unknown>> = { ...input };
  const { command } = fields;
  if (typeof command === 'string') {
    const commands = everyCommand(command.slice(0, COMMAND_CHARS));
    return [...new Set(commands.flatMap(({ text }) => programIn(text) ?? []))];
  }
  const path = PATH_FIELDS.map((field) => fields[field]).find((value) => typeof value === 'string');
  if (path === undefined) return [];
  const base = path.replaceAll('\\', '/').split('/').at(-1) ?? '';
  return base.includes('.') ? [fold(base)] : [];
}

function programIn(command: string): string | undefined {
  const [program, ...rest] = toolIn(command).split(/\s+/);
  const sub = rest.find((word) => IS_WORD.test(word) && !RUN_WORDS.has(word));
  // A program without a subcommand is in too many places.
  if (program === undefined || sub === undefined || rest.indexOf(sub) > 1) return undefined;
  return fold(`${program.split('/').at(-1)} ${sub}`);
}

function warningOf(learning: Learning, score: number, names: readonly string[]): Choice | undefined {
  const name = WARNING_TYPES.has(learning.type) ? named(learning.content, names) : undefined;
  return name === undefined ? undefined : { kind: 'fact', learning, score, reason: `names \`${name}\`` };
}

/** It failed before: what came of it then, or at least what it printed. */
function failureOf(
  { record, snippet, score }: RecordHit,
  names: readonly string[],
  journal: Pick<RecordReader, 'at'>,
  withholding: Withholding,
): Extract<Choice, { kind: 'snippet' }> | undefined {
  if (record.type !== 'tool_use' && record.type !== 'error') return undefined;
  const called = record.type === 'tool_use' ? journal.at(record.seq)?.content : record.metadata.command;
  const name = named(typeof called === 'string' ? called : (record.path ?? ''), names);
  if (name === undefined || !hasFailed(record, journal)) return undefined;
  const behind = answerBehind(record, journal);
  const answer = behind !== undefined && isWithheld(behind, withholding) ? undefined : behind;
  if (answer === undefined && record.type !== 'error') return undefined;
  const { id, type, source, ts } = answer ?? record;
  const shown = answer?.content.slice(0, ANSWER_CHARS).toWellFormed() ?? snippet;
  const text = givenText(shown, answer ?? record, journal);
  if (text === '') return undefined;
  return { kind: 'snippet', id, type, source, ts, text, score, reason: `\`${name}\` failed before` };
}

function hasFailed({ type, seq, turnId }: RecordHit['record'], journal: Pick<RecordReader, 'at'>): boolean {
  if (type === 'error') return true;
  for (let next = seq + 1; next <= seq + OUTCOME_BEHIND; next += 1) {
    const behind = journal.at(next);
    if (behind?.turnId === turnId && (behind.type === 'error' || behind.type === 'tool_result'))
      return behind.type === 'error';
  }
  return false;
}

function named(text: string, names: readonly string[]): string | undefined {
  const folded = ` ${fold(text).replace(/[\s"'`()]+/g, ' ')} `;
  return names.find((name) => {
    const at = folded.indexOf(name);
    if (at < 0) return false;
    return !/[\w-]/.test(folded[at - 1] ?? ' ') && !/[\w-]/.test(folded[at + name.length] ?? ' ');
  });
}

function isKnown(hit: RecallHit, { given, sessionId }: ToolQuestion): boolean {
  const item = hit.kind === 'fact' ? hit.learning : hit.record;
  return given.has(item.id) || (sessionId !== null && item.sessionId === sessionId);
}
