/**
 * Reads what is new in a session's transcript files: the session's own and those of its subagents. Only whole lines
 * are taken; the rest waits for the next look. Nothing is lost when a cursor is: reading again from the start finds the
 * same ids.
 *
 * The path comes from a hook payload, so it is not trusted: only a regular `.jsonl` file of our own user, named after
 * its session, below a `projects` folder, is ever opened, and never through a link.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { SessionId } from '../../memory/ids.ts';

/** Read at a time; a session file of 100 MB is taken in many small steps with other work between them. */
const CHUNK_BYTES = 1024 * 1024;
/** A longer line holds an image or worse; it is skipped, and its call keeps what the hook told. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

const NEWLINE = 0x0a;

export interface NewLines {
  readonly lines: readonly unknown[];
  /** Where to go on. */
  readonly offset: number;
  /** True when the end of the file was not reached. */
  readonly more: boolean;
}

export function isTranscriptPath(path: string, sessionId: SessionId): boolean {
  return basename(path) === `${sessionId}.jsonl` && path.includes(`${sep}projects${sep}`) && !path.includes('\0');
}

/** The session's file first, then its subagents'. */
export async function transcriptFiles(path: string): Promise<readonly string[]> {
  const folder = join(dirname(path), basename(path, '.jsonl'), 'subagents');
  const names = await readdir(folder).catch(() => []);
  return [path, ...names.filter((name) => /^agent-[\w-]+\.jsonl$/.test(name)).map((name) => join(folder, name))];
}

/** Undefined when there is no such file (yet), or when it is not one we read. */
export async function readNewLines(path: string, offset: number): Promise<NewLines | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.uid !== (process.getuid?.() ?? stat.uid)) return undefined;
    // A file that shrank was written anew.
    const start = stat.size < offset ? 0 : offset;
    return start === stat.size ? { lines: [], offset: start, more: false } : await readFrom(file, start, stat.size);
  } finally {
    await file.close();
  }
}

async function readFrom(file: FileHandle, start: number, size: number): Promise<NewLines> {
  let buffer = Buffer.alloc(0);
  for (let wanted = CHUNK_BYTES; ; wanted *= 2) {
    const length = Math.min(wanted, size - start);
    buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, start);
    buffer = buffer.subarray(0, bytesRead);
    const end = buffer.lastIndexOf(NEWLINE) + 1;
    if (end > 0)
      return { lines: parseLines(buffer.subarray(0, end)), offset: start + end, more: start + bytesRead < size };
    if (start + length >= size) return { lines: [], offset: start, more: false };
    if (length >= MAX_LINE_BYTES) return { lines: [], offset: start + length, more: true };
  }
}

function parseLines(bytes: Buffer): readonly unknown[] {
  const lines: unknown[] = [];
  for (const line of bytes.toString('utf8').split('\n')) {
    if (line === '') continue;
    try {
      lines.push(JSON.parse(line));
    } catch {
      // The rest of a skipped line, or damage: the lines around it still count.
      lines.push(undefined);
    }
  }
  return lines;
}
