/** A memory file: a short Markdown file with an owner, a scope and a line limit (A-010 … A-015, B-020 … B-028). */
import { createHash } from 'node:crypto';
import type { ActId, SpaceId } from './ids.ts';

export const MEMORY_FILE_NAMES = ['soul.md', 'os.md', 'tools.md', 'files.md', 'user.md', 'context.md'] as const;
export type MemoryFileName = (typeof MEMORY_FILE_NAMES)[number];

export interface MemoryFileRef {
  readonly name: MemoryFileName;
  /** Null for files of the home: soul, os and user. */
  readonly workspace: SpaceId | null;
}

/** `disk` is what was found there and nobody vouched for: kept, and never the newest version but for a moment. */
export const FILE_AUTHORS = ['curator', 'human', 'deploy', 'undo', 'disk'] as const;
type FileAuthor = (typeof FILE_AUTHORS)[number];

/** One version of a memory file. Versions of a file count from 1; the newest is what should be on disk. */
export interface FileVersion extends MemoryFileRef {
  readonly version: number;
  readonly ts: number;
  /** The act of the journal that made it. */
  readonly actId: ActId;
  readonly author: FileAuthor;
  /** LF, no BOM, ends with a line break unless it is empty. */
  readonly content: string;
  /** Lines in it that a human wrote: no curator may take them away. */
  readonly humanLines: readonly string[];
}

/** Tells a line of a file without saying it: for lines that are to be known again and not kept. */
export function lineDigest(line: string): string {
  return createHash('sha256').update(line.trim()).digest('base64url');
}
