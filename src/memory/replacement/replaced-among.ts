/**
 * Which of several known statements a new one of the same person replaces, in whole or in part, if any. All are weighed at
 * once: each against the others and against none of them, by subject and value of both and not by the words that announce a
 * change, and by how rare among the known ones the words are that both share. What each figure is worth was learned from
 * labelled statements beside all that was known (`npm run train:replacement`), in twelve languages at once.
 *
 * Precision comes first. One that is likelier than all others and none together is asked about (a little less will do beside a
 * few); it is sure only far above that, where labelled statements were almost never wrong, or where all words are the same but for the value. Questions and what
 * others said replace nothing, and neither does what has nothing in common.
 *
 * Limits: words are compared as words. Who says the same thing without one word in common is not found, and who speaks of
 * another thing of the same kind in nearly the same words may be taken for changing the rule. Time grows with the words of
 * the new one times all of the known ones; callers give the nearest few dozen.
 */
import { featuresAmong } from './among-others.ts';
import { ALIGNING, type Features, featuresOf } from './features.ts';
import { isApart, isNeverSure, isOtherValue, isOtherwise, type Pair, replacesNothing } from './pair-rules.ts';
import { partGone } from './parts.ts';
import { type Reading, readingOf } from './reading.ts';
import weights from './weights.json' with { type: 'json' };

export interface Replaced {
  /** Its place among the known ones. */
  readonly at: number;
  readonly sure: boolean;
  /** 0 to 1. */
  readonly likely: number;
  /** Places of others that say what it says, and go with it. */
  readonly also: readonly number[];
  /** The part of the old statement that no longer holds, and what of it holds on; neither when all of it goes. */
  readonly gone?: string;
  readonly stays?: string;
}

export interface Candidate extends Pair {
  readonly at: number;
}

/** What likelihood is enough; to be asked about, beside few and beside many others. */
export interface Bars {
  readonly sure: number;
  readonly askedOfFew: number;
  readonly asked: number;
}

export type Choice = Pick<Replaced, 'at' | 'sure' | 'likely' | 'also'>;

interface Weights {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

const MODELS: Readonly<Record<'choice' | 'concern', Weights>> = weights.models;
const { bars } = weights;
const FEW = 8;
/** Of the words of two statements that say the same, what each has of the other's. */
const SAME_WORDS = 0.6;
/** "Change of plan: …": what is said behind it may be surer by itself. A case that it holds for stays part of it, and is told as one. */
const ANNOUNCED = /^[^:：]{1,80}[:：]\s+(\S.*)$/s;

/** `isOfSubject`: filed under the same subject as the new one, so that they need not share a word to be about the same thing. */
export function replacedAmong(
  known: readonly string[],
  next: string,
  isOfSubject: (at: number) => boolean = () => false,
): Replaced | undefined {
  const readings = known.map((text) => readingOf(text));
  const whole = choiceAmong(readings, readingOf(next), isOfSubject);
  const announced = whole === undefined || whole.sure ? undefined : ANNOUNCED.exec(next)?.[1];
  const part = announced === undefined ? undefined : choiceAmong(readings, readingOf(announced), isOfSubject);
  const [said, choice] = announced !== undefined && part?.sure ? [announced, part] : [next, whole];
  return choice && { ...choice, ...partGone(known[choice.at] ?? '', readingOf(said)) };
}

/** What is filed under its subject comes first, and is not weighed against the rest. */
function choiceAmong(
  known: readonly Reading[],
  now: Reading,
  isOfSubject: (at: number) => boolean,
): Choice | undefined {
  const all = candidatesAmong(known, now, isOfSubject).map((one) => ({ ...one, odds: oddsOf(one.features) }));
  const own = all.filter(({ at }) => isOfSubject(at));
  return chosenOf(own, own.length, bars) ?? chosenOf(all, known.length, bars);
}

/** Those that a new statement can replace at all. */
export function candidatesAmong(
  known: readonly Reading[],
  now: Reading,
  isOfSubject: (at: number) => boolean = () => false,
): readonly Candidate[] {
  if (now.isQuestion) return [];
  const pairs = known.map((before, at) => ({ at, before, now, features: featuresOf(before, now) }));
  const isOpen = (pair: Candidate) => (!isApart(pair.features) || isOfSubject(pair.at)) && !replacesNothing(pair);
  const open = pairs.filter(isOpen);
  if (open.length === 0) return [];
  const among = featuresAmong(known, now);
  return open.map((pair) => ({ ...pair, features: new Map([...pair.features, ...(among[pair.at] ?? [])]) }));
}

/** The likeliest of so many, if it is likelier than the bar; where one alone says all the same but for its value, that one. */
export function chosenOf(
  candidates: readonly (Candidate & { readonly odds: number })[],
  known: number,
  at: Bars,
): Choice | undefined {
  const [first] = candidates;
  if (first === undefined) return undefined;
  const values = candidates.filter(isOtherValue);
  const isValue = values.length === 1;
  const best =
    isValue && values[0] !== undefined ? values[0] : candidates.reduce((a, b) => (b.odds > a.odds ? b : a), first);
  // What says the same as the likeliest stands for it: two ways to put one rule do not speak against each other.
  const same = candidates.filter((one) => one === best || saySame(best, one));
  const all = candidates.reduce((sum, { odds }) => sum + Math.exp(odds), 1);
  const likely = same.reduce((sum, { odds }) => sum + Math.exp(odds), 0) / all;
  if (!isValue && likely < (known <= FEW ? at.askedOfFew : at.asked)) return undefined;
  const also = same.filter((one) => one !== best && one.odds > 0).map((one) => one.at);
  return { at: best.at, sure: isValue || (likely >= at.sure && !isNeverSure(best)), likely, also };
}

function saySame(one: Candidate, other: Candidate): boolean {
  const features = featuresOf(one.before, other.before);
  return Math.min(features.get('shareOld') ?? 0, features.get('shareNew') ?? 0) >= SAME_WORDS && !isOtherwise(features);
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

export function aligning(features: Features): Features {
  return new Map([...features].filter(([name]) => ALIGNING.test(name)));
}

function oddsOf(features: Features): number {
  return logit(MODELS.choice, features);
}

function logit(model: Weights, features: Features): number {
  let sum = model.bias;
  for (const [name, value] of features) sum += (model.weights[name] ?? 0) * value;
  return sum;
}
