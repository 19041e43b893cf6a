/**
 * A change of a memory file that was found on disk, and that may be somebody else's than the person's. It waits as a review,
 * at most one of each file: the disk keeps it, the newest version does not hold it, so no agent is given it. Another change
 * meanwhile makes another question of both, because nobody may say yes to lines they were not shown. A yes is an edit of the
 * person's; a no takes it off the disk and leaves it among the versions.
 *
 * What only a deployment changes does not wait: it is put back, and what stood there is a version.
 */
import { keysOf, lineKey, linesOf } from '../../files/file-text.ts';
import { lineChanges } from '../../files/line-changes.ts';
import { fileSpec } from '../../files/manifest.ts';
import { textOnDisk, withChange } from '../../files/text-on-disk.ts';
import type { EditChange } from '../../memory/act.ts';
import { deriveId, type ReviewId } from '../../memory/ids.ts';
import type { FileVersion, MemoryFileRef } from '../../memory/memory-file.ts';
import { type FoundEdit, isFoundEdit } from '../../memory/review.ts';
import { learnFoundFacts, withdrawFoundFacts } from './found-facts.ts';
import type { Draft } from './unit-of-work.ts';

const REASONS = {
  unknown: 'it was changed while an agent was at work',
  doubtful: 'it was changed into something that people rarely write themselves',
} as const;
const REPLACED = 'the file was changed once more, which is asked about instead';

export async function holdFound(
  draft: Draft,
  { file, before, content }: EditChange & { kind: 'file' },
  by: keyof typeof REASONS,
): Promise<void> {
  const current = await draft.file(file);
  if (fileSpec(file.name).owner === 'deploy') return keepVersion(draft, file, content);
  const standing = current?.content ?? '';
  const earlier = await waitingIn(draft, file);
  const disk = withChange(textOnDisk(standing, earlier?.held), { before, content });
  if (earlier !== undefined) await withdrawFoundFacts(draft, earlier.held, disk);
  if (disk === standing) return earlier === undefined ? undefined : end(draft, earlier, 'rejected');
  if (earlier !== undefined) draft.hold({ ...earlier, status: 'rejected', reason: REPLACED });
  const held = { kind: 'file', file, base: current?.version ?? 0, before: standing, content: disk } as const;
  draft.drop('held');
  draft.hold({
    id: deriveId<ReviewId>('found-edit', draft.act.id),
    createdAt: draft.act.ts,
    actId: draft.act.id,
    workspace: file.workspace,
    reason: REASONS[by],
    status: 'waiting',
    held,
  });
  await learnFoundFacts(draft, held);
}

/** Of this file, as the act has left it so far. */
export async function waitingIn(draft: Draft, { name, workspace }: MemoryFileRef): Promise<FoundEdit | undefined> {
  const isIt = ({ held: { file } }: FoundEdit) => file.name === name && file.workspace === workspace;
  const own = draft.change().reviews.filter(isFoundEdit);
  const open = [...own, ...(await draft.knowledge.foundEdits())].filter(isIt);
  const decided = new Set(own.filter(({ status }) => status !== 'waiting').map(({ id }) => id));
  return open.find(({ id, status }) => status === 'waiting' && !decided.has(id));
}

/**
 * The file has a new version, by a person: the change goes on waiting as what the disk has beyond it, or it is decided when
 * the person wrote it themselves, or took it out. `disk` is what the disk should hold by now.
 */
export async function keepWaiting(draft: Draft, waiting: FoundEdit, disk: string): Promise<void> {
  const { held } = waiting;
  const now = (await draft.file(held.file))?.content ?? '';
  if (disk !== now) {
    draft.hold({ ...waiting, held: { ...held, before: now, content: disk } });
    return;
  }
  const lines = keysOf(linesOf(now));
  const { added, removed } = lineChanges(held.before, held.content);
  const isTaken = added.every((line) => lines.has(lineKey(line))) && !removed.some((line) => lines.has(lineKey(line)));
  if (isTaken) draft.hold({ ...waiting, status: 'accepted' });
  else await end(draft, waiting, 'rejected');
}

/** Not the person's: it leaves the disk, what was learned from it holds no more, and a version keeps it. */
export async function rejectFound(draft: Draft, { held }: FoundEdit): Promise<void> {
  const standing = (await draft.file(held.file))?.content ?? '';
  await withdrawFoundFacts(draft, held, standing);
  await keepVersion(draft, held.file, textOnDisk(standing, held));
}

async function end(draft: Draft, waiting: FoundEdit, status: 'rejected'): Promise<void> {
  draft.hold({ ...waiting, status });
  await keepVersion(draft, waiting.held.file, waiting.held.content);
}

/** A version that the newest one follows at once: it can be looked at and gone back to, and nobody is given it. */
async function keepVersion(draft: Draft, file: MemoryFileRef, content: string): Promise<void> {
  const current: Pick<FileVersion, 'content' | 'author' | 'humanLines'> = (await draft.file(file)) ?? {
    content: '',
    author: 'disk',
    humanLines: [],
  };
  const { author, humanLines } = current;
  await draft.passFile(file, { content, author: 'disk', humanLines: [] });
  await draft.putFile(file, { content: current.content, author, humanLines });
}
