/** What a record is like, as far as it helps to tell whether it answers a question. A few bits, found when it is indexed. Pure. */

export const TRAIT = {
  /** It ends by asking something. */
  asks: 1,
  /** Somebody speaks of themselves: there the facts are. */
  ofOneself: 2,
  /** "Always …", "from now on …". */
  standing: 4,
  /** It names a time: what "when" asks for. */
  timed: 8,
  /** It names a number: what "how many" asks for. */
  counted: 16,
  /** It carries the mark of what agents are not given. */
  sensitive: 32,
} as const;

/** What a record is about stands in its beginning; the end tells whether it asks. */
const HEAD_CHARS = 4_000;
const TAIL_CHARS = 400;
const OPENING_CHARS = 600;

const ASKS = /[?？؟]["')\]]*\s*(?:\[|$)/;
const OF_ONESELF = /\b(?:I|I'm|I've|I'd|my|My|we|We|our|me)\b/;
const STANDING =
  /(?:^|[.!?\n]\s*)(?:please )?(?:always|never|from now on|in (?:the )?future,|remember (?:to|that)|do not ever|don't ever|make sure (?:to|you) always|going forward)\b/i;
const MOMENT =
  'night|morning|week|weekend|month|year|summer|winter|spring|fall|autumn|past|mon|tue|wed|thu|fri|sat|sun';
const TIMED = new RegExp(
  [
    String.raw`\b(?:yesterday|today|tonight|tomorrow|ago|recently|the other day`,
    String.raw`(?:last|this|next) (?:${MOMENT})\w*`,
    '(?:mon|tues|wednes|thurs|fri|satur|sun)day',
    String.raw`january|february|march \d|april|june|july|august|september|october|november|december`,
    'just (?:got|started|finished|went|had|joined|bought|signed|came|made)',
    String.raw`(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th))\b`,
  ].join('|'),
  'i',
);
const COUNTED = /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|dozen|couple|few|several|twice|once|half)\b/i;

export function traitsOf(text: string): number {
  const head = text.slice(0, HEAD_CHARS);
  return (
    (ASKS.test(text.slice(-TAIL_CHARS)) ? TRAIT.asks : 0) |
    (OF_ONESELF.test(head) ? TRAIT.ofOneself : 0) |
    (STANDING.test(text.slice(0, OPENING_CHARS)) ? TRAIT.standing : 0) |
    (TIMED.test(head) ? TRAIT.timed : 0) |
    (COUNTED.test(head) ? TRAIT.counted : 0)
  );
}
