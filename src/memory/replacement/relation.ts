/**
 * How a new statement of a person stands to an old one: whether it replaces it, or a part of it. Subject and value of both are
 * compared, not the words that announce a change; what each figure is worth was learned from labelled pairs
 * (`npm run train:replacement`), in ten languages at once: how likely a replacement is against each of what else two statements
 * can be to each other (both hold, one case of it, about something else), and against any two lines of one project.
 *
 * Precision comes first. `sure` is said only where the labelled pairs of the same kind that were wrong are few; a replacement
 * that is not sure is for a person to decide. The more statements the new one is compared with, the more must speak for one of
 * them (`among`), since each is another chance to be wrong. Questions, suppositions, and what others said replace nothing.
 *
 * Limits: words are compared as words. Who says the same thing without one word in common with what was said before is never
 * surely found, and who speaks of one case without any word that tells so may be taken for changing the rule.
 */
import type { Cue } from './cue-table.ts';
import { ALIGNING, CHANGING, type Features, featuresOf, hasCue } from './features.ts';
import { partGone } from './parts.ts';
import { type Reading, readingOf } from './reading.ts';
import weights from './weights.json' with { type: 'json' };

export type StatementRelation = 'replaces' | 'replaces-part' | 'repeats' | 'compatible' | 'exception' | 'unrelated';

export interface Compared {
  readonly relation: StatementRelation;
  readonly sure: boolean;
  /** For choosing among several that are replaced: more is likelier. */
  readonly likely: number;
  /** The part of the old statement that no longer holds. */
  readonly gone?: string;
  /** What of the old statement holds on. */
  readonly stays?: string;
}

/** What is known beyond the words. */
export interface ComparedIn {
  /** Both are filed under the same subject, so that they need not share a word to be about the same thing. */
  readonly sameSubject?: boolean;
  /** Whether the new one was read as something that lasts; what does not replaces nothing. */
  readonly isDurable?: boolean;
  /** How many known statements the new one is compared with, this one among them. */
  readonly among?: number;
}

interface Weights {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** The log-odds of a replacement: against another relation of two statements, and against two lines of one project. */
export interface Odds {
  readonly pair: number;
  readonly beside: number;
}

/** What is enough; beside others, for one and how much more for twice as many. */
export interface Bars {
  readonly sure: number;
  readonly asked: number;
  readonly besideSure: { readonly one: number; readonly twice: number };
  readonly besideAsked: { readonly one: number; readonly twice: number };
}

export interface Pair {
  readonly before: Reading;
  readonly now: Reading;
  readonly features: Features;
}

export type Verdict = 'sure' | 'asked' | 'no';

/** What two statements can be to each other when neither replaces the other. */
export const OTHERWISE = ['compatible', 'exception', 'unrelated'] as const;
const MODELS: Readonly<Record<(typeof OTHERWISE)[number] | 'beside' | 'concern', Weights>> = weights.models;
const { bars } = weights;
/** What holds for one case, for a while, or beside what was said changes nothing for good. */
const FOR_NOW: readonly Cue[] = ['forOne', 'whileTime', 'also'];
/** Words that announce a change by themselves; "rather than" stands in many a plain wish. */
const ANNOUNCING: readonly Cue[] = CHANGING.filter((cue) => cue !== 'instead');
/** Of the words of the old statement, what the new one has with the value they share, when it may be about something else. */
const SAME_VALUE_ALONE = 0.5;
/** Among more than that, only the nearest are ever compared. */
const MOST_AMONG = 64;
/** "Change of plan: …": what is said behind it may be surer by itself. A case that it holds for stays part of it, and is told as one. */
const ANNOUNCED = /^[^:：]{1,80}[:：]\s+(\S.*)$/s;
/** Who says the same again may say a little more. */
const SAME_WORDS = 0.75;

export function relationBetween(old: string, next: string, context: ComparedIn = {}): Compared {
  const whole = compared(old, next, context);
  const announced = whole.sure || !whole.relation.startsWith('replaces') ? undefined : ANNOUNCED.exec(next)?.[1];
  if (announced === undefined) return whole;
  const part = compared(old, announced, context);
  return part.sure && part.relation.startsWith('replaces') ? part : whole;
}

function compared(old: string, next: string, context: ComparedIn): Compared {
  const [before, now] = [readingOf(old), readingOf(next)];
  const features = featuresOf(before, now);
  if (isRepetition(before, now, features)) return { relation: 'repeats', sure: true, likely: 0 };
  const against = OTHERWISE.map((relation) => ({ relation, odds: logit(MODELS[relation], features) }));
  const pair = oddsAgainst(against.map(({ odds }) => odds));
  const beside = context.sameSubject === true ? Number.POSITIVE_INFINITY : logit(MODELS.beside, features);
  const verdict =
    context.isDurable === false ? 'no' : verdictOf({ before, now, features }, { pair, beside }, bars, context.among);
  if (verdict === 'no') {
    const likeliest = against.reduce((best, one) => (one.odds < best.odds ? one : best));
    return { relation: likeliest.relation, sure: pair < bars.asked, likely: 0 };
  }
  const sure = verdict === 'sure';
  const likely = probability(pair) + probability(beside) + (isOtherValue(features) ? 1 : 0);
  const part = partGone(old, now);
  return part === undefined
    ? { relation: 'replaces', sure, likely }
    : { relation: 'replaces-part', sure, likely, ...part };
}

/** Of several things it may be instead, none is likelier than all of them together. */
export function oddsAgainst(odds: readonly number[]): number {
  return -Math.log(odds.reduce((sum, one) => sum + Math.exp(-one), 0));
}

/**
 * What the odds come to. Two statements with nothing in common are asked about only when a change is announced and there is one
 * thing it can mean: else the older one would be kept from agents for no reason that anybody sees.
 */
export function verdictOf(pair: Pair, odds: Odds, at: Bars, among = 1): Verdict {
  const verdict = verdictByOdds(pair, odds, at, among);
  if (verdict !== 'asked' || !isApart(pair.features) || odds.beside === Number.POSITIVE_INFINITY) return verdict;
  return among === 1 && ANNOUNCING.some((cue) => hasCue(pair.now, cue)) ? 'asked' : 'no';
}

/** What bars are set by. The rules that no training changes are here, so that what is measured is what is done. */
export function verdictByOdds({ before, now, features }: Pair, odds: Odds, at: Bars, among = 1): Verdict {
  if (isNotSaid(now, features) || areTwoCommands(before, now, features)) return 'no';
  if (isOtherValue(features)) return 'sure';
  const doublings = Math.log2(Math.min(Math.max(1, among), MOST_AMONG));
  const isAbove = ({ one, twice }: Bars['besideSure']) => odds.beside >= one + twice * doublings;
  const isHeld =
    areTwoPlaces(features) || saysTheSame(features) || (isApart(features) && odds.beside < Number.POSITIVE_INFINITY);
  if (odds.pair >= at.sure && isAbove(at.besideSure) && !isHeld) return 'sure';
  return odds.pair >= at.asked && isAbove(at.besideAsked) ? 'asked' : 'no';
}

/** Which part of the old statement goes when it is known that the new one replaces it; undefined for all of it. */
export function partReplaced(old: string, next: string): { readonly gone: string; readonly stays: string } | undefined {
  return partGone(old, readingOf(next));
}

/**
 * How likely it is that the new statement is about what the old one is about: 0 is even. For choosing which of many known
 * lines are worth comparing; `WORTH_COMPARING` is the bar for that.
 */
export function mayConcern(old: string, next: string): number {
  return logit(MODELS.concern, aligning(featuresOf(readingOf(old), readingOf(next))));
}

export const WORTH_COMPARING: number = bars.concern;

/** No word, no kind of product and no kind of value in common. */
export function isApart(features: Features): boolean {
  return features.has('none') && !features.has('familyChanged') && !features.has('choiceChanged');
}

/** Asked, supposed, or told of somebody else. */
function isNotSaid(now: Reading, features: Features): boolean {
  return now.isQuestion || (features.has('quoted') && features.has('said'));
}

/** All that it is about is the same, and it says another value of it, for good. */
function isOtherValue(features: Features): boolean {
  const isSwitched = features.has('familyAlone') && features.has('switch');
  const isChanged = features.has('valueChanged') && features.has('changes');
  return (isSwitched || isChanged || features.has('onlyValueOne')) && !FOR_NOW.some((cue) => features.has(cue));
}

/** Several files and addresses may be meant, unless something is told to have changed. */
function areTwoPlaces(features: Features): boolean {
  return features.has('codeChanged') && features.has('noChange') && !features.has('turned');
}

/** It names the value that the old one has, and little else of it: what it denies, or where that holds, is another thing. */
function saysTheSame(features: Features): boolean {
  if ((features.get('shareOld') ?? 0) > SAME_VALUE_ALONE) return false;
  const isSameChoice = features.has('choiceRepeated') && !features.has('choiceChanged') && !features.has('changes');
  return isSameChoice || (features.has('familyShared') && features.has('forOne'));
}

/** Several things to run may all be run, unless one is told to be over. */
function areTwoCommands(before: Reading, now: Reading, features: Features): boolean {
  const isOther = [...now.commands].some((command) => !before.commands.has(command));
  return isOther && before.commands.size > 0 && !features.has('changes') && !features.has('turned');
}

/** The same words and values, told the same way. */
function isRepetition(before: Reading, now: Reading, features: Features): boolean {
  if (features.has('turned') || features.has('numberChanged') || features.has('choiceChanged')) return false;
  if (features.has('codeChanged') || features.has('familyChanged')) return false;
  if (features.has('numberLost') || features.has('numberOnlyNew') || announces(before, now) || now.isQuestion)
    return false;
  if (before.words.length === 0) return false;
  return features.get('shareOld') === 1 && (features.get('shareNew') ?? 0) >= SAME_WORDS;
}

/** A word of change that the old statement does not have itself. */
function announces(before: Reading, now: Reading): boolean {
  return CHANGING.some((cue) => hasCue(now, cue) && !hasCue(before, cue));
}

export function aligning(features: Features): Features {
  return new Map([...features].filter(([name]) => ALIGNING.test(name)));
}

function logit(model: Weights, features: Features): number {
  let sum = model.bias;
  for (const [name, value] of features) sum += (model.weights[name] ?? 0) * value;
  return sum;
}

function probability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
