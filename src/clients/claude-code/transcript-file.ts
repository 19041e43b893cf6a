/**
 * Reads what is new in a session's transcript files: the session's own and those of its subagents. Only whole lines
 * are taken; the rest waits for the next look. Nothing is lost when a cursor is: reading again from the start finds the
 * same ids.
 *
 * The path comes from a hook payload, so it is not trusted: only a regular `.jsonl` file of our own user, named after
 * its session, below a `projects` folder, is ever read, and never through a link.
 *
 * Limits: the lines of one step are parsed at once; only a line that is longer than a step makes that take long.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { SessionId } from '../../memory/ids.ts';
import { isObject, text } from '../../memory/unknown.ts';

/** Read and parsed at a time, in about two milliseconds; a file of 100 MB is taken in many such steps. */
const CHUNK_BYTES = 256 * 1024;
/** A longer line holds an image or worse; it is skipped, and its call keeps what the hook told. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

/** Summaries and pictures of files may stand before the first line that names the folder. */
const BEGINNING_STEPS = 8;

const NEWLINE = 0x0a;
/** Without O_NONBLOCK the opening of a pipe waits for a writer, and takes a thread with it. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

interface NewLine {
  /** Undefined when the line is damaged. */
  readonly value: unknown;
  /** Where the next line begins: a cursor put here has this line behind it. */
  readonly end: number;
}

interface NewLines {
  readonly lines: readonly NewLine[];
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

/**
 * The folder that a transcript began in, as it tells itself; empty when its beginning does not. Undefined when there is no
 * such file (yet), or when it is not one we read.
 */
export async function transcriptFolder(path: string): Promise<string | undefined> {
  for (let offset = 0, step = 0; step < BEGINNING_STEPS; step += 1) {
    const read = await readNewLines(path, offset);
    if (read === undefined) return undefined;
    const folders = read.lines.map(({ value }) => (isObject(value) ? text(value.cwd) : ''));
    const first = folders.find((folder) => folder !== '');
    if (first !== undefined) return first;
    if (!read.more) return offset === 0 && read.lines.length === 0 ? undefined : '';
    ({ offset } = read);
  }
  return '';
}

/** Undefined when there is no such file (yet), or when it is not one we read. */
export async function readNewLines(path: string, offset: number): Promise<NewLines | undefined> {
  const file = await open(path, OPEN_FLAGS).catch(() => undefined);
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
    buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(buffer, 0, length, start);
    buffer = buffer.subarray(0, bytesRead);
    const end = buffer.lastIndexOf(NEWLINE) + 1;
    if (end > 0)
      return { lines: parseLines(buffer.subarray(0, end), start), offset: start + end, more: start + bytesRead < size };
    if (start + length >= size) return { lines: [], offset: start, more: false };
    if (length >= MAX_LINE_BYTES) return { lines: [], offset: start + length, more: true };
  }
}

function parseLines(bytes: Buffer, start: number): readonly NewLine[] {
  const lines: NewLine[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(NEWLINE, from);
    if (to > from) lines.push({ value: parseLine(bytes.toString('utf8', from, to)), end: start + to + 1 });
    from = to + 1;
  }
  return lines;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The rest of a skipped line, or damage: the lines around it still count.
    return undefined;
  }
}
