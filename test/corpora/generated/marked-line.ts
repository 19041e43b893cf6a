/**
 * Lines in which the place of a secret is marked with its sort: ⟦P⟧ password, ⟦T⟧ token, ⟦H⟧ hex, ⟦B⟧ base64, ⟦N⟧ one word,
 * ⟦W⟧ words joined, ⟦D⟧ words with dashes, ⟦V⟧ four words, ⟦L⟧ small letters, ⟦M⟧ eight letters and digits, ⟦I⟧ PIN, ⟦U⟧ 32
 * random bytes in base64url. ⏎ stands for the end of a line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALNUM, BASE64, DIGITS, HEX, LOWER, type Random, URL_SAFE } from './random.ts';
import { password } from './situation.ts';

const MARK = /⟦(\w)⟧/;
const WORDS =
  'banana dragon sunflower monkey horse battery staple purple river mountain tiger coffee window garden silver planet rocket marble velvet copper walnut falcon pepper bridge castle thunder meadow lantern orange pickle harbor cactus puzzle ribbon saddle turtle violet walrus zephyr anchor butter candle dolphin engine forest guitar hammer island jacket kitten magnet needle oyster pencil quartz rabbit temple umbrella'.split(
    ' ',
  );

const words = (random: Random, count: number): string[] => Array.from({ length: count }, () => random.pick(WORDS));

const SORTS: Readonly<Record<string, (random: Random) => string>> = {
  P: password,
  T: (random) => `${random.chars(ALNUM, 31)}7`,
  H: (random) => random.chars(HEX, 32),
  B: (random) => random.chars(BASE64, 40),
  N: (random) => random.pick(WORDS.filter((word) => word.length > 5)),
  W: (random) => words(random, 3).join(''),
  D: (random) => words(random, 4).join('-'),
  V: (random) => words(random, 4).join(' '),
  L: (random) => random.chars(LOWER, 16),
  M: (random) => `${random.chars(LOWER, 3)}${random.chars(DIGITS, 2)}${random.chars(LOWER + DIGITS, 3)}`,
  I: (random) => random.pick(['4921', '8306', '2750', '913587']),
  U: (random) => `${random.chars(URL_SAFE, 42)}7`,
};

export interface FilledLine {
  readonly text: string;
  readonly secret: string;
  /** The text without the secret. */
  readonly rest: string;
}

export function readMarkedLines(name: string): string[] {
  return readFileSync(join(import.meta.dirname, '..', name), 'utf8')
    .trimEnd()
    .split('\n');
}

export function fillLine(line: string, random: Random): FilledLine {
  const marked = line.replaceAll('⏎', '\n');
  const secret = SORTS[MARK.exec(marked)?.[1] ?? '']?.(random) ?? '';
  return { text: marked.replace(MARK, () => secret), secret, rest: marked.replace(MARK, '') };
}
