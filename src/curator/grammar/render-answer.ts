/**
 * An answer as text, in its canonical form. A file stands in a fence longer than any run of backticks in it, so no
 * content, not even lines that look like this grammar, can end it early; a refused file is an empty one.
 */
import type { MemoryFileName } from '../../memory/memory-file.ts';
import type { AnsweredAction, AnsweredLearning, CuratorAnswer } from '../answer.ts';
import { type Citation, NO_CITATION, renderCitation, splitCitation } from './citation.ts';
import { fenceAround } from './fence-line.ts';
import { normalAnswer } from './normal-answer.ts';

export function renderAnswer(answer: CuratorAnswer): string {
  const { learnings, actions, done, files, refusedFiles } = normalAnswer(answer);
  const lines = [
    ...learnings.map((learning) => `${learning.type}: ${withCitation(learning)}`),
    ...actions.map((action) => `ACTION: ${withCitation(action)}`),
    ...done.map((id) => `DONE: ${id}`),
    ...files.map(({ name, content }) => `${updateLabel(name)}\n${fenced(content)}`),
    ...refusedFiles.map((name) => `${updateLabel(name)}\n${fenced('')}`),
  ];
  return `${lines.join('\n') || 'NONE'}\n`;
}

/** `USER_MD_UPDATE:` for user.md. */
export function updateLabel(name: MemoryFileName): string {
  return `${name.toUpperCase().replace('.', '_')}_UPDATE:`;
}

function withCitation({ content, ...given }: AnsweredLearning | AnsweredAction): string {
  const citation: Citation = { ...NO_CITATION, ...given };
  const rendered = renderCitation(citation);
  // Text that ends like a citation needs one behind it, to stay text.
  const needed = rendered !== renderCitation(NO_CITATION) || splitCitation(content) !== null;
  return needed ? `${content} ${rendered}` : content;
}

function fenced(content: string): string {
  const fence = fenceAround(content);
  return `${fence}markdown\n${content}${fence}`;
}
