/**
 * The normal form of an answer: what text can carry and parsing gives back. For every answer x,
 * `parseAnswer(renderAnswer(x))` equals `normalAnswer(x)`, and `normalAnswer` changes nothing it has made.
 *
 * Normal: texts on one line, trimmed, at most 1,000 characters; subjects and tags without `;`, parentheses and (tags)
 * commas; turns ascending, each once; ids without spaces; files that a curator may rewrite, each once, in the form
 * `files` keeps, or else lines of one, each without its bullet; at most 100 learnings, actions and ids. What is nothing (empty, "none", "no change") is left out.
 */
import type { MemoryFileName } from '../../memory/memory-file.ts';
import type { AnsweredAction, AnsweredEdit, AnsweredFile, AnsweredLearning, CuratorAnswer } from '../answer.ts';
import {
  normalAsked,
  normalFile,
  normalId,
  normalLine,
  normalSubject,
  normalTags,
  normalText,
  normalTurns,
} from './normal-parts.ts';

/** Ten are asked for; an answer with more than this is noise. */
const ITEMS = 100;
/** More lines than a file may have. */
const CHANGES = 200;
/** Only a deployment writes these. */
const LOCKED_FILES: readonly MemoryFileName[] = ['soul.md', 'os.md'];

export function normalAnswer(answer: CuratorAnswer): CuratorAnswer {
  const files = new Map<MemoryFileName, string>();
  for (const { name, content } of answer.files) setLast(files, name, normalFile(content));
  for (const name of answer.refusedFiles) setLast(files, name, '');
  const accepted: AnsweredFile[] = [];
  const refusedFiles: MemoryFileName[] = [];
  for (const [name, content] of files) {
    if (content === '' || LOCKED_FILES.includes(name)) refusedFiles.push(name);
    else accepted.push({ name, content });
  }
  const edits = new Map<MemoryFileName, AnsweredEdit['changes']>();
  for (const { name, changes } of answer.edits) setLast(edits, name, normalChanges(changes));
  // A whole file is the last word on it.
  for (const [name, changes] of edits) if (files.has(name) || changes.length === 0) edits.delete(name);
  for (const name of LOCKED_FILES) if (edits.delete(name)) refusedFiles.push(name);
  return {
    learnings: answer.learnings.map(normalLearning).filter(hasContent).slice(0, ITEMS),
    actions: answer.actions.map(normalAction).filter(hasContent).slice(0, ITEMS),
    done: [...new Set(answer.done.map(normalId).filter((id) => id !== null))].slice(0, ITEMS),
    files: accepted,
    edits: [...edits].map(([name, changes]) => ({ name, changes })),
    refusedFiles,
  };
}

/** The last word on a file counts, also for the order. */
function setLast<Content>(files: Map<MemoryFileName, Content>, name: MemoryFileName, content: Content): void {
  files.delete(name);
  files.set(name, content);
}

function normalLearning(learning: AnsweredLearning): AnsweredLearning {
  const { subject, replaces } = learning;
  const asked = normalAsked(learning.asked ?? []);
  return {
    type: learning.type,
    content: normalText(learning.content),
    turns: normalTurns(learning.turns),
    scope: learning.scope,
    subject: subject === null ? null : normalSubject(subject),
    tags: normalTags(learning.tags),
    replaces: replaces === null ? null : normalId(replaces),
    ...(asked.length === 0 ? {} : { asked }),
  };
}

function normalChanges(changes: AnsweredEdit['changes']): AnsweredEdit['changes'] {
  const normal = changes
    .map(({ op, section, text }) => ({
      op,
      section: section === null ? null : normalLine(section.replaceAll('#', ' ')) || null,
      text: normalLine(text),
    }))
    .filter(({ text }) => text !== '')
    .slice(0, CHANGES);
  // What stands under no heading comes before all headings.
  return [...normal.filter(({ section }) => section === null), ...normal.filter(({ section }) => section !== null)];
}

function normalAction({ content, turns, priority }: AnsweredAction): AnsweredAction {
  return { content: normalText(content), turns: normalTurns(turns), priority };
}

function hasContent({ content }: { readonly content: string }): boolean {
  return content !== '';
}
