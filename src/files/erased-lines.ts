/**
 * A file on disk whose version was forgotten. Its lines that are gone from knowledge must not come back; what the person
 * has done to the others is theirs. `gone` are the digests of all lines the file had when it was last written.
 */
import { lineDigest } from '../memory/memory-file.ts';
import { linesOf, textOf } from './file-text.ts';

export interface EditedSince {
  /** What the person began with, as far as it may still be known. */
  readonly before: string;
  /** What they have made of that. */
  readonly content: string;
}

/** Undefined when nobody has changed the file: all that it says more is what was forgotten. */
export function editedSince(disk: string, newest: string, gone: ReadonlySet<string>): EditedSince | undefined {
  const known = new Set(linesOf(newest).map((line) => line.trim()));
  const before = linesOf(newest).filter((line) => isBlank(line) || gone.has(lineDigest(line)));
  const content = linesOf(disk).filter(
    (line) => isBlank(line) || known.has(line.trim()) || !gone.has(lineDigest(line)),
  );
  const [then, now] = [before, content].map((lines) => lines.filter((line) => !isBlank(line)).join('\n'));
  return then === now ? undefined : { before: textOf(before), content: textOf(content) };
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}
