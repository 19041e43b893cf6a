/** What another tool remembers, as lines of an import: each statement a learning that was learned nowhere yet. */
import { deriveId, type LearningId } from '../../../memory/ids.ts';
import type { LearnedType } from '../../../memory/learning.ts';

export interface SourceStatement {
  readonly type: Extract<LearnedType, 'FACT' | 'PREFERENCE'>;
  readonly content: string;
  readonly subject?: string | null;
  readonly tags?: readonly string[];
  /** The file it stands in. */
  readonly path: string;
  /** False for what holds in every project. */
  readonly ofProject: boolean;
}

/** Stands for the project that is named beside the lines. */
const HERE = 'here';

export function sourceLine(format: string, { type, content, subject, tags, path, ofProject }: SourceStatement): string {
  const id = deriveId<LearningId>(format, path, content);
  const workspace = ofProject ? HERE : null;
  const scope = ofProject ? 'space' : 'user';
  return JSON.stringify({
    kind: 'learning',
    id,
    type,
    content,
    workspace,
    scope,
    subject: subject ?? null,
    tags: tags ?? [],
    path,
  });
}
