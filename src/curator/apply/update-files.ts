/**
 * The memory files after a curation. A file the curator rewrote is taken, line by line, as far as its lines are carried
 * and the guards allow; into a file it did not rewrite, code puts what was learned, so that a lesson reaches the next
 * session whether or not a model thought of it. Limits hold in every case, and what leaves a file stays a learning.
 */
import { keysOf, lineKey, linesOf } from '../../files/file-text.ts';
import { lineChanges } from '../../files/line-changes.ts';
import { fileSpec, refsOf } from '../../files/manifest.ts';
import { dropLine, placeLine } from '../../files/sections.ts';
import { trimToLimit } from '../../files/trim.ts';
import type { Curation } from '../../memory/act.ts';
import type { PendingAction } from '../../memory/action.ts';
import { isActive } from '../../memory/decay.ts';
import type { LearningId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { MemoryFileRef } from '../../memory/memory-file.ts';
import { coverage, relationOf, statementOf, termsOf } from '../../memory/similarity.ts';
import type { CuratorAnswer } from '../answer.ts';
import type { CuratedTurn } from '../curator.ts';
import type { BatchEvidence } from './evidence.ts';
import { placementOf } from './placement.ts';
import { putCurated } from './put-file.ts';
import { acceptedRewrite } from './rewrite.ts';
import { takeEdit } from './take-edit.ts';
import { lineOfFile, pathOfLine, quotedPath, touchedFiles } from './touched-files.ts';
import type { Draft } from './unit-of-work.ts';

/** Of a learning's words, what lines of a rewrite must have to tell it. */
const TOLD = 0.75;

export interface WeavingInput {
  readonly act: Curation;
  readonly answer: CuratorAnswer;
  readonly evidence: BatchEvidence;
  readonly turns: readonly CuratedTurn[];
  /** What the rules alone have said: whoever rewrote a file did not know of it. */
  readonly byRules: ReadonlySet<LearningId>;
}

export async function updateFiles(draft: Draft, input: WeavingInput): Promise<void> {
  const { act, answer, turns } = input;
  // Not what leaves a file below: that is kept, but not moved into another file.
  const learned = draft.touched;
  const pinned = learned.filter((learning) => learning.pinned);
  for (const ref of refsOf(act.settings.preset, act.workspace)) {
    if (fileSpec(ref.name).owner !== 'curator') continue;
    const current = await draft.file(ref);
    const isApp = draft.caller.kind === 'app';
    if (isApp && ref.workspace === null) continue;
    const edit = answer.edits.find(({ name }) => name === ref.name);
    const answered =
      edit === undefined
        ? answer.files.find(({ name }) => name === ref.name)
        : await takeEdit(draft, { ref, edit, act });
    const offered =
      answered === undefined ? undefined : await acceptedRewrite(draft, { ...input, ref, current, answered });
    const rewritten = isApp && !addsOnly(current?.content, offered) ? undefined : offered;
    let content = rewritten ?? current?.content ?? '';
    // A rewrite is the curator's own choice, but for wishes and corrections, and for what it did not know of.
    const stands = ({ id, persistent, content: text }: Learning) =>
      edit !== undefined ||
      rewritten === undefined ||
      (input.byRules.has(id) ? !isToldIn(rewritten, text) : persistent);
    content = updateLearnings(content, ref, learned, stands);
    if (ref.name === 'context.md') content = await updateActions(content, draft);
    if (ref.name === 'files.md' && (rewritten === undefined || edit !== undefined) && !isApp)
      content = weaveListing(content, turns, act.settings.root);
    if (isApp && !fits(ref, content, current?.humanLines)) continue;
    await putCurated(draft, ref, content);
    // A pin goes from what is replaced to what replaces it.
    await claimPinned(draft, ref, pinned);
  }
}

/** An app adds lines to what a space keeps; it takes out none, and changes none. */
function addsOnly(before = '', after = ''): boolean {
  return lineChanges(before, after).removed.length === 0;
}

/** Else lines of others would have to go for those of an app. */
function fits({ name }: MemoryFileRef, content: string, humanLines: readonly string[] = []): boolean {
  return trimToLimit({ spec: fileSpec(name), content, humanLines }).cut.length === 0;
}

/** A rewrite is the curator's own choice of what deserves a line: `stands` tells of what else does. What holds no more goes. */
export function updateLearnings(
  content: string,
  ref: MemoryFileRef,
  learnings: readonly Learning[],
  stands: (learning: Learning) => boolean = () => true,
): string {
  let woven = content;
  for (const learning of learnings) {
    const place = placementOf(learning);
    if (place?.name !== ref.name || learning.workspace !== ref.workspace) continue;
    // A file is what agents read. What is told in one does not fade: it is as sure as when it was last said.
    if (learning.sensitive || !isActive(learning, learning.confirmedAt)) woven = dropLine(woven, learning.content);
    else if (stands(learning) && !says(woven, learning.content))
      woven = placeLine(woven, fileSpec(ref.name), place.section, learning.content);
  }
  return woven;
}

/**
 * What a person did to learnings, into the files they stand in, unless others are named. Only into a file that is kept:
 * user.md always is, and so is what is kept in another project. What is pinned becomes a line no curator takes away.
 */
export async function updateTouched(
  draft: Draft,
  learnings: readonly Learning[],
  refs: readonly MemoryFileRef[] = refsFor(draft, learnings),
): Promise<void> {
  for (const ref of refs) if (await isKept(draft, ref)) await updateInto(draft, ref, learnings);
}

/** One learning that holds elsewhere from now on: its line leaves one file for another, which is made if need be. */
export async function updateMoved(
  draft: Draft,
  from: Learning,
  to: Learning,
  closed: readonly Learning[] = [],
): Promise<void> {
  const learnings = [{ ...from, validTo: draft.act.ts }, ...closed, to];
  for (const ref of refsFor(draft, learnings)) await updateInto(draft, ref, learnings);
}

async function updateInto(draft: Draft, ref: MemoryFileRef, learnings: readonly Learning[]): Promise<void> {
  const current = await draft.file(ref);
  const woven = updateLearnings(current?.content ?? '', ref, learnings);
  await putCurated(draft, ref, ref.name === 'context.md' ? await updateActions(woven, draft) : woven);
  await claimPinned(draft, ref, learnings);
}

/** Which files are kept is a setting, and no act tells it; those that are there do. */
async function isKept(draft: Draft, ref: MemoryFileRef): Promise<boolean> {
  if (ref.name === 'user.md' || (await draft.file(ref)) !== undefined) return true;
  return (await draft.knowledge.files()).some(({ name }) => name === ref.name);
}

function refsFor(draft: Draft, learnings: readonly Learning[]): readonly MemoryFileRef[] {
  const spaces = new Set(draft.touchedActions.map(({ workspace }) => workspace));
  const tasks = [...spaces].map((workspace): MemoryFileRef => ({ name: 'context.md', workspace }));
  const placed = learnings.flatMap((learning): readonly MemoryFileRef[] => {
    const name = placementOf(learning)?.name;
    return name === undefined ? [] : [{ name, workspace: learning.workspace }];
  });
  return [...new Map([...placed, ...tasks].map((ref) => [`${ref.workspace} ${ref.name}`, ref])).values()];
}

export async function isSensitive(draft: Draft, { sourceLearningId: id }: PendingAction): Promise<boolean> {
  return id !== null && (await draft.learning(id))?.sensitive === true;
}

async function claimPinned(draft: Draft, ref: MemoryFileRef, learnings: readonly Learning[]): Promise<void> {
  const { content = '', humanLines = [] } = (await draft.file(ref)) ?? {};
  const here = learnings.filter(({ workspace }) => workspace === ref.workspace);
  const [pinned, free] = [true, false].map((wanted) =>
    keysOf(
      here.filter((learning) => learning.pinned === wanted && learning.validTo === null).map((one) => one.content),
    ),
  );
  const human = keysOf(humanLines);
  const isHuman = (key: string) => pinned?.has(key) === true || (human.has(key) && free?.has(key) !== true);
  await draft.claimLines(
    ref,
    linesOf(content).filter((line) => isHuman(lineKey(line))),
  );
}

async function updateActions(content: string, draft: Draft): Promise<string> {
  let woven = content;
  for (const action of draft.touchedActions) {
    if (action.status !== 'pending' || (await isSensitive(draft, action))) woven = dropLine(woven, action.content);
    else if (!says(woven, action.content))
      woven = placeLine(woven, fileSpec('context.md'), 'Open tasks', action.content);
  }
  return woven;
}

function weaveListing(content: string, turns: readonly CuratedTurn[], root: string | null): string {
  let woven = content;
  for (const { path, how, day } of touchedFiles(turns, root)) {
    const quoted = quotedPath(path);
    const about = [`- ${path}: `, `- ${quoted}: `];
    const isAbout = (line: string) => pathOfLine(line) === quoted || about.some((start) => line.startsWith(start));
    const known = linesOf(woven).find(isAbout);
    // Somebody has told more of it than code can.
    if (known !== undefined && pathOfLine(known) === undefined) continue;
    const wasCreated = how === 'created' || known?.includes(': created, last on ') === true;
    if (known !== undefined) woven = dropLine(woven, known);
    woven = placeLine(
      woven,
      fileSpec('files.md'),
      'Files',
      lineOfFile({ path, how: wasCreated ? 'created' : how, day }),
    );
  }
  return woven;
}

/** Whether lines that say nothing else have most of its words between them. */
function isToldIn(content: string, text: string): boolean {
  const terms = termsOf(text);
  const told = linesOf(content)
    .map((line) => termsOf(line))
    .filter((line) => coverage(line, terms) >= TOLD);
  return coverage(terms, new Set(told.flatMap((line) => [...line]))) >= TOLD;
}

function says(content: string, text: string): boolean {
  const statement = statementOf(text);
  return linesOf(content).some((line) => relationOf(statementOf(line), statement) === 'same');
}
