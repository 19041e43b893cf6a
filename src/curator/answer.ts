/** What a curator's answer says, whoever gave it (A-060, B-060). Text is the curator's own words: nothing here is trusted yet. */
import type { ActionPriority } from '../memory/action.ts';
import type { LearnedType } from '../memory/learning.ts';
import type { MemoryFileName } from '../memory/memory-file.ts';

export interface CuratorAnswer {
  readonly learnings: readonly AnsweredLearning[];
  readonly actions: readonly AnsweredAction[];
  /** Ids of open actions that are done. */
  readonly done: readonly string[];
  readonly files: readonly AnsweredFile[];
  readonly edits: readonly AnsweredEdit[];
  /** Files whose update was cut off or empty, and so was refused. */
  readonly refusedFiles: readonly MemoryFileName[];
}

export interface AnsweredLearning {
  readonly type: Exclude<LearnedType, 'ACTION'>;
  readonly content: string;
  /** Numbers of turns it cites; empty when it cites none. */
  readonly turns: readonly number[];
  readonly scope: 'user' | 'space' | null;
  readonly subject: string | null;
  readonly tags: readonly string[];
  /** The id (or its beginning) of a known learning that holds no more because of this one. */
  readonly replaces: string | null;
  /** Ways somebody might ask for it later: words for the index, said by nobody. */
  readonly asked?: readonly string[];
}

export interface AnsweredAction {
  readonly content: string;
  readonly turns: readonly number[];
  readonly priority: ActionPriority;
}

/** The whole new content of a file. */
export interface AnsweredFile {
  readonly name: MemoryFileName;
  readonly content: string;
}

/** Single lines of a file, in the order they were given: a line to add right behind one to remove stands in its place. */
export interface AnsweredEdit {
  readonly name: MemoryFileName;
  readonly changes: readonly LineChange[];
}

export interface LineChange {
  readonly op: 'add' | 'remove';
  /** The heading it was given under; null for none. */
  readonly section: string | null;
  /** Without its bullet. */
  readonly text: string;
}
