/**
 * A memory file as agents are given it. Its lines tell of learnings, and are known by their words alone: those of what is on its
 * way out are left out, and what may have replaced something else says so.
 */
import { lineKey, linesOf, textOf } from '../files/file-text.ts';
import { telling } from '../files/same-line.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { isUnsettled, unsettledMark } from '../memory/learning.ts';
import type { FileVersion } from '../memory/memory-file.ts';
import { isQuestion } from '../memory/review.ts';
import type { Hidden } from '../memory/withheld.ts';

/** More than anybody answers; further ones are given without the mark. */
const MOST_ASKED = 500;

/** Keys of the lines that tell of statements about which a person is asked, with the mark of each. */
export async function marksOf(
  knowledge: Pick<Knowledge, 'reviews' | 'learning'>,
): Promise<ReadonlyMap<string, string>> {
  const waiting = await knowledge.reviews({ statuses: ['waiting'], limit: MOST_ASKED });
  const asked = await Promise.all(waiting.filter(isQuestion).map(({ held }) => knowledge.learning(held.learning.id)));
  const marked = asked.filter((learning) => learning !== undefined).filter(isUnsettled);
  return new Map(marked.map((learning) => [lineKey(learning.content), unsettledMark(learning)]));
}

export function givenFile(
  file: FileVersion,
  { hidden, marks }: { readonly hidden: Hidden | undefined; readonly marks: ReadonlyMap<string, string> },
): FileVersion {
  const texts = hidden?.texts ?? [];
  if (texts.length === 0 && marks.size === 0) return file;
  const tells = texts.length === 0 ? () => false : telling(texts);
  const lines = linesOf(file.content).filter((line) => !tells(lineKey(line)));
  return { ...file, content: textOf(lines.map((line) => `${line}${marks.get(lineKey(line)) ?? ''}`)) };
}
