/**
 * Questions that name a time and nothing else: "what did we do yesterday", "last week". There is no word to look for, so what
 * was said then is the answer, the newest first.
 */

import { stem } from '../../text/stem.ts';
import type { SpaceView } from '../index/space-view.ts';
import { MONTHS, WEEKDAYS } from '../text/calendar.ts';
import type { Query } from './query.ts';
import type { Candidate } from './second-pass.ts';
import { timeFactor } from './time-factor.ts';

const TIME_WORDS = new Set(
  [
    ...`yesterday today tonight morning afternoon evening night day week weekend month year ago last past previous recent
        recently earlier lately couple happen work do go new discuss talk`.split(/\s+/),
    ...MONTHS,
    ...WEEKDAYS,
  ].map(stem),
);

export function asksForTimeAlone({ words, times }: Query): boolean {
  const isNamed = times.range !== undefined || times.months.size > 0 || times.days.length > 0;
  return isNamed && words.every(({ term, kind }) => kind === 'number' || kind === 'whole' || TIME_WORDS.has(term));
}

/** `isAskedFor` is the filter of the question. */
export function saidThen(
  space: SpaceView,
  { times }: Query,
  isAskedFor: (doc: number) => boolean,
  limit: number,
): readonly Candidate[] {
  const { docs } = space;
  const found: Candidate[] = [];
  for (let doc = docs.count - 1; doc >= 0 && found.length < limit; doc -= 1) {
    if (!docs.isFirst(doc) || docs.isGone(doc) || !space.isSaid(doc) || !isAskedFor(doc)) continue;
    const seconds = docs.seconds[doc] ?? 0;
    const time = timeFactor(times, seconds * 1000);
    if (time > 1) found.push({ space, doc, score: seconds, mostPhrase: 0, parts: () => ({ time }) });
  }
  return found;
}
