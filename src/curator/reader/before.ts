/**
 * What the agent had said before a message, and how a sentence meets it: another value for what it named, one of its words
 * denied, a word that is written a little differently, the same said again. What is neutral must not make a correction of
 * what follows it: an answer that asks nothing and shares nothing with the sentence adds nothing. Pure; linear in both texts.
 */
import { type Token, tokensOf } from '../../text/tokens.ts';
import { conceptsOf } from './concepts.ts';

export interface Before {
  readonly isSaid: boolean;
  readonly asks: boolean;
  /** Of its words. */
  readonly stems: ReadonlySet<string>;
  /** The stem behind each, where that stands in it. */
  readonly followers: ReadonlyMap<string, ReadonlySet<string>>;
  /** How its words begin and end. */
  readonly edges: ReadonlySet<string>;
  /** Which kinds of values it names. */
  readonly kinds: ReadonlySet<string>;
  /** What the agent does in it: asks, reports, proposes. */
  readonly acts: readonly string[];
}

/** Tells the words that many people use whatever they write about. */
export type Frequent = (word: string) => boolean;

/** Of what the agent said; the end of a page says enough. */
const BEFORE_CHARS = 2_000;
/** What was said last is what is answered to. */
const ACT_CHARS = 300;
const MOST_ACTS = 8;
/** Two words with as many letters in common are taken for one. */
const STEM_CHARS = 5;
const EDGE_CHARS = 3;
/** A denial reaches so many words to either side. */
const REACH = 2;
const VALUES: ReadonlySet<string> = new Set(['name', 'number', 'path', 'code']);
const DENIES: ReadonlySet<string> = new Set(['not', 'never', 'noLonger', 'instead', 'wrong']);
const WITH_PARTICLE = /^([\p{Script=Latin}\p{N}_.-]+)[\p{Script=Hangul}]+$/u;
export const ASKS = /[?？]\s{0,3}$/;

export function beforeOf(answer: string): Before {
  const said = answer.slice(-BEFORE_CHARS);
  const tokens = tokensOf(said).filter(({ kind }) => kind !== 'mark');
  const followers = new Map<string, Set<string>>();
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    if (next === undefined) return;
    const known = followers.get(stemOf(token)) ?? new Set();
    followers.set(stemOf(token), known.add(stemOf(next)));
  });
  return {
    isSaid: tokens.length > 0,
    asks: ASKS.test(said.trimEnd()),
    stems: new Set(tokens.flatMap(stemsOf)),
    followers,
    edges: new Set(tokens.flatMap(edgesOf)),
    kinds: new Set(tokens.map(({ kind }) => kind).filter((kind) => VALUES.has(kind))),
    acts: actsOf(said.slice(-ACT_CHARS)),
  };
}

/** How a sentence meets what had been said, as features. */
export function meetingFeatures(
  before: Before,
  text: string,
  tokens: readonly Token[],
  length: number,
  isFrequent: Frequent,
): readonly string[] {
  if (!before.isSaid) return [];
  const words = tokens.filter(({ kind }) => kind !== 'mark');
  const own = tellingTokens(words, isFrequent);
  const shared = own.filter((token) => isNamedIn(before, token));
  const concepts = conceptsOf(text, tokens);
  const signs = signsOf(before, words, own, shared, deniedIn(concepts, words));
  const relation = shared.length === 0 && signs.length === 0 ? 'none' : signs.length === 0 ? 'same' : 'other';
  const found = before.asks ? ['Bq', `BqL${length}`, `B0q${concepts[0]?.name ?? ''}`] : [];
  if (relation === 'none') return found;
  found.push(`B${relation}`, `B${relation}L${length}`, `B${relation}${before.asks ? 'q' : ''}`, ...signs);
  for (const act of before.acts) found.push(`Ba${act}`, `Ba${relation}${act}`);
  if (!before.asks) found.push(`B0.${concepts[0]?.name ?? ''}`);
  found.push(`Bo${Math.min(shared.length, 3)}`, `Bos${Math.round((shared.length / Math.max(1, own.length)) * 3)}`);
  for (const { name } of concepts) found.push(`BoC${name}`, `B${relation}C${name}`);
  return found;
}

function signsOf(
  before: Before,
  words: readonly Token[],
  own: readonly Token[],
  shared: readonly Token[],
  denied: readonly Token[],
): readonly string[] {
  const signs = new Set<string>();
  for (const token of denied) if (shared.includes(token)) signs.add('Bdenied');
  for (const token of own) {
    if (isNamedIn(before, token)) continue;
    if (before.kinds.has(token.kind)) signs.add(`Bvalue${token.kind}`);
    if (edgesOf(token).some((edge) => before.edges.has(edge))) signs.add('Bnear');
  }
  words.forEach((token, at) => {
    const next = words[at + 1];
    const followers = before.followers.get(stemOf(token));
    if (next === undefined || followers === undefined) return;
    if (!followers.has(stemOf(next)) && own.includes(next)) signs.add(own.includes(token) ? 'Bswap' : 'Bslot');
  });
  return [...signs];
}

/** The words around a denial. */
function deniedIn(concepts: ReturnType<typeof conceptsOf>, words: readonly Token[]): readonly Token[] {
  return concepts
    .filter(({ name }) => DENIES.has(name.split('/')[0] ?? ''))
    .flatMap(({ from, to }) => {
      const next = words.findIndex((word) => word.from >= to);
      const behind = next < 0 ? [] : words.slice(next, next + REACH);
      return [...words.filter((word) => word.to <= from).slice(-REACH), ...behind];
    });
}

function actsOf(said: string): readonly string[] {
  const tokens = tokensOf(said);
  return [
    ...new Set(
      conceptsOf(said, tokens)
        .slice(-MOST_ACTS)
        .map(({ name }) => name),
    ),
  ];
}

function isNamedIn({ stems }: Before, token: Token): boolean {
  return stemsOf(token).some((stem) => stems.has(stem));
}

function stemOf({ text }: Token): string {
  return (WITH_PARTICLE.exec(text)?.[1] ?? text).slice(0, STEM_CHARS);
}

/** A run without blanks is compared by pairs of its characters. */
function stemsOf(token: Token): readonly string[] {
  if (token.kind !== 'han' && token.kind !== 'katakana') return [stemOf(token)];
  if (token.text.length < 3) return [token.text];
  return Array.from({ length: token.text.length - 1 }, (_, at) => token.text.slice(at, at + 2));
}

function edgesOf({ kind, text }: Token): readonly string[] {
  if ((kind !== 'word' && kind !== 'name') || text.length <= EDGE_CHARS - 1) return [];
  return [`<${text.slice(0, EDGE_CHARS)}`, `${text.slice(-EDGE_CHARS)}>`];
}

function tellingTokens(tokens: readonly Token[], isFrequent: Frequent): readonly Token[] {
  return tokens.filter(
    ({ kind, text }) => kind !== 'mark' && !isFrequent(text) && (kind !== 'word' || text.length > 2),
  );
}
