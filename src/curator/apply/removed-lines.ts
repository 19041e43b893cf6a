/**
 * What leaves a file stays a learning that search finds (A-016, B-029). Most lines are learnings already; a line that only
 * stood in the file becomes one, whether it was cut for want of room or left out by a rewrite. What a person took out, and what
 * another line took the place of, is kept as what was once known.
 */
import { lineChanges } from '../../files/line-changes.ts';
import { deriveId, type LearningId } from '../../memory/ids.ts';
import { newLearning } from '../../memory/learning.ts';
import type { MemoryFileRef } from '../../memory/memory-file.ts';
import { coverage, relationOf, statementOf, termsOf } from '../../memory/similarity.ts';
import { saysTooLittle } from './low-value.ts';
import { isListing } from './touched-files.ts';
import type { Draft } from './unit-of-work.ts';

const CANDIDATES = 10;
/** Half of a line's words in a line that came: it was put otherwise. */
const SUCCEEDED = 0.5;

export async function keepLeaving(
  draft: Draft,
  ref: MemoryFileRef,
  change: { readonly before: string; readonly after: string; readonly cut: readonly string[] },
): Promise<void> {
  const cut = new Set(change.cut);
  const { added, removed } = lineChanges(change.before, change.after);
  const leaving = new Set([...removed, ...cut]);
  const successors = added.map(termsOf);
  const isReplaced = (text: string) => {
    const terms = termsOf(text);
    return successors.some((other) => coverage(terms, other) >= SUCCEEDED);
  };
  for (const line of leaving) {
    const text = line.replace(/^\s*(?:[-*+]|\d+\.)\s+/, '').trim();
    // What code says about the disk is computed again.
    if (isListing(line) || text.startsWith('#') || saysTooLittle(text) || (await isKnown(draft, ref, text))) continue;
    const { id: actId, ts } = draft.act;
    draft.put(
      newLearning(ts, {
        id: deriveId<LearningId>(actId, 'left', ref.workspace ?? '', ref.name, text),
        workspace: ref.workspace,
        type: 'FACT',
        content: text,
        tags: ['from-file'],
        // Whoever said it, nothing here shows that it was the user.
        trust: 'assistant',
        validTo: cut.has(line) || (draft.act.kind === 'curation' && !isReplaced(text)) ? null : ts,
      }),
      'learned',
      null,
    );
  }
}

async function isKnown(draft: Draft, ref: MemoryFileRef, text: string): Promise<boolean> {
  const statement = statementOf(text);
  const isIt = (content: string) => relationOf(statementOf(content), statement) === 'same';
  const handled = [...draft.touched, ...draft.removed, ...draft.touchedActions];
  if (handled.some(({ content }) => isIt(content))) return true;
  const hits = await draft.searchLearnings({
    text,
    workspace: ref.workspace,
    valid: false,
    limit: CANDIDATES,
  });
  return hits.some(({ learning }) => isIt(learning.content));
}
