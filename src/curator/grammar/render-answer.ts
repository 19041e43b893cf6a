/**
 * An answer as text, in its canonical form. A file stands in a fence longer than any run of backticks in it, so no
 * content, not even lines that look like this grammar, can end it early; a refused file is an empty one.
 */
import type { MemoryFileName } from '../../memory/memory-file.ts';
import type { AnsweredAction, AnsweredLearning, CuratorAnswer } from '../answer.ts';
import { type Citation, NO_CITATION, renderCitation, splitCitation } from './citation.ts';
import { fenceAround } from './fence-line.ts';
import { ASKED } from './label-line.ts';
import { renderLineChanges } from './line-edit.ts';
import { normalAnswer } from './normal-answer.ts';

export const NO_ANSWER = 'NONE\n';
/** Stands before what the rules answered beside a model: both are kept with the act. */
export const RULES_MARK = 'BY RULES\n';

export function renderAnswer(answer: CuratorAnswer): string {
  const { learnings, actions, done, files, edits, refusedFiles } = normalAnswer(answer);
  const lines = [
    ...learnings.flatMap((learning) => [`${learning.type}: ${withCitation(learning)}`, ...askedLine(learning)]),
    ...actions.map((action) => `ACTION: ${withCitation(action)}`),
    ...done.map((id) => `DONE: ${id}`),
    ...files.map(({ name, content }) => `${updateLabel(name)}\n${fenced(content)}`),
    ...edits.map(({ name, changes }) => `${editLabel(name)}\n${fenced(renderLineChanges(changes))}`),
    ...refusedFiles.map((name) => `${updateLabel(name)}\n${fenced('')}`),
  ];
  return lines.length === 0 ? NO_ANSWER : `${lines.join('\n')}\n`;
}

/** `USER_MD_UPDATE:` for user.md. */
export function updateLabel(name: MemoryFileName): string {
  return `${name.toUpperCase().replace('.', '_')}_UPDATE:`;
}

/** `USER_MD_EDIT:` for user.md. */
function editLabel(name: MemoryFileName): string {
  return `${name.toUpperCase().replace('.', '_')}_EDIT:`;
}

function askedLine({ asked = [] }: AnsweredLearning): readonly string[] {
  return asked.length === 0 ? [] : [`${ASKED}: ${asked.join(' | ')}`];
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
