/** What models want before a text, as their makers say; by a part of the name, the first that matches. */

/** Many models want to be told which of the two a text is. */
export type TextKind = 'query' | 'passage';

const INSTRUCTION = 'Represent this sentence for searching relevant passages: ';
const NONE: Readonly<Record<TextKind, string>> = { query: '', passage: '' };
const FAMILIES: readonly (readonly [RegExp, Readonly<Record<TextKind, string>>])[] = [
  [/nomic-embed/, { query: 'search_query: ', passage: 'search_document: ' }],
  [/(^|[^a-z])e5-/, { query: 'query: ', passage: 'passage: ' }],
  [/bge-m3/, NONE],
  [/arctic-embed.*(v2|2\.0)|arctic-embed2/, { query: 'query: ', passage: '' }],
  [/bge-|mxbai-embed|arctic-embed/, { query: INSTRUCTION, passage: '' }],
];

/** A model looks at no more of a text, or refuses it; longer than most passages. */
const MAX_TEXT_CHARS = 2_000;

/** The text as this model wants it. */
export function prepared(text: string, kind: TextKind, model: string): string {
  const prefix = FAMILIES.find(([family]) => family.test(model.toLowerCase()))?.[1] ?? NONE;
  return prefix[kind] + text.slice(0, MAX_TEXT_CHARS).toWellFormed();
}
