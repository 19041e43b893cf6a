/**
 * What a person named on the command line, recognised by what it holds and opened as lines of an import. Files are read
 * as they are needed; nothing is unpacked to disk, no link in a folder is followed, and a small file that unpacks to a
 * huge one is refused (SRV-16).
 */
import { closeSync, constants, createReadStream, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { CarryoverError, messageOf } from '../../../memory/error.ts';
import { LINE_BYTES, TOTAL_BYTES, tooLarge } from '../byte-lines.ts';
import { parseLine } from '../parse-line.ts';
import { claudeMemory } from './claude-memory.ts';
import { statementsIn } from './markdown-statements.ts';
import { type SourceStatement, sourceLine } from './source-lines.ts';

export const SOURCE_FORMATS = ['carryover', 'claude-memory', 'claude-md'] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

export interface OpenedSource {
  readonly format: SourceFormat;
  /** Each call reads it anew. */
  bytes(): AsyncIterable<Uint8Array>;
  /** Of what is read; undefined for what is packed. */
  readonly size: number | undefined;
}

const MOST_RATIO = 100;
/** Below this any ratio is harmless. */
const RATIO_MATTERS_BYTES = 1024 * 1024;
const MOST_FILES = 10_000;
const HEAD_BYTES = 64 * 1024;
const GZIP = Buffer.from([0x1f, 0x8b]);

export function openSource(given: string, wanted: SourceFormat | undefined): OpenedSource {
  const path = resolve(given);
  const stat = statOf(path);
  if (stat.isDirectory()) return openFolder(path, wanted);
  if (!stat.isFile()) throw refused(path, 'neither a file nor a folder');
  const head = headOf(path);
  const isPacked = head.subarray(0, GZIP.length).equals(GZIP);
  const format = wanted ?? (isPacked ? 'carryover' : recognised(path, head));
  if (format === 'claude-md' || format === 'claude-memory') return statementFiles(format, [path]);
  const raw = () => (isPacked ? unpacked(path) : createReadStream(path));
  return { format, bytes: raw, size: isPacked ? undefined : stat.size };
}

function openFolder(path: string, wanted: SourceFormat | undefined): OpenedSource {
  if (wanted !== undefined && wanted !== 'claude-memory') throw refused(path, `a folder is no ${wanted} file`);
  // Entries that are links are no files here, so none is followed.
  const names = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ name }) => name)
    .sort();
  if (names.length === 0 || names.length > MOST_FILES) throw refused(path, 'not a folder of Markdown notes');
  return statementFiles(
    'claude-memory',
    names.map((name) => join(path, name)),
  );
}

function statementFiles(format: 'claude-md' | 'claude-memory', paths: readonly string[]): OpenedSource {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const path of paths)
      for (const statement of statementsOf(format, path, await readText(path)))
        yield Buffer.from(`${sourceLine(format, statement)}\n`);
  }
  return { format, bytes, size: undefined };
}

function statementsOf(format: 'claude-md' | 'claude-memory', path: string, text: string): readonly SourceStatement[] {
  if (format === 'claude-memory') return claudeMemory(path, basename(path), text);
  // The user's own file holds in every project.
  const ofProject = path !== join(homedir(), '.claude', 'CLAUDE.md');
  return statementsIn(text).map(({ content, heading, isWish }) => ({
    type: isWish ? 'PREFERENCE' : 'FACT',
    content,
    subject: heading,
    path,
    ofProject,
  }));
}

async function* unpacked(path: string): AsyncGenerator<Uint8Array> {
  const packed = createReadStream(path);
  const gunzip = createGunzip();
  let size = 0;
  packed.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of packed.pipe(gunzip) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > TOTAL_BYTES) throw tooLarge(TOTAL_BYTES);
      if (size > RATIO_MATTERS_BYTES && size > packed.bytesRead * MOST_RATIO)
        throw refused(path, `it unpacks to more than ${MOST_RATIO} times its size`);
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof CarryoverError ? cause : refused(path, messageOf(cause));
  } finally {
    packed.destroy();
  }
}

function recognised(path: string, head: Buffer): SourceFormat {
  const end = head.indexOf('\n');
  const line = parseLine(end === -1 ? head : head.subarray(0, end));
  // A first line that is longer than what was read of it is an export's as well.
  if (typeof line === 'string' ? head[0] === 0x7b : typeof line.kind === 'string') return 'carryover';
  if (/\.(?:md|markdown)$/i.test(path)) return /^---\r?\n/.test(head.toString('utf8')) ? 'claude-memory' : 'claude-md';
  throw refused(path, 'it is not known what it holds', `say it: --from ${SOURCE_FORMATS.join('|')}`);
}

async function readText(path: string): Promise<string> {
  if (statOf(path).size > LINE_BYTES) throw refused(path, 'it is larger than 16 MB');
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw refused(path, messageOf(cause));
  }
}

function headOf(path: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw refused(path, 'not a file');
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (cause) {
    throw refused(path, messageOf(cause));
  }
}

function refused(
  path: string,
  reason: string,
  hint = 'give an export, a CLAUDE.md, or a folder of Markdown notes',
): CarryoverError {
  return new CarryoverError(`cannot import ${path}: ${reason}`, { code: 'invalid-input', subject: path, hint });
}
