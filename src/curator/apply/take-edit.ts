/**
 * An answered edit as the whole file it makes of the one that was shown. Where a line to remove may be another than the one
 * that stands there, a person is asked whether that one is to go; it stays meanwhile.
 */
import { fileSpec } from '../../files/manifest.ts';
import { dropLine } from '../../files/sections.ts';
import type { Curation } from '../../memory/act.ts';
import { deriveId, type ReviewId } from '../../memory/ids.ts';
import type { MemoryFileRef } from '../../memory/memory-file.ts';
import type { AnsweredEdit, AnsweredFile } from '../answer.ts';
import { editedFile } from './edit-lines.ts';
import type { Draft } from './unit-of-work.ts';

/** Nobody reads more of one batch. */
const MOST_ASKED = 5;

interface EditInput {
  readonly ref: MemoryFileRef;
  readonly edit: AnsweredEdit;
  readonly act: Curation;
}

export async function takeEdit(
  draft: Draft,
  { ref, edit, act }: EditInput,
): Promise<AnsweredFile & { readonly isEdit: true }> {
  const seen = act.files.find((file) => file.name === ref.name && file.workspace === ref.workspace)?.version ?? 0;
  const shown = (await draft.knowledge.fileVersion(ref, seen))?.content ?? '';
  const { content, doubtful, missing } = editedFile(shown, edit, fileSpec(ref.name));
  for (let count = 0; count < missing; count += 1) draft.drop('unmatched-line');
  for (const { change, line } of doubtful.slice(0, MOST_ASKED)) {
    draft.drop('held');
    draft.hold({
      id: deriveId<ReviewId>(act.id, 'edit', ref.name, change.text),
      createdAt: act.ts,
      actId: act.id,
      workspace: ref.workspace,
      reason: `a line is to go that reads otherwise: ${change.text}`,
      status: 'waiting',
      held: { kind: 'file', file: ref, base: seen, content: dropLine(shown, line) },
    });
  }
  return { name: ref.name, content, isEdit: true };
}
