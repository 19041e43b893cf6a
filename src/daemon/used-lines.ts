/**
 * Which lines of the memory files, and which learnings, agents made use of, by the receipts of the learnings they tell (L-08). Only looked for where
 * there may not be room for all lines. A use is counted when a prompt was given the learning and its turn went by it.
 */
import { keysOf, lineKey, linesOf } from '../files/file-text.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { SpaceId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import type { FileVersion } from '../memory/memory-file.ts';
import type { BootInput } from '../recall/boot-sections.ts';

/** The part of a block that files surely have: what is longer may lose lines. */
const ROOM_FOR_FILES = 0.5;
/** More than there are lines in the files of a project and the person. */
const MOST_IN_FILES = 1_000;
/** Once may be chance. It only grows, so a line's worth changes once and not with every use: prompts stay in their cache. */
const OF_USE = 2;

interface Uses {
  readonly workspace: SpaceId | null;
  readonly knowledge: Pick<Knowledge, 'usedStatements'>;
  readonly budgetChars: number;
}

export async function withUses(
  files: readonly FileVersion[],
  { workspace, knowledge, budgetChars }: Uses,
  learnings: readonly Pick<Learning, 'content'>[] = [],
): Promise<Pick<BootInput, 'files' | 'used'>> {
  const chars = [...files, ...learnings].reduce((sum, { content }) => sum + content.length, 0);
  if (chars < budgetChars * ROOM_FOR_FILES) return { files };
  const used = await knowledge.usedStatements({ workspace, limit: MOST_IN_FILES }, OF_USE);
  if (used.length === 0) return { files };
  const keys = keysOf(used);
  const usedIn = ({ content }: FileVersion) => new Set(linesOf(content).filter((line) => keys.has(lineKey(line))));
  return { files: files.map((file) => ({ ...file, used: usedIn(file) })), used: new Set(used) };
}
