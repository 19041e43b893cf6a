/** One way a secret shows up that fits no general shape. The secret stands between ⟦ and ⟧, which are taken out. */
import { ALNUM, BASE64, type Random } from './random.ts';

export interface Situation {
  readonly what: string;
  /** What has to survive. */
  readonly keep: string;
  make(random: Random): { readonly text: string; readonly secret: string };
}

/** Written in two pieces, so that no scanner takes a file of this folder for a key. */
export const PRIVATE_KEY = ['PRIVATE', 'KEY'].join(' ');
const MARKED = /⟦([^⟧]*)⟧/;

export function row(what: string, make: (random: Random) => string, keep = ''): Situation {
  return {
    what,
    keep,
    make(random) {
      const marked = make(random);
      const secret = MARKED.exec(marked)?.[1] ?? '';
      return { text: marked.replace(MARKED, () => secret), secret };
    },
  };
}

/** Of several habits: random with a sign, words and a number, a chain of words, random only. */
export function password(random: Random): string {
  const sign = random.pick([...'!#%^*@&']);
  switch (random.below(4)) {
    case 0:
      return `${random.chars(ALNUM, 6)}${sign}${random.chars(ALNUM, 6)}7`;
    case 1:
      return `VelvetPlanet${1000 + random.below(8999)}!`;
    case 2:
      return `olive-timber-quartz-${10 + random.below(80)}`;
    default:
      return `${random.chars(ALNUM, 16)}3`;
  }
}

/** base64 with one sign of padding. */
export function padded(random: Random, length: number): string {
  return `${random.chars(BASE64, length - 1)}=`;
}

const PHRASE_WORDS =
  'anchor basil candle dragon ember forest glacier hollow island jungle kettle ladder magnet needle'.split(' ');

/** As many words as a wallet's recovery phrase has. */
export function wordsOf(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(PHRASE_WORDS)).join(' ');
}
