/** Where a text came from, as a person says it. */
import type { SourceClass } from '../memory/source.ts';

export const SOURCES: Readonly<Record<SourceClass, string>> = {
  typed: 'your own words',
  pasted: 'something you pasted',
  assistant: 'what the agent said',
  tool: 'what a tool put out',
  file: 'a file',
  import: 'an import',
};
