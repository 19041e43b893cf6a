/** What models want of whoever asks them, as their makers say; by a part of the name, the first that matches. */
import type { TextKind } from './embedder.ts';

interface Traits {
  readonly prefix: Readonly<Record<TextKind, string>>;
  /** How the vectors of a text's tokens become one; a server knows it by itself. */
  readonly pooling: 'mean' | 'cls';
}

const INSTRUCTION = 'Represent this sentence for searching relevant passages: ';
const PLAIN: Traits = { prefix: { query: '', passage: '' }, pooling: 'mean' };
const FAMILIES: readonly (readonly [RegExp, Traits])[] = [
  [/nomic-embed/, { prefix: { query: 'search_query: ', passage: 'search_document: ' }, pooling: 'mean' }],
  [/(^|[^a-z])e5-/, { prefix: { query: 'query: ', passage: 'passage: ' }, pooling: 'mean' }],
  [/bge-m3/, { ...PLAIN, pooling: 'cls' }],
  [/arctic-embed.*(v2|2\.0)|arctic-embed2/, { prefix: { query: 'query: ', passage: '' }, pooling: 'cls' }],
  [/bge-|mxbai-embed|arctic-embed/, { prefix: { query: INSTRUCTION, passage: '' }, pooling: 'cls' }],
];

/** Longer than any passage; a model cuts off or refuses what is too long for it. */
const MAX_TEXT_CHARS = 4_000;

export function poolingOf(model: string): Traits['pooling'] {
  return traitsOf(model).pooling;
}

/** The texts as this model wants them. */
export function prepared(texts: readonly string[], kind: TextKind, model: string): readonly string[] {
  const prefix = traitsOf(model).prefix[kind];
  return texts.map((text) => prefix + text.slice(0, MAX_TEXT_CHARS).toWellFormed());
}

function traitsOf(model: string): Traits {
  return FAMILIES.find(([family]) => family.test(model.toLowerCase()))?.[1] ?? PLAIN;
}
