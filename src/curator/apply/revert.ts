/**
 * What acts did is taken back (POI-12), newest first: what each changed becomes what it was before, and what it made is
 * withdrawn for good. Where somebody has changed the same thing since, that stays. When nothing came after, the files are
 * byte for byte what they were.
 */
import { isDeepStrictEqual } from 'node:util';
import { humanLinesAfter } from '../../files/line-changes.ts';
import { fileSpec } from '../../files/manifest.ts';
import { mergeThreeWay } from '../../files/merge.ts';
import type { ActChanges } from '../../knowledge/act-changes.ts';
import type { EditChange } from '../../memory/act.ts';
import type { Learning, LearningChange } from '../../memory/learning.ts';
import type { FileVersion } from '../../memory/memory-file.ts';
import { isFoundEdit } from '../../memory/review.ts';
import { rejectFound } from './found-edit.ts';
import type { Draft } from './unit-of-work.ts';
import { updateTouched } from './update-files.ts';
import { decideAction, withdraw } from './user-decisions.ts';

export async function revert(draft: Draft, { acts, learnings }: EditChange & { kind: 'revert' }): Promise<void> {
  for (const act of acts.toReversed()) {
    const changes = await draft.knowledge.changesOf([act]);
    const moved = await revertLearnings(draft, changes.learnings);
    await revertActions(draft, changes.actions);
    await revertReviews(draft, changes.reviews);
    for (const versions of Map.groupBy(changes.files, ({ workspace, name }) => `${workspace} ${name}`).values())
      await revertFile(draft, versions);
    // The files it changed may be void, too.
    if (changes.files.length === 0) await updateTouched(draft, moved);
  }
  const withdrawn: Learning[] = [];
  for (const learning of learnings) withdrawn.push(...(await withdrawOne(draft, learning)));
  await updateTouched(draft, withdrawn);
}

/** Those whose words or place changed, each behind what it was until now. */
async function revertLearnings(draft: Draft, changes: readonly LearningChange[]): Promise<readonly Learning[]> {
  const moved: Learning[] = [];
  for (const [id, own] of Map.groupBy(changes, ({ learningId }) => learningId)) {
    const [first, last] = [own[0], own.at(-1)];
    const now = await draft.learning(id);
    if (now === undefined || first === undefined || last === undefined) continue;
    const before = stateBefore(first);
    if (before === null) {
      // It only kept the wording that holds again.
      if (own.length === 1 && first.after.supersededBy !== null) draft.remove(now);
      if (now.validTo === null) close(draft, now);
      continue;
    }
    const restored = { ...undone(before, last.after, now), updatedAt: draft.act.ts };
    draft.put(restored, 'reverted', now);
    const isMoved = restored.content !== now.content || restored.workspace !== now.workspace;
    if (isMoved) moved.push({ ...now, validTo: draft.act.ts }, restored);
  }
  return moved;
}

/** The act that made it may be void; then it came into this one as it was. */
export function stateBefore({ before, after, cause, ts }: LearningChange): Learning | null {
  return before ?? (cause === 'learned' && after.updatedAt < ts ? after : null);
}

async function revertActions(draft: Draft, changes: ActChanges['actions']): Promise<void> {
  for (const { id, before, after } of changes) {
    const now = (await draft.action(id)) ?? after;
    if (before !== null) draft.putAction({ ...undone(before, after, now), touchedAt: draft.act.ts });
    else if (now.status === 'pending') draft.putAction({ ...now, status: 'dismissed', touchedAt: draft.act.ts });
  }
}

async function revertReviews(draft: Draft, changes: ActChanges['reviews']): Promise<void> {
  for (const { id, before, after } of changes) {
    const now = (await draft.knowledge.review(id)) ?? after;
    if (before !== null) draft.hold(undone(before, after, now));
    // Whoever held it is void: what is taken back is the decision.
    else if (after.status !== 'waiting') draft.hold({ ...now, status: 'waiting' });
    else if (now.status === 'waiting') {
      draft.hold({ ...now, status: 'rejected' });
      // What stands on disk must be known, or it is taken for an edit.
      if (isFoundEdit(now)) await rejectFound(draft, now);
    }
  }
}

/** All versions that one act made of one file, oldest first. */
async function revertFile(draft: Draft, versions: readonly FileVersion[]): Promise<void> {
  const [first, last] = [versions[0], versions.at(-1)];
  if (first === undefined || last === undefined || fileSpec(first.name).owner === 'deploy') return;
  const ref = { name: first.name, workspace: first.workspace };
  const before = await draft.knowledge.fileVersion(ref, first.version - 1);
  // What it was is not known any more: the lines of what was withdrawn go all the same.
  if (before === undefined && first.version > 1) return updateTouched(draft, draft.touched);
  const now = (await draft.file(ref)) ?? last;
  if (now.content === last.content)
    return draft.putFile(ref, {
      content: before?.content ?? '',
      author: 'undo',
      humanLines: before?.humanLines ?? [],
    });
  const content = mergeThreeWay({ base: last.content, curator: before?.content ?? '', human: now.content });
  await draft.putFile(ref, { content, author: 'undo', humanLines: humanLinesAfter(now.humanLines, content, content) });
  await updateTouched(draft, draft.touched, [ref]);
}

/** What it was before, but for what has been changed since. */
function undone<Row extends object>(before: Row, after: Row, now: Row): Row {
  const isTouched = (key: string) => !isDeepStrictEqual(Reflect.get(now, key), Reflect.get(after, key));
  return { ...before, ...Object.fromEntries(Object.entries(now).filter(([key]) => isTouched(key))) };
}

/** Those that hold no more because of it. The act it came from may be void; then nothing is known of it, and it stays out. */
async function withdrawOne(draft: Draft, learning: Learning): Promise<readonly Learning[]> {
  let now = await draft.learning(learning.id);
  if (now === undefined) {
    now = { ...learning, validTo: null };
    draft.put(now, 'learned', null);
  }
  if (now.validTo !== null) return [];
  const { id, workspace } = now;
  const action = (await draft.openActions(workspace)).find(({ sourceLearningId }) => sourceLearningId === id);
  if (action === undefined) close(draft, now);
  else await decideAction(draft, action, 'dismissed');
  return [(await draft.learning(id)) ?? now];
}

/** As a person closes it, so that the same evidence does not bring it back. */
function close(draft: Draft, learning: Learning): void {
  const { ts } = draft.act;
  if (learning.type !== 'ACTION') withdraw(draft, learning);
  else draft.put({ ...learning, validTo: ts, updatedAt: ts }, 'reviewed', learning);
}
