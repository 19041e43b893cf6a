/**
 * What a person did, applied: the person wins. A line taken out of a file withdraws what was learned there; a line put
 * in is learned with the trust of the user's own words; a line changed does both and links them.
 */
import { humanLinesAfter, lineChanges } from '../../files/line-changes.ts';
import { mergeThreeWay } from '../../files/merge.ts';
import type { EditChange } from '../../memory/act.ts';
import type { Learning } from '../../memory/learning.ts';
import type { MemoryFileRef } from '../../memory/memory-file.ts';
import type { HeldRewrite } from '../../memory/review.ts';
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
      return weaveInto(draft, { name: 'context.md', workspace: action.workspace });
    }
    case 'review':
      return decideReview(draft, change);
    case 'recurate':
      return passFiles(draft, change);
  }
}

async function editFile(draft: Draft, { file, before, content }: EditChange & { kind: 'file' }): Promise<void> {
  const current = await draft.file(file);
  const standing = current?.content ?? '';
  const merged = standing === before ? content : mergeThreeWay({ base: before, curator: standing, human: content });
  // Also when it is merged: after a crash, what stands on disk must not be taken for a second edit.
  if (merged !== content) await draft.passFile(file, { content, author: 'human', humanLines: [] });
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
  if (held.kind === 'file') return acceptRewrite(draft, held);
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
  // What it replaces may stand in another file.
  const { touched } = draft;
  const refs = touched.flatMap((learning) => {
    const name = placementOf(learning)?.name;
    return name === undefined ? [] : [{ name, workspace: learning.workspace }];
  });
  for (const ref of refs) await weaveInto(draft, ref, touched);
}

/** What the file has become since then stays: the rewrite is a change of what it was when it was held. */
async function acceptRewrite(draft: Draft, { file, base, content }: HeldRewrite): Promise<void> {
  const then = (await draft.knowledge.fileVersion(file, base))?.content ?? '';
  const now = (await draft.file(file))?.content ?? '';
  await putCurated(draft, file, mergeThreeWay({ base: then, curator: content, human: now }));
}

/** Only into a file that is kept: which are is not known here, but for user.md, which always is. */
async function weaveInto(draft: Draft, ref: MemoryFileRef, learnings: readonly Learning[] = []): Promise<void> {
  const current = await draft.file(ref);
  if (current === undefined && ref.name !== 'user.md') return;
  const woven = weaveLearnings(current?.content ?? '', ref, learnings, false);
  await putCurated(draft, ref, ref.name === 'context.md' ? weaveActions(woven, draft) : woven);
}

/** A replay left out what the curator wrote: what stands on disk is its work all the same, and no person's. */
async function passFiles(draft: Draft, { files }: EditChange & { kind: 'recurate' }): Promise<void> {
  for (const { file, content } of files) {
    const { content: standing = '', humanLines = [] } = (await draft.file(file)) ?? {};
    await draft.passFile(file, { content, author: 'curator', humanLines: [] });
    await draft.putFile(file, { content: standing, author: 'curator', humanLines });
  }
}
