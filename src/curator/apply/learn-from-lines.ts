/**
 * Lessons of a human edit, line by line. Taken out: what was learned there holds no more, or the task is dismissed; a line
 * that nothing was learned from is kept as withdrawn, so that it stays out. Put in: learned, in the user's own words.
 * Changed: the old one is closed and linked to the new, and so is what a new line replaces wherever it was said; `replaced` are
 * those, whose own lines go with them. Put back (undo): holds again. A task with a tick is done.
 */
import { lineKey, linesOf } from '../../files/file-text.ts';
import { lineChanges } from '../../files/line-changes.ts';
import { outlineOf } from '../../files/outline.ts';
import type { ActionStatus, PendingAction } from '../../memory/action.ts';
import { deriveId, type LearningId } from '../../memory/ids.ts';
import { isQuestioned, type Learning, type LearningType, newLearning } from '../../memory/learning.ts';
import type { MemoryFileName, MemoryFileRef } from '../../memory/memory-file.ts';
import { isAkin, statementOf } from '../../memory/similarity.ts';
import { tierOf } from '../../memory/trust.ts';
import { addAction } from './apply-action.ts';
import { settleOwnWords } from './apply-learning.ts';
import { sameScope } from './conflicts.ts';
import { saysTooLittle } from './low-value.ts';
import type { Draft } from './unit-of-work.ts';
import { decideAction, withdraw } from './user-decisions.ts';

/** A pasted document is kept in the file, and learned from by its beginning. */
const MOST_LINES = 100;
const CANDIDATES = 20;
/** files.md tells what is on disk; locked files are not edited. */
const LEARNED_FROM: ReadonlySet<MemoryFileName> = new Set<MemoryFileName>(['user.md', 'tools.md', 'context.md']);
const TASKS = 'open tasks';
const TICKED = /^\[x\]\s+/i;
const BOX = /^\[[x ]\]\s+/i;
const TYPES: ReadonlyMap<string, LearningType> = new Map<string, LearningType>([
  ['corrections', 'CORRECTION'],
  ['preferences', 'PREFERENCE'],
  ['commands', 'PATTERN'],
  ['fixes', 'PATTERN'],
  ['installed', 'TOOL_INSTALL'],
]);

export async function learnFromLines(
  draft: Draft,
  ref: MemoryFileRef,
  { before, content }: { readonly before: string; readonly content: string },
): Promise<{ readonly replaced: readonly Learning[] }> {
  if (!LEARNED_FROM.has(ref.name)) return { replaced: [] };
  const { added, removed } = lineChanges(before, content);
  const closing: Learning[] = [];
  const ticked = new Set(added.filter((line) => TICKED.test(lineKey(line))).map(taskKey));
  const sectionsBefore = sectionsOf(before);
  for (const [index, line] of removed.slice(0, MOST_LINES).entries()) {
    const gone = { line, key: `gone ${index}`, section: sectionsBefore.get(lineKey(line)) ?? '' };
    await closeTask(draft, ref, gone, ticked.has(taskKey(line)) ? 'completed' : 'dismissed');
    closing.push(...(await learnedFrom(draft, ref, gone)));
  }
  const replaced: Learning[] = [];
  const sections = sectionsOf(content);
  const kept = new Set(linesOf(content).map(lineKey));
  for (const [index, line] of added.slice(0, MOST_LINES).entries()) {
    const put = { line, key: `line ${index}`, section: sections.get(lineKey(line)) ?? '' };
    if (put.section === TASKS) await addTask(draft, ref, put);
    else replaced.push(...(await learn(draft, ref, put, { closing, kept })));
  }
  for (const old of closing) withdraw(draft, old);
  return { replaced };
}

interface EditedLine {
  readonly line: string;
  /** Tells it from the others of this edit. */
  readonly key: string;
  readonly section: string;
}

interface WholeEdit {
  /** What was learned from lines that were taken out. */
  readonly closing: Learning[];
  /** The lines of the file as it is now. */
  readonly kept: ReadonlySet<string>;
}

/** Gives what was said elsewhere and has changed by it. */
async function learn(
  draft: Draft,
  ref: MemoryFileRef,
  added: EditedLine,
  edit: WholeEdit,
): Promise<readonly Learning[]> {
  const { closing } = edit;
  if (saysTooLittle(statedIn(added.line))) return [];
  const [known] = await learningsSaying(draft, ref, added.line);
  // What a tool told, or was found on disk until now, is theirs from here on.
  const isTheirs = known !== undefined && tierOf(known.trust) !== 'tool';
  const { ts } = draft.act;
  if (isTheirs) {
    if (known.validTo === null && !isQuestioned(known)) return [];
    const supersededBy = isQuestioned(known) ? known.supersededBy : null;
    draft.put({ ...known, validTo: null, supersededBy, updatedAt: ts, confirmedAt: ts }, 'edited', known);
    return [];
  }
  const learning = learningOf(draft, ref, added);
  const statement = statementOf(learning.content);
  const at = closing.findIndex((old) => isAkin(statementOf(old.content), statement));
  const [old] = at < 0 ? [] : closing.splice(at, 1);
  const theirs = [old, known?.validTo === null ? known : undefined].filter((one) => one !== undefined);
  if (theirs.length === 0) return replaceKnown(draft, learning, edit);
  draft.put(learning, 'edited', null);
  for (const one of theirs) withdraw(draft, one, learning);
  return [];
}

/**
 * Lines of one edit stand beside each other, and so do those that the person had before their eyes and left in the file, and
 * those of another scope. What leaves with the edit is closed as such.
 */
async function replaceKnown(
  draft: Draft,
  learning: Learning,
  { closing, kept }: WholeEdit,
): Promise<readonly Learning[]> {
  const apart = new Set([...draft.touched, ...closing].map(({ id }) => id));
  const isApart = (known: Learning) =>
    apart.has(known.id) || kept.has(lineKey(known.content)) || !sameScope(known, learning);
  const same = await settleOwnWords(draft, learning, 'edited', isApart);
  if (same !== undefined) draft.put(learning, 'edited', null);
  return draft.touched.filter(({ id }) => id !== learning.id && !apart.has(id));
}

/** What a line that was taken out stands for. Nothing may be known of it, as when the curation it came from is void. */
async function learnedFrom(draft: Draft, ref: MemoryFileRef, gone: EditedLine): Promise<readonly Learning[]> {
  const known = await learningsSaying(draft, ref, gone.line);
  const open = known.filter(({ validTo }) => validTo === null);
  if (open.length > 0) return open;
  if (gone.section === TASKS || saysTooLittle(statedIn(gone.line))) return [];
  if (known.length > 0) return known.slice(0, 1);
  const unknown = learningOf(draft, ref, gone);
  draft.put(unknown, 'learned', null);
  return [unknown];
}

function learningOf(draft: Draft, ref: MemoryFileRef, { line, key, section }: EditedLine): Learning {
  const { id, ts } = draft.act;
  return newLearning(ts, {
    id: deriveId<LearningId>(id, key),
    workspace: ref.workspace,
    type: typeIn(section),
    content: statedIn(line),
    tags: section === 'fixes' ? ['edit', 'fix'] : section === 'decisions' ? ['edit', 'decision'] : ['edit'],
    trust: 'typed',
    persistent: true,
    // Whoever writes it into a file that agents are given means them to have it.
    sensitive: false,
  });
}

async function addTask(draft: Draft, ref: MemoryFileRef, added: EditedLine): Promise<void> {
  if (TICKED.test(lineKey(added.line))) return;
  const known = await taskSaying(draft, ref, added.line);
  if (known === undefined) newTask(draft, ref, added);
  else if (known.status === 'pending') draft.putAction({ ...known, touchedAt: draft.act.ts });
  else await decideAction(draft, known, 'pending');
}

async function closeTask(draft: Draft, ref: MemoryFileRef, gone: EditedLine, status: ActionStatus): Promise<void> {
  const known = await taskSaying(draft, ref, gone.line);
  if (known === undefined && gone.section === TASKS) newTask(draft, ref, gone);
  const task = known ?? (await taskSaying(draft, ref, gone.line));
  if (task?.status === 'pending') await decideAction(draft, task, status);
}

function newTask(draft: Draft, { workspace }: MemoryFileRef, { line, key }: EditedLine): void {
  const words = { content: statedIn(line), trust: 'typed', evidence: [], priority: 2 } as const;
  addAction(draft, key, { ...words, workspace, sessionId: null, turnId: null });
}

/** An open one when there are several. */
async function taskSaying(
  draft: Draft,
  { workspace }: MemoryFileRef,
  line: string,
): Promise<PendingAction | undefined> {
  const isIt = ({ content }: PendingAction) => taskKey(content) === taskKey(line);
  return (await draft.openActions(workspace)).find(isIt) ?? (await draft.closedActions(workspace)).find(isIt);
}

/** With or without its box, a task is the same. */
function taskKey(line: string): string {
  return lineKey(line).replace(BOX, '');
}

/**
 * Exactly this line, whether it holds or not, those that hold first: an edit withdraws what it removed and nothing that
 * merely resembles it.
 */
export async function learningsSaying(draft: Draft, ref: MemoryFileRef, line: string): Promise<readonly Learning[]> {
  const key = lineKey(line);
  const hits = await draft.searchLearnings({
    text: statedIn(line),
    workspace: ref.workspace,
    valid: false,
    limit: CANDIDATES,
  });
  const found: Learning[] = [];
  for (const { learning } of hits) {
    const now = (await draft.learning(learning.id)) ?? learning;
    const isHere = now.workspace === ref.workspace && lineKey(now.content) === key;
    // A task is closed as such.
    if (isHere && now.type !== 'ACTION') found.push(now);
  }
  return found.sort((a, b) => Number(a.validTo !== null) - Number(b.validTo !== null));
}

/** Which section each line stands in, in lower case. */
export function sectionsOf(content: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  let section = '';
  for (const { text, heading } of outlineOf(linesOf(content))) {
    if (heading === null) sections.set(lineKey(text), section);
    else section = heading.name.toLowerCase();
  }
  return sections;
}

/** What a line of a section says, in lower case. */
export function typeIn(section: string): LearningType {
  return TYPES.get(section) ?? 'FACT';
}

/** Without its bullet. */
export function statedIn(line: string): string {
  return line.trim().replace(/^(?:[-*+]|\d{1,9}[.)])\s+/, '');
}
