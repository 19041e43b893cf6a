/**
 * The memory files after a curation. A file the curator rewrote is taken, line by line, as far as its lines are carried
 * and the guards allow; into a file it did not rewrite, code puts what was learned, so that a lesson reaches the next
 * session whether or not a model thought of it. Limits hold in every case, and what leaves a file stays a learning.
 */
import { linesOf } from '../../files/file-text.ts';
import { fileSpec, refsOf } from '../../files/manifest.ts';
import { dropLine, placeLine } from '../../files/sections.ts';
import type { Curation } from '../../memory/act.ts';
import type { Learning } from '../../memory/learning.ts';
import { relationOf, statementOf } from '../../memory/likeness.ts';
import type { MemoryFileRef } from '../../memory/memory-file.ts';
import type { CuratorAnswer } from '../answer.ts';
import type { CuratedTurn } from '../curator.ts';
import type { Draft } from './draft.ts';
import type { BatchEvidence } from './evidence.ts';
import { placementOf } from './placement.ts';
import { putCurated } from './put-file.ts';
import { acceptedRewrite } from './rewrite.ts';
import { lineOfFile, pathOfLine, touchedFiles } from './touched-files.ts';

export interface WeavingInput {
  readonly act: Curation;
  readonly answer: CuratorAnswer;
  readonly evidence: BatchEvidence;
  readonly turns: readonly CuratedTurn[];
}

export async function weaveFiles(draft: Draft, input: WeavingInput): Promise<void> {
  const { act, answer, turns } = input;
  // Not what leaves a file below: that is kept, but not moved into another file.
  const learned = draft.touched;
  for (const ref of refsOf(act.settings.preset, act.workspace)) {
    if (fileSpec(ref.name).owner !== 'curator') continue;
    const current = await draft.file(ref);
    const answered = answer.files.find(({ name }) => name === ref.name);
    const rewritten =
      answered === undefined ? undefined : await acceptedRewrite(draft, { ...input, ref, current, answered });
    let content = rewritten ?? current?.content ?? '';
    content = weaveLearnings(content, ref, learned, rewritten !== undefined);
    if (ref.name === 'context.md') content = weaveActions(content, draft);
    if (ref.name === 'files.md' && rewritten === undefined) content = weaveTouched(content, turns, act.settings.root);
    await putCurated(draft, ref, content);
  }
}

/**
 * A rewrite is the curator's own choice of what deserves a line, but for wishes and corrections: those always stand.
 * What holds no more goes in any case.
 */
export function weaveLearnings(
  content: string,
  ref: MemoryFileRef,
  learnings: readonly Learning[],
  rewritten: boolean,
): string {
  let woven = content;
  for (const learning of learnings) {
    const place = placementOf(learning);
    if (place?.name !== ref.name || learning.workspace !== ref.workspace) continue;
    if (learning.validTo !== null) woven = dropLine(woven, learning.content);
    else if ((!rewritten || learning.persistent) && !says(woven, learning.content))
      woven = placeLine(woven, fileSpec(ref.name), place.section, learning.content);
  }
  return woven;
}

export function weaveActions(content: string, draft: Draft): string {
  let woven = content;
  for (const action of draft.touchedActions) {
    if (action.status !== 'pending') woven = dropLine(woven, action.content);
    else if (!says(woven, action.content))
      woven = placeLine(woven, fileSpec('context.md'), 'Open tasks', action.content);
  }
  return woven;
}

function weaveTouched(content: string, turns: readonly CuratedTurn[], root: string | null): string {
  let woven = content;
  for (const { path, how, day } of touchedFiles(turns, root)) {
    const known = linesOf(woven).find((line) => line.startsWith(`- ${path}: `));
    // Somebody has told more of it than code can.
    if (known !== undefined && pathOfLine(known) === undefined) continue;
    const wasCreated = how === 'created' || known?.startsWith(`- ${path}: created`) === true;
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

function says(content: string, text: string): boolean {
  const statement = statementOf(text);
  return linesOf(content).some((line) => relationOf(statementOf(line), statement) === 'same');
}
