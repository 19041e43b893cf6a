/** What a person writes as one memory: without secrets, on one line. Throws for what is none; nothing is cut off. */
import { CarryoverError } from '../memory/error.ts';

const MOST_CHARS = 2_000;

export function writtenLine(text: string, clean: (text: string) => string): string {
  return clean(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

export function writtenMemory(text: string, clean: (text: string) => string): string {
  const line = writtenLine(text, clean);
  if (line === '') throw invalid('a memory needs some words', 'say what was observed');
  if (line.length > MOST_CHARS)
    throw invalid(`a memory has ${MOST_CHARS} characters at most`, 'say it shorter, or make several of it');
  return line;
}

function invalid(message: string, hint: string): CarryoverError {
  return new CarryoverError(message, { code: 'invalid-input', hint });
}
