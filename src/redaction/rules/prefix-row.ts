/** One family of credentials that begin with a fixed text. */
export type PrefixRow = readonly [
  kind: string,
  /** Separated by blanks. */
  prefixes: string,
  /** The characters behind the prefix; see `BODY_CLASSES`. */
  body: BodyClass,
  /** Fewest characters behind the prefix. Lower than the real length where that is known to vary. */
  shortest: number,
];

export type BodyClass = 'alnum' | 'name' | 'hex' | 'base64' | 'dotted' | 'upper' | 'uuid' | 'padded' | 'any';

export const BODY_CLASSES: Readonly<Record<BodyClass, string>> = {
  alnum: '[A-Za-z0-9]',
  name: '[A-Za-z0-9_-]',
  hex: '[0-9a-fA-F]',
  base64: '[A-Za-z0-9+/=_-]',
  dotted: '[A-Za-z0-9_.-]',
  upper: '[A-Z0-9]',
  uuid: '[0-9a-fA-F-]',
  padded: '[A-Za-z0-9_=.+%-]',
  any: '[A-Za-z0-9_.+/=~:%-]',
};
