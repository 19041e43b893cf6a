/**
 * What a person did, applied: the person wins. A line taken out of a file withdraws what was learned there; a line put
 * in is learned with the trust of the user's own words; a line changed does both and links them.
 */
import { humanLinesAfter, lineChanges } from '../../files/line-changes.ts';
import { mergeThreeWay } from '../../files/merge.ts';
import type { EditChange } from '../../memory/act.ts';
import type { Learning } from '../../memory/learning.ts';
import type { MemoryFileRef } from '../../memory/memory-file.ts';
import type { Draft } from './draft.ts';
import { learnFromLines } from './learn-from-lines.ts';
import { placementOf } from './placement.ts';
import { putCurated } from './put-file.ts';
import { setStatus } from './settle-action.ts';
import { supersede } from './settle-learning.ts';
import { weaveActions, weaveLearnings } from './weave-files.ts';

export async function applyEdit(draft: Draft, change: EditChange): Promise<void> {
  switch (change.kind) {
    case 'file':
      return editFile(draft, change);
    case 'undo':
      return undoFile(draft, change);
    case 'deploy':
      for (const { name, content } of change.files)
        await draft.putFile({ name, workspace: null }, { content, author: 'deploy', humanLines: [] });
      return;
    case 'action': {
      const action = await draft.action(change.action);
      if (action === undefined) return draft.drop('unknown-action');
      await setStatus(draft, action, change.status);
      return weaveInto(draft, { name: 'context.md', workspace: action.workspace }, (text) => weaveActions(text, draft));
    }
    case 'review':
      return decideReview(draft, change);
    case 'recurate':
      // What it asks for happens in a replay, which leaves out what came before it.
      return;
  }
}

async function editFile(draft: Draft, { file, before, content }: EditChange & { kind: 'file' }): Promise<void> {
  const current = await draft.file(file);
  const standing = current?.content ?? '';
  const merged = standing === before ? content : mergeThreeWay({ base: before, curator: standing, human: content });
  await draft.putFile(file, {
    content: merged,
    author: 'human',
    // Against what stood there: lines the curator added meanwhile are not the person's.
    humanLines: humanLinesAfter(current?.humanLines ?? [], standing, merged),
  });
  await learnFromLines(draft, file, lineChanges(before, content), content);
}

async function undoFile(draft: Draft, { file, content }: EditChange & { kind: 'undo' }): Promise<void> {
  const current = await draft.file(file);
  const standing = current?.content ?? '';
  await draft.putFile(file, {
    content,
    author: 'undo',
    humanLines: humanLinesAfter(current?.humanLines ?? [], standing, content),
  });
  await learnFromLines(draft, file, lineChanges(standing, content), content);
}

async function decideReview(draft: Draft, { review: id, decision }: EditChange & { kind: 'review' }): Promise<void> {
  const review = await draft.knowledge.review(id);
  if (review === undefined || review.status !== 'waiting') return draft.drop('unknown-review');
  draft.hold({ ...review, status: decision });
  if (decision === 'rejected') return;
  const { held } = review;
  if (held.kind === 'file') {
    const current = await draft.file(held.file);
    return draft.putFile(held.file, {
      content: held.content,
      author: 'curator',
      humanLines: humanLinesAfter(current?.humanLines ?? [], held.content, held.content),
    });
  }
  const { ts } = draft.act;
  // Whoever says yes to it has said it.
  const accepted: Learning = {
    ...held.learning,
    trust: 'typed',
    createdAt: ts,
    updatedAt: ts,
    confirmedAt: ts,
    validFrom: ts,
  };
  const replaced = held.replaces === null ? undefined : await draft.learning(held.replaces);
  if (replaced === undefined || replaced.validTo !== null) draft.put(accepted, 'reviewed', null);
  else supersede(draft, replaced, accepted);
  const place = placementOf(accepted);
  if (place === undefined) return;
  const ref = { name: place.name, workspace: accepted.workspace };
  return weaveInto(draft, ref, (text) => weaveLearnings(text, ref, draft.touched, false));
}

async function weaveInto(draft: Draft, ref: MemoryFileRef, weave: (content: string) => string): Promise<void> {
  if (ref.name !== 'user.md' && ref.workspace === null) return;
  await putCurated(draft, ref, weave((await draft.file(ref))?.content ?? ''));
}
