/**
 * The curator without a model (B-055): the same turns give the same answer, with no network, no clock and no state. It
 * takes what a person plainly said and what code saw of calls; it says nothing where a reader could doubt that it was
 * meant to last. Memory files are left to code, so the answer rewrites none.
 */

import { saysTheSame } from '../../memory/similarity.ts';
import type { AnsweredAction, AnsweredLearning, CuratorAnswer } from '../answer.ts';
import type { CuratorInput } from '../curator.ts';
import { readInSteps, type Statement } from '../reader/read-message.ts';
import { callsIn, shellCallsIn } from './calls.ts';
import { ChangesOfMind } from './change-of-mind.ts';
import { commandsThatWork } from './commands.ts';
import { correctionIn } from './corrections.ts';
import { checksLeftFailing } from './failing.ts';
import { fixesIn } from './fixes.ts';
import { installsIn } from './installs.ts';
import { ENGLISH } from './languages/english.ts';
import type { Language } from './languages/language.ts';
import { Places } from './places.ts';
import { actionOf, learningOf } from './read-statements.ts';
import { SaidAgain } from './said-again.ts';
import { statementIn } from './statements.ts';
import { taskIn } from './tasks.ts';
import { todosIn } from './todos.ts';
import { type Said, saidIn } from './user-messages.ts';

/** What hears a person: the rules of a language, the reader, or both. */
export type Hearing = 'rules' | 'reader' | 'both';

export function curateByRules(input: CuratorInput, hearing: Hearing = 'both'): CuratorAnswer {
  const steps = curateInSteps(input, hearing);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same with a pause after every few milliseconds of work, for whoever has others to serve. */
export function* curateInSteps(input: CuratorInput, hearing: Hearing = 'both'): Generator<undefined, CuratorAnswer> {
  const language = ENGLISH;
  const calls = callsIn(input.turns);
  yield;
  const told: Heard[] = [];
  const changed = new ChangesOfMind(input.near ?? input.recent);
  const again = new SaidAgain(input.earlier ?? []);
  for (const said of saidIn(input.turns, language)) {
    yield;
    const changes = (sentence: string) => changed.by(sentence) !== undefined;
    const sure = hearing === 'rules' ? [] : yield* readInSteps(said.typed, { before: said.answer, changes });
    const read = hearing === 'rules' ? [] : [...sure, ...(yield* again.in(said, sure))];
    told.push(heard(hearing === 'reader' ? { ...said, sentences: [] } : said, read, changed, language));
  }
  yield;
  const observed: AnsweredLearning[] = [];
  const shell = shellCallsIn(calls);
  yield;
  for (const rule of [
    () => installsIn(shell),
    () => commandsThatWork(shell, input),
    () => checksLeftFailing(calls, input),
    () => fixesIn(calls),
  ]) {
    observed.push(...rule());
    yield;
  }
  const todos = todosIn(calls, input.actions);
  yield;
  return {
    learnings: merged([
      ...told.flatMap(({ learnings }) => learnings),
      // Said again by a person counts; seen again by code is no news.
      ...observed.filter(({ content, replaces }) => replaces !== null || !isKnown(content, input)),
    ]),
    actions: mergedActions([...told.flatMap(({ actions }) => actions), ...todos.actions]),
    done: todos.done,
    files: [],
    edits: [],
    refusedFiles: [],
  };
}

interface Heard {
  readonly learnings: readonly AnsweredLearning[];
  readonly actions: readonly AnsweredAction[];
}

/**
 * What the rules of a language find, and what the reader finds elsewhere in the message. A sentence says one thing: a task,
 * a correction or a statement.
 */
function heard(
  { turn, sentences, typed, before, asked }: Said,
  read: readonly Statement[],
  changed: ChangesOfMind,
  language: Language,
): Heard {
  const learnings: AnsweredLearning[] = [];
  const actions: AnsweredAction[] = [];
  const places = new Places(typed);
  for (const [at, sentence] of sentences.entries()) {
    const task = taskIn(sentence, language);
    const around = { previous: sentences[at - 1], next: sentences[at + 1] };
    const correction = task === null ? correctionIn(sentence, around, { before, asked }, language) : null;
    const found = correction ?? (task === null ? statementIn(sentence, around, language) : null);
    if (task !== null) actions.push({ ...task, turns: [turn] });
    if (task !== null || found !== null) places.take(sentence.text);
    if (found === null) continue;
    const { type, content, scope, subject, tags } = found;
    learnings.push(changing({ type, content, turns: [turn], scope, subject, tags }, sentence.text, changed));
  }
  for (const statement of read) {
    if (places.isTaken(statement)) continue;
    const [learning, action] = [learningOf(statement), actionOf(statement)];
    if (learning !== null) learnings.push(changing({ ...learning, turns: [turn] }, statement.quote, changed));
    if (action !== null) actions.push({ ...action, turns: [turn] });
  }
  return { learnings, actions };
}

/** With what its words replace. Whatever is put in the place of a wish is one. */
function changing(
  learning: Omit<AnsweredLearning, 'replaces'>,
  words: string,
  changed: ChangesOfMind,
): AnsweredLearning {
  const old = changed.by(words);
  const isWish = old?.type === 'PREFERENCE' && learning.type === 'FACT';
  return { ...learning, type: isWish ? 'PREFERENCE' : learning.type, replaces: old?.id ?? null };
}

function isKnown(content: string, { files, recent }: CuratorInput): boolean {
  const code = [...content.matchAll(/`([^`]+)`/g)].map(([, inside]) => inside ?? '');
  return (
    recent.some((learning) => learning.validTo === null && saysTheSame(learning.content, content)) ||
    (code.length > 0 && files.some((file) => code.every((inside) => file.content.includes(`\`${inside}\``))))
  );
}

function merged(learnings: readonly AnsweredLearning[]): readonly AnsweredLearning[] {
  const found = new Map<string, AnsweredLearning>();
  for (const learning of learnings) {
    const key = `${learning.type} ${learning.content.toLowerCase()}`;
    const known = found.get(key);
    const turns = [...new Set([...(known?.turns ?? []), ...learning.turns])];
    found.set(key, { ...(known ?? learning), turns });
  }
  return [...found.values()];
}

function mergedActions(actions: readonly AnsweredAction[]): readonly AnsweredAction[] {
  const found = new Map<string, AnsweredAction>();
  for (const action of actions) {
    const key = action.content.toLowerCase();
    if (!found.has(key)) found.set(key, action);
  }
  return [...found.values()];
}
