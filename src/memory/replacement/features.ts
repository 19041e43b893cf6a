/**
 * What two statements have to do with each other, as named figures that mean the same in every language. The weights beside
 * this file say what each is worth; they are made by `npm run train:replacement`.
 */
import type { Cue } from './cue-table.ts';
import { CUES } from './cues.ts';
import { dimensionOf } from './numbers.ts';
import { isLabel } from './other-thing.ts';
import type { Measure, Reading, Token } from './reading.ts';
import { isSame, sharedMass } from './word-similarity.ts';

export type Features = ReadonlyMap<string, number>;

/** Cues that something is no longer as it was. */
export const CHANGING: readonly Cue[] = ['now', 'switch', 'ended', 'again', 'instead', 'mistake'];

export function hasCue(reading: Reading, cue: Cue): boolean {
  return (reading.cues.get(cue)?.length ?? 0) > 0;
}

/** A word of change that the old statement has itself tells of no change. */
export function isToldBy(old: Reading, next: Reading, cue: Cue): boolean {
  return hasCue(next, cue) && !(CHANGING.includes(cue) && hasCue(old, cue));
}

const SHARED_ENOUGH = 4;

/** Of the features, those that tell whether both are about the same thing, whatever they say of it. */
export const ALIGNING =
  /^(?:share|sameStart|template|none|head|tail|early$|freshBefore|number|name|family|code|only|choice|language|day|rhythm|format|month|colour|extent|manner|shape|presence|oldLength|short$|otherLanguage)/;

export function featuresOf(old: Reading, next: Reading): Features {
  const found = new Map<string, number>();
  const set = (name: string, value: number | boolean) => {
    if (value !== false && value !== 0) found.set(name, Number(value));
  };
  const inNext = old.words.map((word) => next.words.filter((other) => isSame(word, other)));
  const held = inNext.filter((others) => others.length > 0).length;
  const inOld = next.words.map((word) => old.words.some((other) => isSame(word, other)));
  const shareOld = share(held, old.words.length);
  const shareNew = share(inOld.filter(Boolean).length, next.words.length);
  set('shareOld', shareOld);
  set('shareNew', shareNew);
  set('shared', Math.min(held, SHARED_ENOUGH) / SHARED_ENOUGH);
  set('none', held === 0);
  const half = Math.ceil(old.words.length / 2);
  const headHeld = inNext.slice(0, half).filter((others) => others.length > 0).length;
  const tailHeld = inNext.slice(half).filter((others) => others.length > 0).length;
  const head = share(headHeld, half);
  const tail = share(tailHeld, old.words.length - half);
  set('head', head);
  set('tail', tail);
  set('headNotTail', head > 0 && tail === 0);
  set('tailNotHead', tail > 0 && head === 0);
  const firstHeld = inOld.indexOf(true);
  set('freshBefore', firstHeld < 0 ? 0 : Math.min(firstHeld, 6) / 6);
  set('freshWords', Math.min(inOld.filter((isHeld) => !isHeld).length, 10) / 10);
  set('sharedMass', Math.min(sharedMass(old, next), 24) / 24);
  set('early', inOld.slice(0, 3).some(Boolean));

  const isTemplate = shareOld >= 0.3 && shareNew >= 0.3 && Math.abs(old.words.length - next.words.length) <= 3;
  const [first, second] = [old.words[0], next.words[0]];
  const sameStart = first !== undefined && second !== undefined && isSame(first, second);
  const [last, end] = [old.words.at(-1), next.words.at(-1)];
  set('sameStart', sameStart);
  set('template', isTemplate);
  set('templateTail', isTemplate && sameStart);
  set('templateHead', isTemplate && !sameStart);
  set('templateEnd', isTemplate && last !== undefined && end !== undefined && isSame(last, end));

  valueFeatures(old, next, set, held > 0);
  nameFeatures(old, next, inNext, set);
  kindFeatures(old, next, set, held > 0);
  differenceFeatures(old, next, { inNext, inOld }, set);
  cueFeatures(old, next, inNext, set, held > 0);

  togetherFeatures(found, set);
  set('isQuestion', next.isQuestion);
  set('asksToo', next.asksToo);
  set('quoted', next.quoted > 0 && old.quoted === 0);
  set('length', Math.min(next.length, 200) / 200);
  set('longer', Math.min(next.length / Math.max(1, old.length), 4) / 4);
  set('short', next.words.length <= 4);
  set('sentences', Math.min(next.sentences, 4) / 4);
  set('clauses', Math.min(next.clauses, 5) / 5);
  set('oldLength', Math.min(old.words.length, 8) / 8);
  set('otherLanguage', !old.languages.some((language) => next.languages.includes(language)));
  return found;
}

type Setter = (name: string, value: number | boolean) => void;

function valueFeatures(old: Reading, next: Reading, set: Setter, isShared: boolean): void {
  const pairs = old.measures.flatMap((a) => next.measures.map((b) => [a, b] as const));
  const repeated = pairs.filter(([a, b]) => a.value === b.value);
  const fresh = next.measures.filter((b) => !old.measures.some((a) => a.value === b.value));
  const sameUnit = pairs.filter(([a, b]) => a.value !== b.value && a.unit !== undefined && a.unit === b.unit);
  const openUnit = pairs.filter(([a, b]) => a.value !== b.value && (a.unit === undefined) !== (b.unit === undefined));
  const noUnit = pairs.filter(([a, b]) => a.value !== b.value && a.unit === undefined && b.unit === undefined);
  const otherUnit = pairs.filter(([a, b]) => a.unit !== undefined && b.unit !== undefined && a.unit !== b.unit);
  const hasBoth = old.measures.length > 0 && fresh.length > 0;
  set('numberChanged', hasBoth);
  set('numberChangedShared', hasBoth && isShared);
  set('numberSameUnit', sameUnit.length > 0);
  set('numberSameUnitShared', sameUnit.length > 0 && isShared);
  set(
    'numberSameDimension',
    sameUnit.length === 0 &&
      pairs.some(([a, b]) => a.unit !== b.unit && a.unit !== undefined && dimensionOf(a.unit) === dimensionOf(b.unit)),
  );
  set('numberOpenUnit', openUnit.length > 0 && sameUnit.length === 0);
  set('numberNoUnit', noUnit.length > 0);
  set('numberNoUnitShared', noUnit.length > 0 && isShared);
  set(
    'numberOtherUnit',
    otherUnit.some(([a, b]) => dimensionOf(a.unit) !== dimensionOf(b.unit)) && sameUnit.length === 0,
  );
  set('numberRepeated', repeated.length > 0);
  set('numberRepeatedOnly', repeated.length > 0 && fresh.length === 0);
  set('numberBothTold', repeated.length > 0 && fresh.length > 0);
  set('numberLost', old.measures.length > 0 && next.measures.length === 0);
  set('numberOnlyNew', old.measures.length === 0 && next.measures.length > 0);
  set('numberMany', fresh.length > 1);
  const isLike = hasBoth && fresh.some((b) => old.measures.some((a) => isLikeSize(a, b)));
  set('numberLikeSize', isLike);
  set('numberLikeSizeShared', isLike && isShared);
  set('numberOneEach', old.measures.length === 1 && fresh.length === 1 && next.measures.length === 1);
  set('numberOneEachShared', old.measures.length === 1 && fresh.length === 1 && next.measures.length === 1 && isShared);
  set('numberLikeForm', hasBoth && fresh.some((b) => old.measures.some((a) => formOf(a.value) === formOf(b.value))));
  for (const kind of next.chosen.keys()) set(`${kind}OnlyNew`, !old.chosen.has(kind));
  for (const [kind, values] of old.chosen) {
    const others = next.chosen.get(kind);
    if (others === undefined) continue;
    const isOther = [...others].some((value) => !values.has(value));
    set(`${kind}Changed`, isOther);
    set('choiceChanged', isOther);
    set('choiceRepeated', !isOther);
  }
}

function isLikeSize(a: Measure, b: Measure): boolean {
  const [x, y] = [Number(a.value), Number(b.value)];
  return x > 0 && y > 0 && Math.abs(Math.log10(x / y)) <= 0.7;
}

function formOf(value: string): string {
  return value.replace(/\d+/g, '0');
}

function nameFeatures(old: Reading, next: Reading, inNext: readonly (readonly Token[])[], set: Setter): void {
  const names = old.words.filter((word) => word.isName);
  const fresh = next.words.filter((word) => word.isName && !old.words.some((other) => isSame(word, other)));
  const kept = old.words.filter((word, at) => word.isName && (inNext[at]?.length ?? 0) > 0);
  set('nameOld', names.length > 0);
  set('nameFresh', fresh.length > 0);
  set('nameChanged', names.length > 0 && fresh.length > 0 && kept.length < names.length);
  set('nameBoth', kept.length > 0 && fresh.length > 0);
  set('nameRepeated', kept.length > 0 && fresh.length === 0);
  set('nameOnlyNew', names.length === 0 && fresh.length > 0);
}

/** Another of the same kind: a product of the same family, a path or a format in the place of another. */
function kindFeatures(old: Reading, next: Reading, set: Setter, isShared: boolean): void {
  const isIn = ({ members }: Reading, name: string) => members.some((member) => member.name === name);
  const others = next.members.filter(({ name }) => !isIn(old, name));
  const changed = old.members.filter(({ family }) => others.some((other) => other.family === family));
  const isLost = changed.some(({ name }) => !isIn(next, name));
  set('familyChanged', changed.length > 0);
  set('familyLost', isLost);
  set(
    'familyBoth',
    changed.some(({ name }) => isIn(next, name)),
  );
  set('familyShared', changed.length > 0 && isShared);
  set('familyOnlyNew', changed.length === 0 && others.length > 0);
  // `We switched to bun`: what it is about is told by the family alone.
  set('familyAlone', isLost && next.words.every((word) => word.isValue || isOfCue(next, word)));
  const fresh = [...next.compounds].filter((compound) => !old.compounds.has(compound));
  const gone = [...old.compounds].filter((compound) => !next.compounds.has(compound));
  set('codeChanged', fresh.length > 0 && gone.length > 0);
  set('codeKept', old.compounds.size > gone.length);
  set('codeOnlyNew', fresh.length > 0 && old.compounds.size === 0);
  set(
    'codeLikeForm',
    fresh.some((one) => gone.some((other) => shapeOf(one) === shapeOf(other))),
  );
}

/** Places of cues count a blank before the text. */
function isOfCue({ cues }: Reading, { at }: Token): boolean {
  return [...cues.values()].some((places) => places.includes(at + 1));
}

/** Its parts are letters and numbers, whichever; the last part of a name of a file is as it is. */
function shapeOf(compound: string): string {
  return compound.replace(/[\p{L}]+(?!\p{L})(?!$)/gu, 'a').replace(/\p{N}+/gu, '0');
}

interface Held {
  readonly inNext: readonly (readonly Token[])[];
  readonly inOld: readonly boolean[];
}

/** Two statements with all words in common but what they say of it. */
function differenceFeatures(old: Reading, next: Reading, { inNext, inOld }: Held, set: Setter): void {
  const [before, now] = [valuesOf(old), valuesOf(next)];
  const fresh = [...now].filter((value) => !before.has(value));
  const gone = [...before].filter((value) => !now.has(value));
  const lost = old.words.filter(({ isValue }, at) => !isValue && inNext[at]?.length === 0);
  const added = next.words.filter(({ isValue }, at) => !isValue && inOld[at] === false);
  const isAll = lost.length === 0 && added.length === 0 && inOld.some(Boolean) && gone.length > 0 && fresh.length > 0;
  set('onlyValue', isAll);
  const isOnePlace = gone.length === 1 && fresh.length === 1 && before.size === 1;
  set('onlyValueOne', isAll && isOnePlace && saysValue(old) && saysValue(next));
  // It names part of what the old one is about, and nothing else.
  const isPart = added.length === 0 && inOld.some(Boolean);
  set('valueChanged', isPart && isOnePlace && saysValue(old) && saysValue(next));
  const isOne = lost.length === 1 && added.length === 1 && fresh.length === 0 && old.words.length > 1;
  set('onlyWord', isOne);
  set('onlyLastWord', isOne && lost[0] === old.words.at(-1) && added[0] === next.words.at(-1));
  set('onlyFirstWord', isOne && lost[0] === old.words[0] && added[0] === next.words[0]);
  set('onlyFewWords', !isOne && lost.length <= 2 && added.length <= 2 && old.words.length > 3);
}

/**
 * Whether its value is what it says: of `chapter 3 is done` the number is part of what it is about, and several files may
 * stand in one place, but something is only one of them.
 */
function saysValue({ measures: [measure], words, compounds, isNaming }: Reading): boolean {
  if (compounds.size > 0) return isNaming;
  if (measure === undefined || measure.unit !== undefined) return true;
  if (isLabel(measure, words)) return false;
  const before = words.filter(({ at }) => at < measure.at).length;
  return before > 1 || before === words.length;
}

function valuesOf({ measures, compounds, chosen, members }: Reading): ReadonlySet<string> {
  const choices = [...chosen].flatMap(([kind, values]) => [...values].map((value) => `${kind} ${value}`));
  return new Set([...measures.map(({ value }) => value), ...compounds, ...choices, ...members.map(({ name }) => name)]);
}

const LIFTING: readonly Cue[] = [
  'ended',
  'instead',
  'negation',
  'was',
  'tooMuch',
  'switch',
  'now',
  'stays',
  'also',
  'forOne',
];

function cueFeatures(
  old: Reading,
  next: Reading,
  inNext: readonly (readonly Token[])[],
  set: Setter,
  isShared: boolean,
): void {
  for (const cue of CUES) {
    const isIn = isToldBy(old, next, cue);
    set(cue, isIn);
    if (isIn && (cue === 'now' || cue === 'switch' || cue === 'ended' || cue === 'instead' || cue === 'mistake'))
      set(`${cue}Shared`, isShared);
  }
  const changes = CHANGING.filter((cue) => isToldBy(old, next, cue)).length;
  set('changes', Math.min(changes, 3) / 3);
  set('changesShared', isShared ? Math.min(changes, 3) / 3 : 0);
  set('changesNone', !isShared && changes > 0);
  set('changesAsked', next.asksToo && changes > 0);
  set('noChange', changes === 0);
  const first = (cue: Cue) => next.cues.get(cue)?.some((at) => at <= 2) ?? false;
  set('beginsForOne', first('forOne') || first('whileTime'));
  set('beginsAlso', first('also'));
  set('beginsNegation', first('negation'));
  // What was said is told to be over, in the same clause.
  const heldIn = new Set(inNext.flat().map((word) => word.clause));
  const half = Math.ceil(old.words.length / 2);
  const tailIn = new Set(
    inNext
      .slice(half)
      .flat()
      .map((word) => word.clause),
  );
  for (const cue of LIFTING) {
    const clauses = (next.cues.get(cue) ?? []).map((at) => next.clauseOf(at));
    set(
      `${cue}Held`,
      clauses.some((clause) => heldIn.has(clause)),
    );
    set(
      `${cue}Tail`,
      clauses.some((clause) => tailIn.has(clause)),
    );
  }
  const wasNegated = hasCue(old, 'negation');
  const isNegated = hasCue(next, 'negation');
  set('turned', wasNegated !== isNegated);
  set('turnedShared', wasNegated !== isNegated && isShared);
  set('wasNegated', wasNegated);
  set('leaveAfterMust', wasNegated && hasCue(next, 'leave'));
  const wasMust = hasCue(old, 'must') || hasCue(old, 'every');
  set('wasMust', wasMust);
  set('wasOnly', hasCue(old, 'only'));
  set('onlyThenAlso', hasCue(old, 'only') && hasCue(next, 'also'));
  set('everyAgain', wasMust && hasCue(next, 'every'));
}

/** Signs that mean more together than each alone. */
const TOGETHER: readonly (readonly [string, string])[] = [
  ['endedTail', 'nameFresh'],
  ['endedHeld', 'nameFresh'],
  ['wasHeld', 'nameFresh'],
  ['headNotTail', 'nameFresh'],
  ['headNotTail', 'numberChanged'],
  ['headNotTail', 'changes'],
  ['changes', 'forOne'],
  ['changes', 'whileTime'],
  ['changes', 'orders'],
  ['changes', 'stays'],
  ['noChange', 'numberOneEachShared'],
  ['noChange', 'forOne'],
  ['noChange', 'orders'],
  ['noChange', 'none'],
  ['demand', 'shared'],
  ['tooMuchHeld', 'nameFresh'],
  ['negationTail', 'nameFresh'],
  ['every', 'shared'],
  ['every', 'nameFresh'],
  ['numberSameUnit', 'early'],
  ['numberNoUnit', 'early'],
  ['familyLost', 'changes'],
  ['familyLost', 'switch'],
  ['familyLost', 'noChange'],
  ['familyLost', 'orders'],
  ['familyLost', 'forOne'],
  ['familyLost', 'also'],
  ['codeChanged', 'changes'],
  ['codeChanged', 'noChange'],
  ['onlyValue', 'changes'],
  ['onlyValue', 'forOne'],
  ['onlyWord', 'changes'],
];

function togetherFeatures(found: ReadonlyMap<string, number>, set: Setter): void {
  for (const [one, other] of TOGETHER) set(`${one} & ${other}`, found.has(one) && found.has(other));
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
