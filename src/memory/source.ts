/**
 * Where a record's text came from. Trust is computed from this in code and never raised by a model, so the class is
 * decided once, at capture, and stored with the record.
 */
export const SOURCE_CLASSES = ['typed', 'pasted', 'assistant', 'tool', 'file', 'import'] as const;
export type SourceClass = (typeof SOURCE_CLASSES)[number];

/** A prompt longer than this was hardly typed: treated as pasted, which is not the user's own voice. */
const TYPED_LIMIT_CHARS = 400;
const QUOTED_LINE = /^\s*(?:>|```|~~~)/m;

/** Typed or pasted, by shape alone; text known from a tool result is a further test made where the session is known. */
export function classifyPrompt(text: string): 'typed' | 'pasted' {
  return text.length > TYPED_LIMIT_CHARS || QUOTED_LINE.test(text) ? 'pasted' : 'typed';
}
