/**
 * Which of what is known a new learning is held against, and how they stand to each other: said again, replaced, or neither
 * (memory/replacement tells). What was learned is one pool, whatever its kinds; an operational memory meets only those of its
 * own category about the same service (C-032: none matches none), whatever the words say, and only in its own scope.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CurationSettings } from '../../memory/act.ts';
import { isOperational, LEARNED_TYPES, type Learning, type LearningType } from '../../memory/learning.ts';
import { type Replaced, replacedAmong } from '../../memory/replacement/replaced-among.ts';
import { coverage, isAkin, relationOf, type Statement, statementOf, termsOf } from '../../memory/similarity.ts';
import { tierOf } from '../../memory/trust.ts';
import { isOfOneProject } from '../reader/statement-scope.ts';
import type { Draft } from './unit-of-work.ts';

export interface Rival {
  readonly learning: Learning;
  readonly isSame: boolean;
}

/** What a new learning replaces, surely or perhaps; what stays of it. */
export interface ReplacedLearning extends Pick<Replaced, 'sure' | 'likely' | 'stays'> {
  readonly learning: Learning;
  /** Others that say what it says, in other words. */
  readonly also: readonly Learning[];
}

export type Matching = Pick<CurationSettings, 'match'>;
/** Known learnings a new one is compared with, the likeliest first. */
const RIVALS = 40;
/** Of one kind, in one space. */
const SLOTS = 200;
/** Likelier than not with one known statement: beside many that would be asked about. */
const LIKELY_ALONE = 0.5;
/** Of a statement's words, what another has that says it again. */
const SAID_WITH_MORE = 0.75;
const ADDING_UP: ReadonlySet<LearningType> = new Set<LearningType>(['PATTERN', 'TOOL_INSTALL']);

type Kind = Pick<Learning, 'type' | 'subject'>;

export function typesBeside(type: LearningType): readonly LearningType[] {
  return isOperational(type) ? [type] : LEARNED_TYPES;
}

export function isComparable(a: Kind, b: Kind): boolean {
  if (!isOperational(a.type) || !isOperational(b.type)) return isOperational(a.type) === isOperational(b.type);
  return a.type === b.type && a.subject === b.subject;
}

/** The service is part of what an operational memory says: `takes 60 s` alone would be about nothing. */
function statementIn({ type, subject, content }: Kind & Pick<Learning, 'content'>): Statement {
  return statementOf(isOperational(type) && subject !== null ? `service ${content}` : content);
}

/** Of its own space and of the user scope; what this very act has changed counts as changed. */
export async function rivalsOf(draft: Draft, fresh: Learning, { match }: Matching): Promise<readonly Rival[]> {
  const { content, workspace, type } = fresh;
  const act = draft.act.workspace;
  const near = await draft.near(content, workspace ?? act, RIVALS);
  const known = new Map(near.map((learning) => [learning.id, learning]));
  if (match === 'slot') {
    const kind = await draft.knowledge.learnings({ workspace: workspace ?? act, types: [type], limit: SLOTS });
    for (const learning of kind)
      if (draft.sees(learning) && sameSlot(learning, fresh)) known.set(learning.id, learning);
  }
  for (const learning of draft.touched) known.set(learning.id, learning);
  const statement = statementIn(fresh);
  return [...known.values()]
    .filter((learning) => learning.validTo === null && isComparable(learning, fresh))
    .map((learning) => ({ learning, isSame: relationOf(statementIn(learning), statement) === 'same' }));
}

export function isRepetition({ learning: old, isSame }: Rival, learning: Learning, { match }: Matching): boolean {
  // What holds everywhere holds here, but for what each place observes by itself.
  const isWider = old.scope.kind === 'user' && !isOperational(learning.type);
  if (!isWider && !sameScope(old, learning)) return false;
  return isSame || (match === 'slot' && sameSlot(old, learning) && learning.type !== 'CORRECTION');
}

/** The one that a learning replaces. What a person sets right is sure with fewer words in common. */
export function replacedBy(learning: Learning, rivals: readonly Rival[]): ReplacedLearning | undefined {
  const others = rivals.filter(({ learning: old, isSame }) => !isSame && mayMeet(old, learning));
  const found = replacementAmong(
    others.map((rival) => rival.learning),
    learning,
  );
  return found && { ...found, sure: found.sure || isSetRight(found.learning, learning) };
}

/**
 * Whether the words tell that one replaces the other, though perhaps not surely, or says it again with more to it. As strict as
 * among many: whoever named it could have named any.
 */
export function isToldByWords(old: Learning, next: Learning): boolean {
  if (areOnSubject(old, next) || (replacementAmong([old], next)?.likely ?? 0) >= LIKELY_ALONE) return true;
  return coverage(termsOf(old.content), termsOf(next.content)) >= SAID_WITH_MORE;
}

function replacementAmong(known: readonly Learning[], next: Learning): ReplacedLearning | undefined {
  const isOfSubject = (at: number) => known[at] !== undefined && areOnSubject(known[at], next);
  const found = replacedAmong(
    known.map(({ content }) => content),
    next.content,
    isOfSubject,
  );
  const learning = found && known[found.at];
  return learning && { ...found, learning, also: found.also.flatMap((at) => known[at] ?? []) };
}

/** Others that say what the replaced one says: they are as old. */
export function echoesOf(old: Learning, learning: Learning, rivals: readonly Rival[]): readonly Learning[] {
  const statement = statementIn(old);
  return rivals
    .map((rival) => rival.learning)
    .filter((one) => one.id !== old.id && one.id !== learning.id && mayMeet(one, learning))
    .filter((one) => relationOf(statementIn(one), statement) === 'same');
}

function isSetRight(old: Learning, learning: Learning): boolean {
  return learning.type === 'CORRECTION' && isAkin(statementIn(old), statementIn(learning));
}

/**
 * Who says two things in one breath means both; a task is closed as such; several commands may all work, unless the person
 * says otherwise. What an app keeps to itself stays apart.
 */
function mayMeet(old: Learning, learning: Learning): boolean {
  if (sameTurn(old, learning) || old.type === 'ACTION' || learning.type === 'ACTION') return false;
  if (isExceptionHere(old, learning)) return false;
  if (tierOf(learning.trust) !== 'user' && [old, learning].some(({ type }) => ADDING_UP.has(type))) return false;
  const isPersons = tierOf(learning.trust) === 'user' && old.scope.kind !== 'app' && learning.scope.kind !== 'app';
  return sameScope(old, learning) || (isPersons && !isOperational(learning.type));
}

/** What is said of this project leaves what holds everywhere as it is. */
export function isExceptionHere(old: Learning, learning: Learning): boolean {
  return old.scope.kind === 'user' && learning.scope.kind === 'space' && isOfOneProject(learning.content);
}

export function isWish({ type }: Learning): boolean {
  return type === 'PREFERENCE' || type === 'CORRECTION';
}

function sameTurn(a: Learning, b: Learning): boolean {
  return a.turnId !== null && a.turnId === b.turnId;
}

export function sameSubject(a: Learning, b: Learning): boolean {
  return a.subject !== null && a.subject === b.subject;
}

/** What a lesson is about is the curator's word: it counts where both statements name it. A service is part of its memory. */
function areOnSubject(a: Learning, b: Learning): boolean {
  if (!sameSubject(a, b) || isOperational(a.type)) return sameSubject(a, b);
  const subject = termsOf(a.subject ?? '');
  return subject.size > 0 && [a, b].every(({ content }) => coverage(subject, termsOf(content)) === 1);
}

export function sameScope(a: Learning, b: Learning): boolean {
  return a.workspace === b.workspace && isDeepStrictEqual(a.scope, b.scope);
}

function sameSlot(a: Learning, b: Learning): boolean {
  return a.type === b.type && (sameSubject(a, b) || isOperational(a.type));
}
