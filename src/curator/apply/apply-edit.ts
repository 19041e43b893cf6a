/**
 * What a person did, applied: the person wins. A line taken out of a file withdraws what was learned there; a line put
 * in is learned with the trust of the user's own words; a line changed does both and links them.
 */
import { keysOf, lineKey, linesOf } from '../../files/file-text.ts';
import { humanLinesAfter } from '../../files/line-changes.ts';
import { fileSpec } from '../../files/manifest.ts';
import { mergeThreeWay } from '../../files/merge.ts';
import { placeLine } from '../../files/sections.ts';
import { textOnDisk, withChange } from '../../files/text-on-disk.ts';
import { trimToLimit } from '../../files/trim.ts';
import type { Journal } from '../../journal/journal.ts';
import type { EditChange } from '../../memory/act.ts';
import { deriveId, type ReviewId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { MemoryFileRef } from '../../memory/memory-file.ts';
import {
  type FoundEdit,
  type HeldRewrite,
  isAboutPlace,
  isFoundEdit,
  isQuestion,
  type Review,
} from '../../memory/review.ts';
import { amend } from './amend.ts';
import { decidePlace, decideQuestion } from './decide-question.ts';
import { holdFound, keepWaiting, rejectFound, waitingIn } from './found-edit.ts';
import { learnFromLines } from './learn-from-lines.ts';
import { keepTask } from './linked-action.ts';
import { mergeLearnings } from './merge-learnings.ts';
import { placementOf } from './placement.ts';
import { putCurated } from './put-file.ts';
import { mark, remember } from './remember.ts';
import { drop, restore } from './removal.ts';
import { revert } from './revert.ts';
import type { Draft } from './unit-of-work.ts';
import { isSensitive, updateLearnings, updateTouched } from './update-files.ts';
import { decideAction, withdraw } from './user-decisions.ts';

/** What is imported is among what is known, and stands in no file. */
const MOST_KNOWN = 20_000;
/** What people decided, and what a checkpoint holds; a curator has said nothing else yet then. */
const MOST_WOVEN = 1_000;

export async function applyEdit(draft: Draft, change: EditChange, journal: Journal): Promise<void> {
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
      const action = (await draft.action(change.action.id)) ?? change.action;
      await decideAction(draft, action, change.status);
      return updateTouched(draft, []);
    }
    case 'review':
      return decideReview(draft, change);
    case 'recurate':
      return passFiles(draft, change);
    case 'remember':
      return remember(draft, change);
    case 'mark':
      return mark(draft, change);
    case 'revert':
      return revert(draft, change);
    case 'amend':
      return amend(draft, change);
    case 'drop':
      return drop(draft, change, journal);
    case 'restore':
      return restore(draft, change);
    case 'merge':
      return mergeLearnings(draft, change);
    case 'ask':
      for (const review of change.reviews)
        if ((await draft.knowledge.review(review.id)) === undefined) draft.hold(review);
      return;
    case 'erased':
      return;
  }
}

async function editFile(draft: Draft, change: EditChange & { kind: 'file' }): Promise<void> {
  const { file, content, by } = change;
  const current = await draft.file(file);
  if (by === 'agent') return holdEdit(draft, { kind: 'file', file, base: current?.version ?? 0, content });
  if (by !== undefined) return holdFound(draft, change, by);
  const standing = current?.content ?? '';
  const merged = withChange(standing, change);
  const waiting = await waitingIn(draft, file);
  const disk = waiting === undefined ? merged : withChange(textOnDisk(standing, waiting.held), change);
  // Also when it is merged: after a crash, what stands on disk must not be taken for a second edit.
  if (disk !== content) await draft.passFile(file, { content, author: 'human', humanLines: [] });
  await putEdited(draft, change, {
    content: merged,
    author: 'human',
    // Against what stood there: lines the curator added meanwhile are not the person's.
    humanLines: humanLinesAfter(current?.humanLines ?? [], standing, merged),
  });
  if (waiting !== undefined) await keepWaiting(draft, waiting, disk);
}

/** What its lines replace leaves the files. */
async function putEdited(
  draft: Draft,
  { file, before, content }: Pick<EditChange & { kind: 'file' }, 'file' | 'before' | 'content'>,
  next: Parameters<Draft['putFile']>[1],
): Promise<void> {
  await draft.putFile(file, next);
  const { replaced } = await learnFromLines(draft, file, { before, content });
  await updateTouched(draft, replaced);
}

/** The same change is asked about once: an agent may try it again and again. */
async function holdEdit(draft: Draft, held: HeldRewrite): Promise<void> {
  const { file, content } = held;
  const id = deriveId<ReviewId>('agent-edit', file.workspace ?? '', file.name, content);
  if ((await draft.knowledge.review(id)) !== undefined) return draft.drop('known');
  draft.drop('held');
  draft.hold({
    id,
    createdAt: draft.act.ts,
    actId: draft.act.id,
    workspace: file.workspace,
    reason: "an agent's call changed this file",
    status: 'waiting',
    held,
  });
}

/** What the curator wrote after `before` was looked at was not undone. */
async function undoFile(draft: Draft, change: EditChange & { kind: 'undo' }): Promise<void> {
  const { file, before, content } = change;
  const current = await draft.file(file);
  const standing = current?.content ?? '';
  const merged = withChange(standing, { before, content });
  const waiting = await waitingIn(draft, file);
  await putEdited(draft, change, {
    content: merged,
    author: 'undo',
    humanLines: humanLinesAfter(current?.humanLines ?? [], standing, merged),
  });
  if (waiting !== undefined) await keepWaiting(draft, waiting, textOnDisk(merged, waiting.held));
}

async function decideReview(draft: Draft, change: EditChange & { kind: 'review' }): Promise<void> {
  const { review, decision } = change;
  const known = await draft.knowledge.review(review.id);
  if (known !== undefined && known.status !== 'waiting') return draft.drop('decided-before');
  draft.hold({ ...review, status: decision === 'rejected' ? decision : 'accepted' });
  if (isQuestion(review)) return decideQuestion(draft, change);
  if (isAboutPlace(review)) return decidePlace(draft, change);
  const found = isFoundEdit(review) ? review : undefined;
  if (decision === 'rejected') return found === undefined ? undefined : rejectFound(draft, found);
  const { held } = review;
  if (found !== undefined) return acceptFound(draft, found, known);
  if (held.kind === 'file') return acceptRewrite(draft, held, { base: change.base, isVoid: known === undefined });
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
  draft.put(accepted, 'reviewed', null);
  await keepTask(draft, null, accepted);
  const replaced = await replacedBy(draft, change);
  if (replaced?.validTo === null) withdraw(draft, replaced, accepted);
  // What it replaces may stand in another file.
  await updateTouched(draft, draft.touched);
}

/** Whoever says that it is theirs has written it. They may have set it right first: then the disk holds what was known. */
async function acceptFound(draft: Draft, { held }: FoundEdit, known: Review | undefined): Promise<void> {
  const standing = (await draft.file(held.file))?.content ?? '';
  const disk = known !== undefined && isFoundEdit(known) ? textOnDisk(standing, known.held) : held.content;
  if (disk !== withChange(standing, held))
    await draft.passFile(held.file, { content: disk, author: 'disk', humanLines: [] });
  await editFile(draft, { kind: 'file', file: held.file, before: held.before, content: held.content });
}

/**
 * What the file has become since then stays: the rewrite is a change of what it was when it was held. When the curation
 * is void, so are the lines it changed, and nobody took them out: then the rewrite is what the person has said.
 */
async function acceptRewrite(
  draft: Draft,
  { file, content }: HeldRewrite,
  { base, isVoid }: { readonly base: string; readonly isVoid: boolean },
): Promise<void> {
  const now = (await draft.file(file))?.content ?? '';
  const [curator, human] = isVoid ? [now, content] : [content, now];
  await putCurated(draft, file, mergeThreeWay({ base, curator, human }));
}

/** When the curation it came from is void, nothing else knows of it; without it, its turn would bring it back. */
async function replacedBy(draft: Draft, { replaced }: EditChange & { kind: 'review' }): Promise<Learning | undefined> {
  if (replaced === null) return undefined;
  const known = await draft.learning(replaced.id);
  if (known === undefined && replaced.validTo === null) draft.put(replaced, 'learned', null);
  return known ?? replaced;
}

/**
 * A replay left out what the curator wrote: what stands on disk is its work all the same, and no person's. What people
 * decided stands in the files again, which were not there when it was replayed.
 */
async function passFiles(draft: Draft, { files }: EditChange & { kind: 'recurate' }): Promise<void> {
  const known = await draft.knowledge.learnings({ limit: MOST_KNOWN });
  const learnings = known.filter((learning) => placementOf(learning) !== undefined).slice(0, MOST_WOVEN);
  for (const { file, content } of files) {
    const { content: standing = '', humanLines = [] } = (await draft.file(file)) ?? {};
    await draft.passFile(file, { content, author: 'curator', humanLines: [] });
    const woven = updateLearnings(standing, file, learnings);
    const next = file.name === 'context.md' ? await withTasks(draft, file, woven) : woven;
    // A deployed file, into which nothing is woven, is not cut.
    const fitting =
      next === standing ? next : trimToLimit({ spec: fileSpec(file.name), content: next, humanLines }).content;
    await draft.putFile(file, { content: fitting, author: 'curator', humanLines });
  }
}

async function withTasks(draft: Draft, { workspace }: MemoryFileRef, content: string): Promise<string> {
  const own = (await draft.openActions(workspace)).filter((action) => action.workspace === workspace);
  const sensitive = await Promise.all(own.map((action) => isSensitive(draft, action)));
  const open = own.filter((_, index) => sensitive[index] !== true);
  const lines = keysOf(linesOf(content));
  return open
    .filter((action) => !lines.has(lineKey(action.content)))
    .reduce((woven, action) => placeLine(woven, fileSpec('context.md'), 'Open tasks', action.content), content);
}
