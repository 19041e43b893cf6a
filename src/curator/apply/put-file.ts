/** The next version of a curated file: within its limit, with what had to leave kept as learnings. */
import { humanLinesAfter } from '../../files/line-changes.ts';
import { fileSpec } from '../../files/manifest.ts';
import { trimToLimit } from '../../files/trim.ts';
import type { MemoryFileRef } from '../../memory/memory-file.ts';
import { keepLeaving } from './removed-lines.ts';
import type { Draft } from './unit-of-work.ts';

export async function putCurated(draft: Draft, ref: MemoryFileRef, content: string): Promise<void> {
  const current = await draft.file(ref);
  const humanLines = current?.humanLines ?? [];
  const trimmed = trimToLimit({ spec: fileSpec(ref.name), content, humanLines });
  await keepLeaving(draft, ref, { before: current?.content ?? '', after: trimmed.content, cut: trimmed.cut });
  await draft.putFile(ref, {
    content: trimmed.content,
    author: 'curator',
    humanLines: humanLinesAfter(humanLines, trimmed.content, trimmed.content),
  });
}
