/** A memory file: a short Markdown file with an owner, a scope and a line limit (A-010 … A-015, B-020 … B-028). */
import { createHash } from 'node:crypto';
import * as field from './fields.ts';
import type { ActId, SpaceId } from './ids.ts';

export const MEMORY_FILE_NAMES = ['soul.md', 'os.md', 'tools.md', 'files.md', 'user.md', 'context.md'] as const;
export type MemoryFileName = (typeof MEMORY_FILE_NAMES)[number];

export const MEMORY_FILE = {
  name: field.oneOf(...MEMORY_FILE_NAMES),
  /** Null for files of the home: soul, os and user. */
  workspace: field.nullable(field.id<SpaceId>()),
};

export interface MemoryFileRef extends field.EntityOf<typeof MEMORY_FILE> {}

/** `disk` is what was found there and nobody vouched for: kept, and never the newest version but for a moment. */
export const FILE_AUTHORS = ['curator', 'human', 'deploy', 'undo', 'disk'] as const;

/** One version of a memory file. Versions of a file count from 1; the newest is what should be on disk. */
export const FILE_VERSION = {
  ...MEMORY_FILE,
  version: field.count,
  ts: field.moment,
  /** The act of the journal that made it. */
  actId: field.id<ActId>(),
  author: field.oneOf(...FILE_AUTHORS),
  /** LF, no BOM, ends with a line break unless it is empty. */
  content: field.text,
  /** Lines in it that a human wrote: no curator may take them away. */
  humanLines: field.list(field.text),
};

export interface FileVersion extends field.EntityOf<typeof FILE_VERSION> {}

/** Tells a line of a file without saying it: for lines that are to be known again and not kept. */
export function lineDigest(line: string): string {
  return createHash('sha256').update(line.trim()).digest('base64url');
}
