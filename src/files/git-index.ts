/**
 * Which files a repository tracks, as its index lists them. Reads the index file alone: no git is started, no object read,
 * no link followed. Versions 2 to 4; of another form, or too large a one, nothing is known.
 *
 * Limit: a path is listed from the moment it was added, committed or not; when a file got what it holds is told by the
 * file (tracked-words.ts).
 */
import { lstat, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const MOST_BYTES = 32 * 1024 * 1024;
const HEADER_BYTES = 12;
/** Times, numbers, size and digest of an entry, before its flags. */
const ENTRY_BYTES = 60;
const REGULAR = 0b1000;

/** Paths of regular files from the root, in the order of the index; undefined when the folder is no repository. */
export async function trackedPaths(root: string): Promise<readonly string[] | undefined> {
  const index = await indexOf(root);
  if (index === undefined) return undefined;
  const facts = await lstat(index).catch(() => undefined);
  if (facts === undefined || !facts.isFile() || facts.size > MOST_BYTES) return undefined;
  const bytes = await readFile(index).catch(() => undefined);
  return bytes === undefined ? undefined : pathsIn(bytes);
}

/** A worktree's `.git` is a file that names its folder. */
async function indexOf(root: string): Promise<string | undefined> {
  const git = join(root, '.git');
  const facts = await lstat(git).catch(() => undefined);
  if (facts?.isDirectory() === true) return join(git, 'index');
  if (facts?.isFile() !== true || facts.size > 4_096) return undefined;
  const folder = /^gitdir: (.+)$/m.exec(await readFile(git, 'utf8').catch(() => ''))?.[1];
  return folder === undefined ? undefined : join(resolve(root, folder.trim()), 'index');
}

export function pathsIn(bytes: Buffer): readonly string[] | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const paths: string[] = [];
  let previous = '';
  let at = HEADER_BYTES;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (at + ENTRY_BYTES + 2 > bytes.length) return undefined;
    const isRegular = bytes.readUInt32BE(at + 24) >>> 12 === REGULAR;
    const isExtended = version > 2 && (bytes.readUInt16BE(at + ENTRY_BYTES) & 0x4000) !== 0;
    let from = at + ENTRY_BYTES + (isExtended ? 4 : 2);
    let kept = '';
    if (version === 4) {
      const strip = readVarint(bytes, from);
      if (strip === undefined || strip.value > previous.length) return undefined;
      from = strip.next;
      kept = previous.slice(0, previous.length - strip.value);
    }
    const end = bytes.indexOf(0, from);
    if (end < 0) return undefined;
    // Byte by byte, so that what is stripped of the next one is counted alike.
    previous = kept + bytes.toString('latin1', from, end);
    if (isRegular) paths.push(Buffer.from(previous, 'latin1').toString('utf8'));
    // Until version 4, entries are filled up to eight bytes.
    at = version === 4 ? end + 1 : at + Math.ceil((end - at + 1) / 8) * 8;
  }
  return paths;
}

function readVarint(bytes: Buffer, from: number): { readonly value: number; readonly next: number } | undefined {
  let value = 0;
  for (let at = from; at < bytes.length && at < from + 5; at += 1) {
    const byte = bytes.readUInt8(at);
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, next: at + 1 };
    value += 1;
  }
  return undefined;
}
