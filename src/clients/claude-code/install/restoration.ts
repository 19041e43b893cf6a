/**
 * How to get from the text we wrote back to the original, without keeping anything of it: as a list of stretches of the
 * written text, which is all it takes where we only inserted. Spelled out are white space, punctuation and the one
 * switch we turn, nothing else; where that is not enough there is no restoration, and our entries are taken out instead.
 */

/** From index to index of the written text, or spelled out. */
export type Piece = readonly [from: number, to: number] | string;

/**
 * A value is one token, so that it is found whole or not at all. So is the switch with its setting: `true` alone would
 * be found again in somebody else's switch.
 */
const TOKEN = /"autoMemoryEnabled"\s*:\s*(?:true|false|null)\b|"(?:[^"\\\n]|\\.)*"|[^\s"{}[\],:]+|[\s"{}[\],:]/g;
const MAY_BE_SPELLED_OUT = /^(?:[\s{}[\],:]|"autoMemoryEnabled"\s*:\s*(?:true|false|null))$/;

/** Null when the original cannot be told without keeping content of it. */
export function restorationOf(original: string, written: string): readonly Piece[] | null {
  const wanted = original.match(TOKEN) ?? [];
  const present = written.match(TOKEN) ?? [];
  const shorter = Math.min(wanted.length, present.length);
  let shared = 0;
  while (shared < shorter && wanted.at(-1 - shared) === present.at(-1 - shared)) shared += 1;

  const places = placesOf(present);
  const pieces: Piece[] = [];
  let next = 0;
  for (const [index, token] of wanted.entries()) {
    const fromEnd = wanted.length - index;
    const found = fromEnd <= shared ? present.length - fromEnd : places.firstFrom(token, next, present.length - shared);
    if (found === undefined) {
      if (!MAY_BE_SPELLED_OUT.test(token)) return null;
      pieces.push(token);
      continue;
    }
    next = found + 1;
    const from = places.offsets[found] ?? 0;
    const last = pieces.at(-1);
    if (Array.isArray(last) && last[1] === from) pieces[pieces.length - 1] = [last[0], from + token.length];
    else pieces.push([from, from + token.length]);
  }
  return pieces;
}

export function restored(pieces: readonly Piece[], written: string): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : written.slice(piece[0], piece[1]))).join('');
}

/** Where each token stands; asked with rising `from`, all questions together cost one pass. */
function placesOf(tokens: readonly string[]) {
  const offsets: number[] = [];
  const indexes = new Map<string, { readonly all: number[]; passed: number }>();
  let offset = 0;
  for (const [index, token] of tokens.entries()) {
    offsets.push(offset);
    offset += token.length;
    const known = indexes.get(token);
    if (known === undefined) indexes.set(token, { all: [index], passed: 0 });
    else known.all.push(index);
  }
  return {
    offsets,
    firstFrom(token: string, from: number, before: number): number | undefined {
      const known = indexes.get(token);
      if (known === undefined) return undefined;
      while ((known.all[known.passed] ?? before) < from) known.passed += 1;
      const found = known.all[known.passed];
      return found !== undefined && found < before ? found : undefined;
    },
  };
}
