/**
 * Lessons of a human edit, line by line. Taken out: what was learned there holds no more, or the task is dismissed. Put
 * in: learned, in the user's own words. Changed: the old one is closed and linked to the new. Put back (undo): holds
 * again. A task with a tick is done.
 */
import { lineKey, linesOf } from '../../files/file-text.ts';
import type { LineChanges } from '../../files/line-changes.ts';
import { outlineOf } from '../../files/outline.ts';
import type { ActionStatus } from '../../memory/action.ts';
import { deriveId, type LearningId } from '../../memory/ids.ts';
import { type Learning, type LearningType, newLearning } from '../../memory/learning.ts';
import { isAkin, statementOf } from '../../memory/likeness.ts';
import type { MemoryFileName, MemoryFileRef } from '../../memory/memory-file.ts';
import type { Draft } from './draft.ts';
import { saysTooLittle } from './junk.ts';
import { addAction, setStatus } from './settle-action.ts';
import { supersede } from './settle-learning.ts';

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
  { added, removed }: LineChanges,
  content: string,
): Promise<void> {
  if (!LEARNED_FROM.has(ref.name)) return;
  const closing: Learning[] = [];
  const ticked = new Set(added.filter((line) => TICKED.test(lineKey(line))).map(taskKey));
  for (const line of removed.slice(0, MOST_LINES)) {
    await closeAction(draft, ref, line, ticked.has(taskKey(line)) ? 'completed' : 'dismissed');
    closing.push(...(await learningsSaying(draft, ref, line, true)));
  }
  const sections = sectionsOf(content);
  for (const [index, line] of added.slice(0, MOST_LINES).entries()) {
    const section = sections.get(lineKey(line)) ?? '';
    if (section === TASKS) await addTask(draft, ref, line, index);
    else await learn(draft, ref, { line, index, type: TYPES.get(section) ?? 'FACT', section }, closing);
  }
  const { ts } = draft.act;
  for (const old of closing) draft.put({ ...old, updatedAt: ts, validTo: ts }, 'withdrawn', old);
}

interface AddedLine {
  readonly line: string;
  readonly index: number;
  readonly type: LearningType;
  readonly section: string;
}

async function learn(draft: Draft, ref: MemoryFileRef, added: AddedLine, closing: Learning[]): Promise<void> {
  const text = textOf(added.line);
  if (saysTooLittle(text)) return;
  const [known] = await learningsSaying(draft, ref, added.line, false);
  if (known?.validTo === null) return;
  const { ts } = draft.act;
  if (known !== undefined) {
    draft.put({ ...known, validTo: null, supersededBy: null, updatedAt: ts, confirmedAt: ts }, 'edited', known);
    return;
  }
  const learning = learningOf(draft, ref, text, added);
  const statement = statementOf(text);
  const at = closing.findIndex((old) => isAkin(statementOf(old.content), statement));
  const [old] = at < 0 ? [] : closing.splice(at, 1);
  if (old === undefined) draft.put(learning, 'edited', null);
  else supersede(draft, old, learning);
}

function learningOf(draft: Draft, ref: MemoryFileRef, content: string, { index, type, section }: AddedLine): Learning {
  const { id, ts } = draft.act;
  return newLearning(ts, {
    id: deriveId<LearningId>(id, 'line', String(index)),
    workspace: ref.workspace,
    type,
    content,
    tags: section === 'fixes' ? ['edit', 'fix'] : section === 'decisions' ? ['edit', 'decision'] : ['edit'],
    trust: 'typed',
    persistent: true,
  });
}

async function addTask(draft: Draft, ref: MemoryFileRef, line: string, index: number): Promise<void> {
  if (TICKED.test(lineKey(line))) return;
  const closed = await draft.closedActions(ref.workspace);
  const known = closed.find(({ content }) => taskKey(content) === taskKey(line));
  if (known !== undefined) return setStatus(draft, known, 'pending');
  const { workspace } = ref;
  const words = { content: textOf(line), trust: 'typed', evidence: [], priority: 2 } as const;
  addAction(draft, `line ${index}`, { ...words, workspace, sessionId: null, turnId: null });
}

async function closeAction(draft: Draft, ref: MemoryFileRef, line: string, status: ActionStatus): Promise<void> {
  const open = await draft.openActions(ref.workspace);
  const action = open.find(({ content }) => taskKey(content) === taskKey(line));
  if (action !== undefined) await setStatus(draft, action, status);
}

/** With or without its box, a task is the same. */
function taskKey(line: string): string {
  return lineKey(line).replace(BOX, '');
}

/** Exactly this line: an edit withdraws what it removed and nothing that merely resembles it. */
async function learningsSaying(
  draft: Draft,
  ref: MemoryFileRef,
  line: string,
  valid: boolean,
): Promise<readonly Learning[]> {
  const key = lineKey(line);
  const hits = await draft.searchLearnings({
    text: textOf(line),
    workspace: ref.workspace,
    valid,
    limit: CANDIDATES,
  });
  const found: Learning[] = [];
  for (const { learning } of hits) {
    const now = (await draft.learning(learning.id)) ?? learning;
    const isHere = now.workspace === ref.workspace && lineKey(now.content) === key;
    if (isHere && (!valid || now.validTo === null)) found.push(now);
  }
  return found;
}

/** Which section each line stands in, in lower case. */
function sectionsOf(content: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  let section = '';
  for (const { text, heading } of outlineOf(linesOf(content))) {
    if (heading === null) sections.set(lineKey(text), section);
    else section = heading.name.toLowerCase();
  }
  return sections;
}

function textOf(line: string): string {
  return line.trim().replace(/^(?:[-*+]|\d{1,9}[.)])\s+/, '');
}
