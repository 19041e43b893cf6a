/**
 * Which of what is known a new learning is held against, and how they stand to each other. What was learned is one pool; an
 * operational memory meets only those of its own category about the same service (C-032: none matches none), whatever the
 * words say, and only in its own scope.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CurationSettings } from '../../memory/act.ts';
import {
  isOperational,
  LEARNED_TYPES,
  type Learning,
  type LearningType,
  OPERATIONAL_CATEGORIES,
} from '../../memory/learning.ts';
import { likeness, relationOf, type Statement, statementOf } from '../../memory/likeness.ts';
import type { Draft } from './draft.ts';

export interface Rival {
  readonly learning: Learning;
  readonly statement: Statement;
  readonly alike: number;
}

export type Matching = Pick<CurationSettings, 'match'>;
/** Known learnings a new one is compared with, the likeliest first. */
const RIVALS = 30;
/** Of one kind, in one space. */
const SLOTS = 200;
/** Words that two statements have alike before another value means the old one is over, when nothing names the subject. */
const SLOT_WORDS = 3;
/** Types that say how something is, so that another value means the old one is over; several commands may all work. */
const SINGULAR: ReadonlySet<LearningType> = new Set<LearningType>([
  'FACT',
  'PREFERENCE',
  'CORRECTION',
  ...OPERATIONAL_CATEGORIES,
]);

type Kind = Pick<Learning, 'type' | 'subject'>;

export function typesBeside(type: LearningType): readonly LearningType[] {
  return isOperational(type) ? [type] : LEARNED_TYPES;
}

export function isComparable(a: Kind, b: Kind): boolean {
  if (!isOperational(a.type) || !isOperational(b.type)) return isOperational(a.type) === isOperational(b.type);
  return a.type === b.type && a.subject === b.subject;
}

/** The service is part of what an operational memory says: `takes 60 s` alone would be about nothing. */
export function statementIn({ type, subject, content }: Kind & Pick<Learning, 'content'>): Statement {
  return statementOf(isOperational(type) && subject !== null ? `service ${content}` : content);
}

/** Of its own space and of the user scope; what this very act has changed counts as changed. */
export async function rivalsOf(draft: Draft, fresh: Learning, { match }: Matching): Promise<readonly Rival[]> {
  const { content, workspace, type } = fresh;
  const act = draft.act.workspace;
  const types = typesBeside(type);
  const hits = await draft.searchLearnings({ text: content, workspace: workspace ?? act, types, limit: RIVALS });
  const known = new Map(hits.map(({ learning }) => [learning.id, learning]));
  if (match === 'slot') {
    const kind = await draft.knowledge.learnings({ workspace: workspace ?? act, types: [type], limit: SLOTS });
    for (const learning of kind)
      if (draft.sees(learning) && sameSlot(learning, fresh)) known.set(learning.id, learning);
  }
  for (const learning of draft.touched) known.set(learning.id, learning);
  const statement = statementIn(fresh);
  return [...known.values()]
    .filter((learning) => learning.validTo === null && isComparable(learning, fresh))
    .map((learning) => rivalOf(learning, statement));
}

function rivalOf(learning: Learning, statement: Statement): Rival {
  const other = statementIn(learning);
  return { learning, statement: other, alike: likeness(other, statement) };
}

export function isRepetition(rival: Rival, learning: Learning, statement: Statement, { match }: Matching): boolean {
  // What holds everywhere holds here, but for what each place observes by itself.
  const isWider = rival.learning.scope.kind === 'user' && !isOperational(learning.type);
  if (!isWider && !sameScope(rival.learning, learning)) return false;
  if (relationOf(rival.statement, statement) === 'same') return true;
  return match === 'slot' && sameSlot(rival.learning, learning) && learning.type !== 'CORRECTION';
}

export function isOutdated(rival: Rival, learning: Learning, statement: Statement): boolean {
  return (
    SINGULAR.has(learning.type) &&
    SINGULAR.has(rival.learning.type) &&
    (isWish(learning) || !isWish(rival.learning)) &&
    sameScope(rival.learning, learning) &&
    // Who says two things in one breath means both.
    !sameTurn(rival.learning, learning) &&
    relationOf(rival.statement, statement) === 'changed' &&
    (isSameThing(rival, learning, statement) || isOneSlot(rival.statement, statement))
  );
}

/** Several ways to repair one service may all work. */
function isSameThing(old: Rival, next: Learning, statement: Statement): boolean {
  const mayAddUp = isOperational(next.type) && (hasCommand(old.statement) || hasCommand(statement));
  return sameSubject(old.learning, next) && !mayAddUp;
}

/** Enough words to tell that there is one such thing, and no commands: those add up. */
function isOneSlot(a: Statement, b: Statement): boolean {
  const isTelling = Math.min(a.words.size, b.words.size) >= SLOT_WORDS;
  return a.negated !== b.negated || (isTelling && !hasCommand(a) && !hasCommand(b));
}

function hasCommand({ values }: Statement): boolean {
  return [...values].some((value) => /\s/.test(value));
}

export function isWish({ type }: Learning): boolean {
  return type === 'PREFERENCE' || type === 'CORRECTION';
}

export function sameTurn(a: Learning, b: Learning): boolean {
  return a.turnId !== null && a.turnId === b.turnId;
}

export function sameSubject(a: Learning, b: Learning): boolean {
  return a.subject !== null && a.subject === b.subject;
}

export function sameScope(a: Learning, b: Learning): boolean {
  return a.workspace === b.workspace && isDeepStrictEqual(a.scope, b.scope);
}

function sameSlot(a: Learning, b: Learning): boolean {
  return a.type === b.type && (sameSubject(a, b) || isOperational(a.type));
}
