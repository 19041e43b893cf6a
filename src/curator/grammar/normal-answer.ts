/**
 * The normal form of an answer: what text can carry and parsing gives back. For every answer x,
 * `parseAnswer(renderAnswer(x))` equals `normalAnswer(x)`, and `normalAnswer` changes nothing it has made.
 *
 * Normal: texts on one line, trimmed, at most 1,000 characters; subjects and tags without `;`, parentheses and (tags)
 * commas; turns ascending, each once; ids without spaces; files that a curator may rewrite, each once, in the form
 * `files` keeps; at most 100 learnings, actions and ids. What is nothing (empty, "none", "no change") is left out.
 */
import type { MemoryFileName } from '../../memory/memory-file.ts';
import type { AnsweredAction, AnsweredFile, AnsweredLearning, CuratorAnswer } from '../answer.ts';
import { normalFile, normalId, normalSubject, normalTags, normalText, normalTurns } from './normal-parts.ts';

/** Ten are asked for; an answer with more than this is noise. */
const ITEMS = 100;
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
  return {
    learnings: answer.learnings.map(normalLearning).filter(hasContent).slice(0, ITEMS),
    actions: answer.actions.map(normalAction).filter(hasContent).slice(0, ITEMS),
    done: [...new Set(answer.done.map(normalId).filter((id) => id !== null))].slice(0, ITEMS),
    files: accepted,
    refusedFiles,
  };
}

/** The last word on a file counts, also for the order. */
function setLast(files: Map<MemoryFileName, string>, name: MemoryFileName, content: string): void {
  files.delete(name);
  files.set(name, content);
}

function normalLearning(learning: AnsweredLearning): AnsweredLearning {
  const { subject, replaces } = learning;
  return {
    type: learning.type,
    content: normalText(learning.content),
    turns: normalTurns(learning.turns),
    scope: learning.scope,
    subject: subject === null ? null : normalSubject(subject),
    tags: normalTags(learning.tags),
    replaces: replaces === null ? null : normalId(replaces),
  };
}

function normalAction({ content, turns, priority }: AnsweredAction): AnsweredAction {
  return { content: normalText(content), turns: normalTurns(turns), priority };
}

function hasContent({ content }: { readonly content: string }): boolean {
  return content !== '';
}
