/**
 * Whether a pattern repeats something that the same text can fill in several ways, as `(a+)+`, `(\w|\d)*` or `(\w+\s?)*`:
 * then failing takes time exponential in the text. Judged from the pattern alone, without running it.
 * How: each character class is a place; if from one place a character can lead on in two ways inside a loop, it is
 * refused. Strict on purpose: a refused pattern can be rewritten. The pattern must compile.
 */

/** A loop of fewer rounds is at worst a polynomial, which the probes measure. */
const FEW_ROUNDS = 3;
const SAMPLES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'é',
  'Ω',
  '中',
  '\u2028',
  '\u00a0',
];
const TOKEN =
  /\(\?<?[=!]|\(\?<[^>]*>|\(\?[\w-]*:|[()|]|\\(?:k<[^>]*>|u\{[^}]*\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|\d+|[\s\S])|\[(?:[^\]\\]|\\[\s\S])*\]|[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/gu;

interface Place {
  readonly chars: ReadonlySet<string>;
}
type Way = readonly [from: Place, to: Place];
interface Part {
  readonly first: readonly Place[];
  readonly last: readonly Place[];
  readonly ways: readonly Way[];
  readonly canBeEmpty: boolean;
  readonly refersBack: boolean;
}
const NOTHING: Part = { first: [], last: [], ways: [], canBeEmpty: true, refersBack: false };

export function isAmbiguousLoop(pattern: string, flags: string): boolean {
  const tokens = pattern.match(TOKEN) ?? [];
  let at = 0;
  let ambiguous = false;

  function alternatives(): Part {
    let all = sequence();
    while (tokens[at] === '|') {
      at++;
      all = either(all, sequence());
    }
    return all;
  }

  function sequence(): Part {
    let whole = NOTHING;
    while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') whole = then(whole, repeated(one()));
    return whole;
  }

  function one(): Part {
    const token = tokens[at++] ?? '';
    if (token.startsWith('(')) {
      const inner = alternatives();
      at++;
      return /^\(\?<?[=!]$/.test(token) ? { ...NOTHING, refersBack: inner.refersBack } : inner;
    }
    if (token === '^' || token === '$' || /^\\[bB]$/.test(token)) return NOTHING;
    if (/^\\(?:[1-9]|k<)/.test(token)) return { ...NOTHING, refersBack: true };
    const place: Place = { chars: charsOf(token, flags) };
    return { first: [place], last: [place], ways: [], canBeEmpty: false, refersBack: false };
  }

  function repeated(part: Part): Part {
    const bounds = boundsOf(tokens[at] ?? '');
    if (bounds === undefined) return part;
    at++;
    const [least, most] = bounds;
    const canBeEmpty = part.canBeEmpty || least === 0;
    if (most <= 1) return { ...part, canBeEmpty };
    const round = part.last.flatMap((from) => part.first.map((to): Way => [from, to]));
    const loop = { ...part, ways: [...part.ways, ...round], canBeEmpty };
    if (most > FEW_ROUNDS) {
      ambiguous ||= part.refersBack || forks(loop) || (part.canBeEmpty && least > 1);
    }
    // With a fixed number of rounds there is no choice when to leave, so the rounds are no fork for a loop around.
    return least === most && !part.canBeEmpty ? { ...part, canBeEmpty } : loop;
  }

  alternatives();
  return ambiguous;
}

function either(left: Part, right: Part): Part {
  return {
    first: [...left.first, ...right.first],
    last: [...left.last, ...right.last],
    ways: [...left.ways, ...right.ways],
    canBeEmpty: left.canBeEmpty || right.canBeEmpty,
    refersBack: left.refersBack || right.refersBack,
  };
}

function then(left: Part, right: Part): Part {
  const across = left.last.flatMap((from) => right.first.map((to): Way => [from, to]));
  return {
    first: left.canBeEmpty ? [...left.first, ...right.first] : left.first,
    last: right.canBeEmpty ? [...left.last, ...right.last] : right.last,
    ways: [...left.ways, ...right.ways, ...across],
    canBeEmpty: left.canBeEmpty && right.canBeEmpty,
    refersBack: left.refersBack || right.refersBack,
  };
}

/** The same way twice is a fork too: that is what `(a+)+` has. */
function forks(loop: Part): boolean {
  const onward = new Map<Place, Set<string>>();
  if (overlap(loop.first)) return true;
  for (const [from, to] of loop.ways) {
    const taken = onward.get(from) ?? new Set<string>();
    onward.set(from, taken);
    for (const char of to.chars) {
      if (taken.has(char)) return true;
      taken.add(char);
    }
  }
  return false;
}

function overlap(places: readonly Place[]): boolean {
  const taken = new Set<string>();
  return places.some(({ chars }) => [...chars].some((char) => taken.size === taken.add(char).size));
}

function charsOf(token: string, flags: string): ReadonlySet<string> {
  const bare = /^[{}\]]$/.test(token) ? `\\${token}` : token;
  const single = new RegExp(`^(?:${bare})$`, flags);
  const chars = SAMPLES.filter((sample) => single.test(sample));
  return new Set(chars.length === 0 ? [token] : chars);
}

function boundsOf(token: string): readonly [least: number, most: number] | undefined {
  const sign = token.charAt(0);
  if (token.length > 2 && sign !== '{') return undefined;
  if (sign === '*') return [0, Number.POSITIVE_INFINITY];
  if (sign === '+') return [1, Number.POSITIVE_INFINITY];
  if (sign === '?') return [0, 1];
  const counted = /^\{(\d+)(,(\d*))?\}/.exec(token);
  if (counted === null) return undefined;
  const least = Number(counted[1]);
  if (counted[2] === undefined) return [least, least];
  return [least, counted[3] === '' ? Number.POSITIVE_INFINITY : Number(counted[3])];
}
