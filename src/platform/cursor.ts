/** Where a page ended, as text that is handed out and back: a few numbers that only the engine that made it reads. */
import { CarryoverError } from '../memory/error.ts';

export function pageMark(numbers: readonly number[]): string {
  return Buffer.from(JSON.stringify(numbers)).toString('base64url');
}

/** Throws for what no engine has made: it comes from outside. */
export function readPageMark(mark: string, count: number): readonly number[] {
  const numbers = parsed(Buffer.from(mark, 'base64url').toString());
  if (Array.isArray(numbers) && numbers.length === count && numbers.every(Number.isFinite)) return numbers;
  throw new CarryoverError('this is not where a page ended', {
    code: 'invalid-input',
    subject: mark.slice(0, 80),
    hint: 'begin with the first page',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
