/**
 * Where a record's text came from. Trust is computed from this in code and never raised by a model, so the class is
 * decided once, at capture, and stored with the record. A prompt is `typed` when any of it is: `record-segments.ts` knows
 * which parts of it are not.
 */
export const SOURCE_CLASSES = ['typed', 'pasted', 'assistant', 'tool', 'file', 'import'] as const;
export type SourceClass = (typeof SOURCE_CLASSES)[number];
