/**
 * What a model and the rules answered about one batch (M-01), as one answer: each learning with its own evidence, and what
 * both say once. The model's wording stands where its evidence carries it, else that of the rules, which are the person's
 * words or what code has seen. Nothing here is trusted more for being said twice.
 */

import type { LearningType } from '../../memory/learning.ts';
import { coverage, relationOf, statementOf, termsOf } from '../../memory/similarity.ts';
import { mayBecome } from '../../memory/trust.ts';
import { areOtherLanguages } from '../../text/language.ts';
import type { AnsweredAction, AnsweredLearning, CuratorAnswer } from '../answer.ts';
import { parseAnswer } from '../grammar/parse-answer.ts';
import { RULES_MARK } from '../grammar/render-answer.ts';
import type { BatchEvidence, Evidence } from './evidence.ts';
import { isLowValue } from './low-value.ts';
import { FRAME } from './record-terms.ts';

export interface Answered<Item> {
  readonly answered: Item;
  readonly evidence: Evidence | undefined;
  /** Its place among all of its kind: the same answers always give the same ids. */
  readonly index: number;
  readonly isByRules: boolean;
}

/** Behind all that a model may answer. */
const RULES_FROM = 1_000;
/** Of the shorter one's words, what the longer must have to be the same in other words. */
const ONE_SAYING = 0.75;
const NOTHING: CuratorAnswer = { learnings: [], actions: [], done: [], files: [], edits: [], refusedFiles: [] };

export interface BothAnswers {
  /** Who was asked: a model, or the rules alone. Of each file the last version that was given. */
  readonly asked: CuratorAnswer;
  /** What the rules answered beside a model. */
  readonly rules: CuratorAnswer;
}

export function bothAnswers(texts: readonly string[]): BothAnswers {
  const [rules] = texts.filter((text) => text.startsWith(RULES_MARK));
  const [first, ...rest] = texts.filter((text) => text !== rules).map((text) => parseAnswer(text));
  const files = new Map([first, ...rest].flatMap((answer) => answer?.files ?? []).map((file) => [file.name, file]));
  return {
    asked: { ...(first ?? NOTHING), files: [...files.values()] },
    rules: rules === undefined ? NOTHING : parseAnswer(rules.slice(RULES_MARK.length)),
  };
}

/** In the order they are settled: the model's, then those of the rules. */
export async function learningsTogether(
  { asked, rules }: BothAnswers,
  batch: BatchEvidence,
): Promise<readonly Answered<AnsweredLearning>[]> {
  const typeOf = ({ type }: AnsweredLearning) => type;
  return together(await found(asked.learnings, typeOf, batch), await found(rules.learnings, typeOf, batch, RULES_FROM));
}

export async function actionsTogether(
  { asked, rules }: BothAnswers,
  batch: BatchEvidence,
): Promise<readonly Answered<AnsweredAction>[]> {
  const typeOf = () => 'ACTION' as const;
  return together(await found(asked.actions, typeOf, batch), await found(rules.actions, typeOf, batch, 2 * RULES_FROM));
}

type Item = Pick<AnsweredLearning, 'content' | 'turns'> & Partial<AnsweredLearning>;

async function found<Kind extends Item>(
  items: readonly Kind[],
  typeOf: (item: Kind) => LearningType,
  batch: BatchEvidence,
  from = 0,
): Promise<readonly Answered<Kind>[]> {
  const answers: Answered<Kind>[] = [];
  for (const [at, answered] of items.entries()) {
    const evidence = await batch.of(answered.content, answered.turns, typeOf(answered));
    answers.push({ answered, evidence, index: from + at, isByRules: from > 0 });
  }
  return answers;
}

function together<Kind extends Item>(
  model: readonly Answered<Kind>[],
  rules: readonly Answered<Kind>[],
): readonly Answered<Kind>[] {
  const gone = new Set<Answered<Kind>>();
  for (const rule of rules) {
    const same = model.filter((each) => !gone.has(each) && isOneSaying(each, rule, { model, rules }));
    if (same.some(isCarried)) gone.add(rule);
    else for (const each of same) gone.add(each);
  }
  return [...model, ...rules].filter((each) => !gone.has(each));
}

function isCarried({ answered, evidence }: Answered<Item>): boolean {
  if (evidence === undefined || evidence.waits !== undefined || evidence.isTurned) return false;
  return mayBecome(evidence.trust, answered.type ?? 'ACTION') && !isLowValue(contentOf({ answered, evidence }));
}

export function contentOf({ answered, evidence }: Pick<Answered<Item>, 'answered' | 'evidence'>): string {
  return evidence?.content ?? answered.content;
}

interface Both {
  readonly model: readonly Answered<Item>[];
  readonly rules: readonly Answered<Item>[];
}

function isOneSaying(model: Answered<Item>, rule: Answered<Item>, both: Both): boolean {
  const [a, b] = [model.answered, rule.answered];
  if (a.turns.length > 0 && !b.turns.some((turn) => a.turns.includes(turn))) return false;
  const [one, other] = [contentOf(model), contentOf(rule)];
  if (a.type === 'TOOL_INSTALL' || b.type === 'TOOL_INSTALL')
    return a.type === b.type && [...termsOf(b.subject ?? other)].every((term) => termsOf(one).has(term));
  if (areOtherLanguages(one, other)) return isOneAcross(model, rule, both);
  const [first, second] = [statementOf(one), statementOf(other)];
  if (relationOf(first, second) === 'same') return true;
  if (first.negated !== second.negated) return false;
  const said = [one, other].map((content) => new Set([...termsOf(content)].filter((term) => !FRAME.has(term))));
  const [small, large] = said.sort((x, y) => x.size - y.size);
  return small !== undefined && large !== undefined && coverage(small, large) >= ONE_SAYING;
}

/** Names and numbers are the same in every language; without any, each is all that its side has of the turn. */
function isOneAcross(model: Answered<Item>, rule: Answered<Item>, both: Both): boolean {
  const shared = [...termsOf(contentOf(model))].filter((term) => termsOf(contentOf(rule)).has(term));
  if (shared.length > 0) return true;
  const isOnly = (side: readonly Answered<Item>[]) =>
    side.filter(({ answered }) => answered.turns.some((turn) => rule.answered.turns.includes(turn))).length === 1;
  return isOnly(both.model) && isOnly(both.rules);
}
