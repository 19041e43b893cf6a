/**
 * What the reader sees of a sentence, as numbers of buckets: its words and pairs of words, pieces of words, how it begins
 * and ends, its frame (frequent words stay, all others become what kind of thing they are, so that a sentence of somebody
 * who writes about other things looks the same), marks and shapes that mean the same in every language, where it stands
 * in the message and under which heading, and how it meets what the agent had said. Pure and deterministic.
 *
 * An answer of the agent that asks nothing and shares no word with the sentence adds nothing: what is neutral must not
 * make a correction of what follows it.
 */

import { folded, type Token, tokensOf } from '../../text/tokens.ts';
import { ASKS, type Before, beforeOf, type Frequent, meetingFeatures } from './before.ts';
import { type Concept, conceptsOf } from './concepts.ts';

/** A message as its sentences see it, made once for all of them. */
export interface Message {
  readonly sentences: readonly string[];
  /** The features of the heading above each. */
  readonly headings: readonly (readonly string[])[];
  /** In order. */
  readonly lengths: readonly number[];
  /** In quarters: how many are short, end with a full stop, begin with a capital. */
  readonly short: number;
  readonly stopped: number;
  readonly capital: number;
  readonly before: Before;
}

/** Buckets that the features of a view are hashed into: so many that hardly two that matter share one. */
const BUCKET_BITS = 21;
const BUCKET_MASK = (1 << BUCKET_BITS) - 1;
/** By the letter a feature begins with: what is not the words is the frame and the neighbours, or means the same in all languages. */
const VIEW_OF: Readonly<Record<string, number>> = { w: 0, b: 0, s: 0, e: 0, c: 0, E: 0, S: 1, n: 1, B: 3 };
const OTHER_VIEW = 2;
export const VIEWS = 4;
const LONGEST_PIECE = 5;
const LONGEST_RUN_PIECE = 4;
const LONGEST_ENDING = 6;
const FRAME_SIZES = [2, 3, 4];
const BRIEF_SENTENCES = 6;
/** Pairs of more would be many, and say nothing. */
const MOST_CONCEPTS = 16;
const NEIGHBOUR_CHARS = 400;

const FULL_STOP = /[.。!！]$/;
const ANNOUNCES = /[:：]\s{0,3}$/;
const TITLE = /^(?:#{1,6}\s|\*{1,2}[^*]{1,80}\*{1,2}:?$)/;
const CAPITAL = /^\p{Lu}/u;
const UNSPACED_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}]+/gu;
const CLOSING = /[\s.!。?？！]+$/u;
const SHAPES: readonly (readonly [string, RegExp])[] = [
  ['?', /[?？]/],
  ['q', /["“”«»„「『]/],
  ['`', /`/],
  [':', /:\s/],
  ['(', /[(（]/],
  ['!', /[!！]/],
  ['->', /->|→|=>/],
  ['N', /\d/],
  ['P', /\w\/\w/],
  ['U', /https?:/],
  ['cap', CAPITAL],
  ['ALL', /\b\p{Lu}{2,}\b/u],
  ['dot', /[.。]$/],
  [',', /[,，、]/],
  ['**', /\*\*/],
  ['date', /\d{4}-\d\d|\d{1,2}:\d\d|\d{1,2}\.\d{1,2}\./],
  ['Name', /\s\p{Lu}\p{Ll}/u],
  ['-', /\s[-–—]\s/],
  ['=', /=/],
  ['ext', /\.\w{2,4}\b/],
];
/** From so many tokens on a sentence belongs to the next class of length. */
const LENGTHS = [3, 5, 8, 12, 18, 28];

/** `before` is what the agent had said, or ''. */
export function messageOf(sentences: readonly string[], before: string): Message {
  const headings: (readonly string[])[] = [];
  let heading: readonly string[] = [];
  for (const sentence of sentences) {
    headings.push(heading);
    if (isHeading(sentence)) heading = headingFeatures(sentence);
  }
  const quarters = (fits: (sentence: string) => boolean): number =>
    Math.round((sentences.filter(fits).length / sentences.length) * 4);
  return {
    sentences,
    headings,
    lengths: sentences.map(({ length }) => length).sort((a, b) => a - b),
    short: quarters(({ length }) => length < 60),
    stopped: quarters((sentence) => FULL_STOP.test(sentence)),
    capital: quarters((sentence) => CAPITAL.test(sentence)),
    before: beforeOf(before),
  };
}

/**
 * The features of `text` where the sentence at a place of the message stands; it may be a part of that sentence.
 * `isFrequent` tells the words that many people use whatever they write about.
 */
export function featuresOf(text: string, message: Message, at: number, isFrequent: Frequent): Int32Array {
  const buckets = new Set<number>();
  const add = (feature: string): void => {
    const view = VIEW_OF[feature.charAt(0)] ?? OTHER_VIEW;
    buckets.add((view << BUCKET_BITS) | (hashOf(feature) & BUCKET_MASK));
  };
  const tokens = tokensOf(text);
  addWords(tokens, add);
  addPieces(text, tokens, add);
  addFrame(tokens, isFrequent, add);
  addConcepts(text, tokens, add);
  addShapes(text, tokens, add);
  addPlace(text, message, at, isFrequent, add);
  for (const feature of meetingFeatures(message.before, text, tokens, lengthClass(tokens), isFrequent)) add(feature);
  return Int32Array.from(buckets);
}

/**
 * Each view counts by itself: a short sentence has few words and as many marks of its form as a long one, which must not
 * drown in the pieces of the words.
 */
export function viewOf(bucket: number): number {
  return bucket >> BUCKET_BITS;
}

/** FNV-1a, mixed once more. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

type Add = (feature: string) => void;

function isContent({ kind }: Pick<Token, 'kind'>): boolean {
  return kind === 'name' || kind === 'number' || kind === 'path' || kind === 'code';
}

function addWords(tokens: readonly Token[], add: Add): void {
  const words = tokens.map((token) => (isContent(token) ? `#${token.kind}` : token.text));
  for (const { kind, text } of tokens) if (kind === 'name' || kind === 'code') add(`w${text}`);
  words.forEach((word, at) => {
    add(`w${word}`);
    if (at > 0) add(`b${words[at - 1]} ${word}`);
  });
  add(`s${words[0]}`);
  add(`e${words.at(-1)}`);
  if (words.length < 2) return;
  add(`s${words[0]} ${words[1]}`);
  add(`e${words.at(-2)} ${words.at(-1)}`);
}

function addPieces(text: string, tokens: readonly Token[], add: Add): void {
  for (const { kind, text: word } of tokens)
    if (kind === 'word' || kind === 'name' || kind === 'hangul')
      addParts(`<${word}>`, kind === 'hangul' ? 2 : 3, LONGEST_PIECE, add);
  for (const [run] of text.matchAll(UNSPACED_RUN)) addParts(run, 1, LONGEST_RUN_PIECE, add);
  const closed = folded(text.replace(CLOSING, ''));
  for (let size = 1; size <= LONGEST_ENDING; size += 1) add(`E${closed.slice(-size)}`);
}

function addParts(text: string, shortest: number, longest: number, add: Add): void {
  for (let size = shortest; size <= longest; size += 1)
    for (let at = 0; at + size <= text.length; at += 1) add(`c${text.slice(at, at + size)}`);
}

function addFrame(tokens: readonly Token[], isFrequent: Frequent, add: Add): void {
  const frame = ['<', ...tokens.map((token) => frameOf(token, isFrequent)), '>'];
  for (const size of FRAME_SIZES)
    for (let at = 0; at + size <= frame.length; at += 1) add(`S${frame.slice(at, at + size).join(' ')}`);
}

/** An ending tells tense and mood where the word itself is not known. */
function frameOf({ kind, text }: Token, isFrequent: Frequent): string {
  if (kind === 'mark' || isFrequent(text)) return text;
  return kind === 'word' || kind === 'hangul' || kind === 'hiragana' ? `${kind}~${text.slice(-2)}` : kind;
}

function addConcepts(text: string, tokens: readonly Token[], add: Add): void {
  const concepts = conceptsOf(text, tokens);
  const names = concepts.map(({ name }) => name).slice(0, MOST_CONCEPTS);
  names.forEach((name, at) => {
    add(`C${name}`);
    for (const other of names.slice(0, at)) add(`O${name < other ? `${name} ${other}` : `${other} ${name}`}`);
  });
  add(`C0${names[0] ?? ''}`);
  add(`C#${Math.min(names.length, 6)}`);
  const frame = neutralFrame(concepts, tokens);
  for (const size of FRAME_SIZES)
    for (let at = 0; at + size <= frame.length; at += 1) add(`F${frame.slice(at, at + size).join(' ')}`);
}

/** The sentence as concepts, marks and kinds of tokens: the same in every language. */
function neutralFrame(concepts: readonly Concept[], tokens: readonly Token[]): readonly string[] {
  const frame = ['<'];
  let next = 0;
  let covered = 0;
  for (const { from, to, kind, text } of tokens) {
    for (; next < concepts.length && (concepts[next]?.from ?? 0) < to; next += 1) {
      frame.push(concepts[next]?.name ?? '');
      covered = Math.max(covered, concepts[next]?.to ?? 0);
    }
    if (from < covered) continue;
    const symbol = kind === 'mark' ? text : isContent({ kind }) ? kind : 'word';
    if (symbol !== 'word' || frame.at(-1) !== 'word') frame.push(symbol);
  }
  return [...frame, '>'];
}

function lengthClass({ length }: readonly Token[]): number {
  return LENGTHS.filter((from) => length >= from).length;
}

function addShapes(text: string, tokens: readonly Token[], add: Add): void {
  for (const [name, shape] of SHAPES) add(`H${shape.test(text) ? '' : '!'}${name}`);
  add(`H#${text.match(/\d+/g)?.length ?? 0}`);
  add(`H,${text.match(/[,，、]/g)?.length ?? 0}`);
  add(`L${lengthClass(tokens)}`);
  const last = text.trim().slice(-1);
  add(`Z${/[\p{L}\p{N}]/u.test(last) ? 'a' : last}`);
}

function addPlace(text: string, message: Message, at: number, isFrequent: Frequent, add: Add): void {
  const { sentences, headings } = message;
  const count = sentences.length;
  if (count < 2) {
    add('m1');
    return;
  }
  const size = count < 3 ? 2 : count < 6 ? 3 : count < 10 ? 4 : 5;
  const place = at === 0 ? 'f' : at === count - 1 ? 'l' : 'm';
  for (const feature of [`m${size}`, `p${place}`, `p${place}${size}`, ...(headings[at] ?? [])]) add(feature);
  if (isHeading(text)) add('hS');
  addNeighbour(sentences[at - 1], '<', isFrequent, add);
  addNeighbour(sentences[at + 1], '>', isFrequent, add);
  if (count >= BRIEF_SENTENCES) addBrief(text, message, add);
}

function addNeighbour(text: string | undefined, side: string, isFrequent: Frequent, add: Add): void {
  if (text === undefined) return;
  const tokens = tokensOf(text.slice(0, NEIGHBOUR_CHARS));
  if (ASKS.test(text)) add(`n?${side}`);
  if (ANNOUNCES.test(text)) add(`n:${side}`);
  if (isHeading(text)) add(`nh${side}`);
  if (/^["“«„]/.test(text)) add(`nq${side}`);
  if (tokens.length < 5) add(`ns${side}`);
  for (const { text: word } of tokens) if (isFrequent(word)) add(`n${side}${word}`);
  add(`n0${side}${tokens[0]?.text ?? ''}`);
}

/** How a sentence differs from the others of a long message: a rule among fragments is a whole sentence. */
function addBrief(text: string, { lengths, short, stopped, capital }: Message, add: Add): void {
  const yes = (pattern: RegExp): string => (pattern.test(text) ? 'y' : 'n');
  add(`g${short}`);
  add(`gr${Math.round((longerThan(text.length, lengths) / lengths.length) * 4)}`);
  add(`gp${stopped}${yes(FULL_STOP)}`);
  add(`gc${capital}${yes(CAPITAL)}`);
}

function longerThan(length: number, sorted: readonly number[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) > length) high = middle;
    else low = middle + 1;
  }
  return sorted.length - low;
}

function isHeading(text: string): boolean {
  return TITLE.test(text) || (text.length < 40 && ANNOUNCES.test(text));
}

function headingFeatures(heading: string): readonly string[] {
  const words = tokensOf(heading.slice(0, NEIGHBOUR_CHARS)).filter(({ kind }) => kind !== 'mark');
  return ['hY', ...words.map(({ text }) => `h${text}`)];
}
