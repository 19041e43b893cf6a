/**
 * Reads what is new in a session's transcript files: the session's own and those of its subagents. Only whole lines
 * are taken; the rest waits for the next look. Nothing is lost when a cursor is: reading again from the start finds the
 * same ids.
 *
 * The path comes from a hook payload, so it is not trusted: only a regular `.jsonl` file of our own user, named after
 * its session, below a `projects` folder, is ever read, and never through a link.
 *
 * Limits: of a line that is longer than any the client should write only the beginning is handed on.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { SessionId } from '../../memory/ids.ts';
import { isObject, text } from '../../memory/json-guards.ts';
import { cutJson } from '../../platform/json-cut.ts';

/** Read at a time; a file of 100 MB is taken in many such steps. */
const CHUNK_BYTES = 256 * 1024;
/** A longer line holds an image or worse: its beginning says which event it is. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
const BEGINNING_BYTES = 1024 * 1024;

/** Summaries and pictures of files may stand before the first line that names the folder. */
const BEGINNING_STEPS = 8;
/** The name of a folder stands in the outermost object. */
const FOLDER_LIMITS = { values: 100, depth: 2 };

const NEWLINE = 0x0a;
const LINE_END = Buffer.of(NEWLINE);
/** Without O_NONBLOCK the opening of a pipe waits for a writer, and takes a thread with it. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface NewLine {
  readonly bytes: Buffer;
  /** The line goes on: it is too long to be read whole. */
  readonly isBeginning: boolean;
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
    for (const { bytes } of read.lines) {
      const folder = folderIn(bytes);
      if (folder !== '') return folder;
    }
    if (!read.more) return offset === 0 && read.lines.length === 0 ? undefined : '';
    ({ offset } = read);
  }
  return '';
}

/** Of a line that is no longer than most; the lines around a longer one name the folder too. */
function folderIn(bytes: Buffer): string {
  if (bytes.length > CHUNK_BYTES) return '';
  try {
    const line: unknown = JSON.parse(cutJson(bytes, FOLDER_LIMITS).json.toString('utf8'));
    return isObject(line) ? text(line.cwd) : '';
  } catch {
    // A damaged line names nothing.
    return '';
  }
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
  // Within a line that was too long, or that was passed over: its rest is no line, whatever it looks like.
  const isWithin = start > 0 && (await readPart(file, start - 1, 1))[0] !== NEWLINE;
  const chunk = await readPart(file, start, Math.min(CHUNK_BYTES, size - start));
  const end = chunk.lastIndexOf(NEWLINE) + 1;
  if (end > 0) {
    const lines = splitLines(chunk.subarray(0, end), start, isWithin);
    return { lines, offset: start + end, more: start + chunk.length < size };
  }
  if (start + chunk.length >= size) return { lines: [], offset: start, more: false };
  const lineEnd = await findLineEnd(file, start + chunk.length, Math.min(size, start + MAX_LINE_BYTES));
  if (isWithin && (lineEnd !== undefined || size - start >= MAX_LINE_BYTES)) {
    const offset = lineEnd === undefined ? start + MAX_LINE_BYTES : lineEnd + 1;
    return { lines: [], offset, more: offset < size };
  }
  if (lineEnd !== undefined) {
    const bytes = await readPart(file, start, lineEnd - start, aloneInMemory);
    return { lines: [{ bytes, isBeginning: false, end: lineEnd + 1 }], offset: lineEnd + 1, more: lineEnd + 1 < size };
  }
  if (size - start < MAX_LINE_BYTES) return { lines: [], offset: start, more: false };
  const offset = start + MAX_LINE_BYTES;
  const bytes = await readPart(file, start, BEGINNING_BYTES, aloneInMemory);
  return { lines: [{ bytes, isBeginning: true, end: offset }], offset, more: true };
}

function aloneInMemory(bytes: number): Buffer {
  return Buffer.from(new ArrayBuffer(bytes));
}

async function readPart(
  file: FileHandle,
  start: number,
  length: number,
  allocate: (bytes: number) => Buffer = Buffer.allocUnsafe,
): Promise<Buffer> {
  const buffer = allocate(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** Looked for in small parts: the line is held once, when it is known how long it is. */
async function findLineEnd(file: FileHandle, from: number, to: number): Promise<number | undefined> {
  const part = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let at = from; at < to; ) {
    const { bytesRead } = await file.read(part, 0, Math.min(CHUNK_BYTES, to - at), at);
    if (bytesRead === 0) return undefined;
    const found = part.subarray(0, bytesRead).indexOf(NEWLINE);
    if (found >= 0) return at + found;
    at += bytesRead;
  }
  return undefined;
}

/** The other way round. */
export function joinLines(lines: readonly NewLine[]): Buffer {
  return Buffer.concat(lines.flatMap(({ bytes }) => [bytes, LINE_END]));
}

/** Whole lines alone: what comes after the last line end is none. */
export function splitLines(bytes: Buffer, start = 0, isWithin = false): readonly NewLine[] {
  const lines: NewLine[] = [];
  for (let from = isWithin ? bytes.indexOf(NEWLINE) + 1 : 0; from < bytes.length; ) {
    const to = bytes.indexOf(NEWLINE, from);
    if (to < 0) break;
    if (to > from) lines.push({ bytes: bytes.subarray(from, to), isBeginning: false, end: start + to + 1 });
    from = to + 1;
  }
  return lines;
}
