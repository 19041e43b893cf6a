/**
 * Rules about two statements that no training changes: what can replace nothing, what surely does, and what is never sure.
 * Training and use ask the same ones, so that what is measured is what is done.
 */
import { CHANGING, type Features, isToldBy } from './features.ts';
import { hasOtherLabel, hasOtherQualifier } from './other-thing.ts';
import type { Reading } from './reading.ts';

export interface Pair {
  readonly before: Reading;
  readonly now: Reading;
  readonly features: Features;
}

/** Of the words of the old statement, what the new one has with the value they share, when it may be about something else. */
const SAME_VALUE_ALONE = 0.5;
/** Who says the same again may say a little more. */
const SAME_WORDS = 0.75;
/** What holds for one case, for a while, or beside what was said changes nothing for good. */
const FOR_NOW = ['forOne', 'whileTime', 'also'] as const;

/** Asked, told of somebody else or of another thing of the same kind, said again, or one of several things to run. */
export function replacesNothing(pair: Pair): boolean {
  return isNotSaid(pair) || isOfOtherThing(pair) || areTwoCommands(pair) || isRepetition(pair);
}

/** No word, no kind of product and no kind of value in common. */
export function isApart(features: Features): boolean {
  const isOneKind = ['familyChanged', 'choiceChanged', 'numberSameUnit', 'numberSameDimension'].some((one) =>
    features.has(one),
  );
  return features.has('none') && !isOneKind;
}

/** All that it is about is the same, and it says another value of it, for good. */
export function isOtherValue({ features }: Pair): boolean {
  const isSwitched = features.has('familyAlone') && features.has('switch');
  const isChanged = features.has('valueChanged') && features.has('changes');
  return (isSwitched || isChanged || features.has('onlyValueOne')) && !FOR_NOW.some((cue) => features.has(cue));
}

/** Whatever else speaks for it: a person is asked. */
export function isNeverSure({ features }: Pair): boolean {
  return areTwoPlaces(features) || saysTheSame(features);
}

/** Another value, or denied where it was not. */
export function isOtherwise(features: Features): boolean {
  return ['turned', 'numberChanged', 'choiceChanged', 'codeChanged', 'familyChanged'].some((one) => features.has(one));
}

function isNotSaid({ now, features }: Pair): boolean {
  return now.isQuestion || (features.has('quoted') && features.has('said'));
}

/** A number behind a name may change as any value does, where something is told to have changed. */
function isOfOtherThing({ before, now, features }: Pair): boolean {
  return hasOtherQualifier(before, now) || (features.has('noChange') && hasOtherLabel(before, now));
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
function areTwoCommands({ before, now, features }: Pair): boolean {
  const isOther = [...now.commands].some((command) => !before.commands.has(command));
  return isOther && before.commands.size > 0 && !features.has('changes') && !features.has('turned');
}

/** The same words and values, told the same way. */
function isRepetition({ before, now, features }: Pair): boolean {
  if (isOtherwise(features)) return false;
  if (features.has('numberLost') || features.has('numberOnlyNew')) return false;
  if (CHANGING.some((cue) => isToldBy(before, now, cue)) || before.words.length === 0) return false;
  return features.get('shareOld') === 1 && (features.get('shareNew') ?? 0) >= SAME_WORDS;
}
