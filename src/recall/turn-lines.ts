/**
 * Where earlier work stood, in two readable lines a turn: what was asked, and what came of it, with the files that were
 * changed and what failed at the end. Whole sentences, as they were said, without what others had put into them
 * (`own-words.ts`): of a long brief what tells it apart from the others, and its end, where people write what matters to
 * them; of an answer how it begins and how it ends. What was printed, what the same turn mended, and thanks are left out.
 */
import { isAbsolute, relative } from 'node:path';
import type { TurnId } from '../memory/ids.ts';
import { withoutMarkers } from '../memory/marker.ts';
import { quotedName } from '../memory/quoted-name.ts';
import type { ToolCallSummary, Turn } from '../memory/turn.ts';
import { Breather } from '../platform/breathe.ts';
import type { Clock } from '../platform/clock.ts';
import { type Sentence, sentencesOf } from '../text/sentences.ts';
import { toolIn } from '../text/shell.ts';
import { readableString } from './block.ts';
import { ownWords, prepareOwnWords } from './strip-retold.ts';
import { isThanks } from './thanks.ts';

/** Of what was asked: how it begins, and with its end. */
const OPENING_CHARS = 240;
const ASKED_CHARS = 480;
/** Where requests of one kind are alike, and how much of the words that takes. */
const OPENING_SENTENCES = 5;
const ALIKE = 0.6;
const ANSWERED_CHARS = 400;
const SENTENCE_CHARS = 300;
const PATH_CHARS = 80;
const MOST_PATHS = 4;
const COMMAND_CHARS = 120;
/** `npm run e2e` is what was run, with whatever flags. */
const CALL_WORDS = 3;
/** What is looked at of a turn's text: a prompt may have many megabytes. */
const LOOKED_AT_CHARS = 20_000;
/** Of an answer its end, and of an output its beginning. */
const READ_CHARS = 4_000;
/** Turns of one session that are told beside other sessions. */
const TURNS_OF_SESSION = 2;

/** A turn that the person began: what an import or a tool began is none. */
export interface OwnTurn extends Turn {
  /** Of its prompts, what they wrote themselves and what they only showed. */
  readonly typed: string;
  readonly pasted: string;
  /** What an app was asked, which is no person's words: told to that app alone. */
  readonly ofApp?: string;
  /** What the agent said last, when it is known apart from what it said between tool calls. */
  readonly lastAnswer?: string;
}

/** The turns of one block. */
interface Turns {
  readonly stood: readonly OwnTurn[];
  readonly uncurated: readonly OwnTurn[];
  /** The project's folder: files in it are told by where they are in it. */
  readonly root?: string | undefined;
  /** Others that are known, told or not: what failed in one turn may have been mended in another. */
  readonly known?: readonly OwnTurn[];
}

interface TurnLine {
  readonly text: string;
  readonly item: TurnId;
}

export type ToldTurns = ReadonlyMap<TurnId, readonly TurnLine[]>;

/**
 * The newest turns that say where work stood, newest first: of one session among others the last two, and no thanks, unless
 * nothing else was said in it.
 */
export function standing(turns: readonly OwnTurn[], most: number, isOneSession: boolean): readonly OwnTurn[] {
  const perSession = isOneSession ? most : TURNS_OF_SESSION;
  // A session that was compacted has nothing else to go on with than what was said in it.
  const hasMore = new Set(turns.filter((turn) => !isThanksTurn(turn)).map(({ sessionId }) => sessionId));
  const telling = isOneSession ? turns : turns.filter((turn) => !isThanksTurn(turn) || !hasMore.has(turn.sessionId));
  const isLate = (turn: OwnTurn, at: number) =>
    telling.slice(0, at).filter(({ sessionId }) => sessionId === turn.sessionId).length >= perSession;
  return telling.filter((turn, at) => !isLate(turn, at)).slice(0, most);
}

/** Looking through them is most of the work of a block: done before it, others get their turn in between. */
export async function tellTurns(turns: Turns, clock: Pick<Clock, 'elapsed'>): Promise<ToldTurns> {
  await prepareOwnWords();
  const breather = new Breather(clock);
  const steps = telling(turns);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await breather.breathe();
  }
}

/** The same at once. */
export function toldTurns(turns: Turns): ToldTurns {
  const steps = telling(turns);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function* telling(turns: Turns): Generator<undefined, ToldTurns> {
  const all = [...new Map([...turns.stood, ...turns.uncurated].map((turn) => [turn.id, turn])).values()];
  const known = new Map([...all, ...(turns.known ?? [])].map((turn) => [turn.id, turn]));
  const printed = printedIn(all);
  const asked = new Map<TurnId, readonly Sentence[]>();
  for (const turn of all) {
    asked.set(turn.id, askedIn(turn, printed));
    yield;
  }
  const others = new Openings(asked);
  const told = new Map<TurnId, readonly TurnLine[]>();
  const said = new Set<string>();
  for (const turn of all) {
    told.set(
      turn.id,
      turnLines(
        turn,
        requestOf(asked.get(turn.id) ?? [], (sentence) => others.share(turn.id, sentence), said),
        printed,
        { root: turns.root, later: [...known.values()].filter((other) => other.timestamp > turn.timestamp) },
      ),
    );
    yield;
  }
  return told;
}

/** How the requests of a block begin: briefs of one kind begin alike, word for word or nearly so. */
class Openings {
  readonly #words = new Map<TurnId, readonly ReadonlySet<string>[]>();

  constructor(asked: ReadonlyMap<TurnId, readonly Sentence[]>) {
    for (const [id, sentences] of asked) this.#words.set(id, sentences.slice(0, OPENING_SENTENCES).map(wordsOf));
  }

  share(id: TurnId, sentence: Sentence): boolean {
    const words = wordsOf(sentence);
    const isAlike = (other: ReadonlySet<string>) =>
      [...words].filter((word) => other.has(word)).length >= ALIKE * Math.max(words.size, other.size);
    return [...this.#words].some(([turn, openings]) => turn !== id && openings.some(isAlike));
  }
}

/** What tools put out and people pasted, as one list. */
function printedIn(turns: readonly OwnTurn[]): () => readonly string[] {
  let all: readonly string[] | undefined;
  return () => {
    all ??= turns.flatMap(({ toolCalls, pasted }) => [
      ...toolCalls.map(({ output }) => output),
      ...(pasted === '' ? [] : [pasted.slice(0, READ_CHARS)]),
    ]);
    return all;
  };
}

function turnLines(
  turn: OwnTurn,
  request: string,
  printed: () => readonly string[],
  { root, later }: { readonly root: string | undefined; readonly later: readonly OwnTurn[] },
): readonly TurnLine[] {
  const { id, agentResponse, lastAnswer = agentResponse } = turn;
  const at = new Date(turn.timestamp).toISOString().slice(0, 16).replace('T', ' ');
  const answered = withoutMarkers(lastAnswer).slice(-READ_CHARS);
  const outcome = outcomeOf(sentencesOf(ownWords(answered, 'assistant', printed)));
  const came = [
    ...(outcome === '' || isThanksTurn(turn) ? [] : [`answered: ${readableString(outcome)}`]),
    ...filesOf(turn, root),
    ...failingIn(turn, later, root),
  ];
  const lines = [
    ...(request === '' ? [] : [`asked: ${readableString(request)}`]),
    ...(came.length === 0 ? [] : [came.join('; ')]),
  ];
  return lines.map((text, index) => ({ text: `- ${index === 0 ? `${at} UTC, ` : ''}${text}`, item: id }));
}

/** What somebody only showed is not what they asked, unless they said nothing else. */
function askedIn({ typed, pasted, ofApp = '' }: OwnTurn, printed: () => readonly string[]): readonly Sentence[] {
  const [others, source] = ofApp === '' ? ([pasted, 'pasted'] as const) : ([ofApp, 'assistant'] as const);
  const asked = typed === '' ? ownWords(others.slice(0, LOOKED_AT_CHARS), source, printed) : typed;
  return sentencesOf(asked.slice(0, LOOKED_AT_CHARS)).filter(({ kind }) => kind !== 'heading');
}

/**
 * Sentences from the beginning and from the end. What stands in the briefs of other turns, too, says little of this one, and
 * is told once.
 */
function requestOf(all: readonly Sentence[], isShared: (sentence: Sentence) => boolean, said: Set<string>): string {
  // Said twice is said once.
  const sentences = [...new Map(all.map((sentence) => [keyOf(sentence), sentence])).values()];
  const isNew = (sentence: Sentence) => !said.has(keyOf(sentence));
  const own = sentences.findIndex((sentence, at) => at >= OPENING_SENTENCES || !isShared(sentence));
  const opening = taken(sentences.slice(Math.max(0, own)).filter(isNew), OPENING_CHARS);
  const kept = new Set(opening);
  const behind = sentences.slice(sentences.findLastIndex((sentence) => kept.has(sentence)) + 1);
  const closing = taken(behind.filter(isNew).toReversed(), ASKED_CHARS - lengthOf(opening));
  for (const sentence of closing) kept.add(sentence);
  for (const sentence of kept) said.add(keyOf(sentence));
  return joined(sentences, kept);
}

/** How it ends, which is what is left, and how it begins, where there is room. A question at the end is for who was there. */
function outcomeOf(sentences: readonly Sentence[]): string {
  const telling = sentences.filter(
    ({ kind, text }, at) => (kind !== 'heading' || at === 0) && !/[?？]$/u.test(text) && !/^`[^`]*`$/.test(text),
  );
  const [first, second] = telling;
  if (first === undefined) return '';
  // "Fixed both bugs:" says too little without what follows.
  const opening = [first, ...(second !== undefined && /[:：]$/u.test(first.text) ? [second] : [])];
  const last = telling.at(-1) ?? first;
  const whole = new Set([...opening, last]);
  return joined(telling, lengthOf([...whole]) <= ANSWERED_CHARS ? whole : new Set([last]));
}

/** The first ones, at least one of them. */
function taken(sentences: readonly Sentence[], most: number): readonly Sentence[] {
  let left = most;
  const end = sentences.findIndex((sentence, at) => {
    left -= lengthOf([sentence]);
    return left < 0 && at > 0;
  });
  return end < 0 ? sentences : sentences.slice(0, end);
}

function lengthOf(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { text }) => sum + Math.min(text.length, SENTENCE_CHARS) + 1, 0);
}

/** In their order; an ellipsis stands where something was left out, and at the end of a sentence that is longer than a line. */
function joined(sentences: readonly Sentence[], kept: ReadonlySet<Sentence>): string {
  let told = '';
  let previous: number | undefined;
  for (const [at, sentence] of sentences.entries()) {
    if (!kept.has(sentence)) continue;
    const text = plain(sentence.text);
    const cut = text.length <= SENTENCE_CHARS ? text : `${text.slice(0, SENTENCE_CHARS).toWellFormed()}…`;
    told += `${previous === undefined ? '' : previous === at - 1 ? ' ' : ' … '}${cut}`;
    previous = at;
  }
  return told;
}

/** A link is told by its name. */
function plain(text: string): string {
  return text.replace(/\[([^\]\n]{1,200})\]\([^()\s]{1,500}\)/g, '$1');
}

function keyOf({ text }: Sentence): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
}

function wordsOf(sentence: Sentence): ReadonlySet<string> {
  return new Set(keyOf(sentence).trim().split(' '));
}

function filesOf({ toolCalls }: OwnTurn, root: string | undefined): readonly string[] {
  const changed = toolCalls.filter((call) => call.outcome === 'ok' && isChange(call));
  const paths = new Set(changed.flatMap(({ path }) => (path === undefined ? [] : pathIn(root, path))));
  if (paths.size === 0) return [];
  const names = [...paths].slice(0, MOST_PATHS).map((path) => quotedName(path, PATH_CHARS));
  return [`files changed: ${names.join(', ')}${paths.size > MOST_PATHS ? ` and ${paths.size - MOST_PATHS} more` : ''}`];
}

/** The last call says how it ended; what failed before it and was done again, also in a later turn, was mended. */
function failingIn({ toolCalls }: OwnTurn, later: readonly OwnTurn[], root: string | undefined): readonly string[] {
  const last = toolCalls.findLast(({ outcome }) => outcome === 'ok' || outcome === 'error');
  if (last?.outcome !== 'error') return [];
  const isMended = (call: ToolCallSummary) => call.outcome === 'ok' && callKey(call) === callKey(last);
  if (later.some((turn) => turn.toolCalls.some(isMended))) return [];
  const what = last.path === undefined ? last.input.slice(0, COMMAND_CHARS) : pathIn(root, last.path);
  return [`failing at the end: ${last.tool} ${quotedName(what, COMMAND_CHARS)}`];
}

/** The same file, or the same program with its first words, whatever else it is given. */
function callKey({ tool, input, path }: ToolCallSummary): string {
  return path === undefined
    ? `${tool} ${toolIn(input).split(/\s+/).slice(0, CALL_WORDS).join(' ')}`
    : `${tool} ${path}`;
}

function pathIn(root: string | undefined, path: string): string {
  if (root === undefined || !isAbsolute(path)) return path;
  const inside = relative(root, path);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}

function isChange({ tool }: ToolCallSummary): boolean {
  return tool === 'Edit' || tool === 'Write' || tool === 'MultiEdit' || tool === 'NotebookEdit';
}

function isThanksTurn({ userMessage, toolCalls, agentResponse }: OwnTurn): boolean {
  return toolCalls.length === 0 && isThanks(userMessage, agentResponse);
}
