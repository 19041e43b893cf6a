/**
 * What `carryover deploy DIR` brings: the locked files soul.md and os.md, or one of them, and the release in a file
 * named VERSION (A-010, B-021, B-022). It is taken whole or refused with the reason; nothing is cut to fit.
 */
import { join } from 'node:path';
import { CarryoverError } from '../memory/error.ts';
import { printable } from '../platform/printable.ts';
import { readDiskFile, type UnusableReason } from './disk-file.ts';
import { countLines } from './file-text.ts';
import { fileSpec } from './manifest.ts';

const LOCKED = ['soul.md', 'os.md'] as const;
const RELEASE_FILE = 'VERSION';
const RELEASE_CHARACTERS = 100;

export interface Deployment {
  readonly release: string;
  readonly files: readonly { readonly name: (typeof LOCKED)[number]; readonly content: string }[];
}

export function readDeployment(folder: string): Deployment {
  const files = LOCKED.flatMap((name) => {
    const content = textAt(join(folder, name));
    if (content === null) return [];
    const { limitLines } = fileSpec(name);
    const lines = countLines(content);
    if (lines > limitLines)
      throw refused(join(folder, name), `it has ${lines} lines`, `shorten it to ${limitLines} lines`);
    return [{ name, content }];
  });
  if (files.length === 0)
    throw refused(folder, 'it holds neither soul.md nor os.md', 'name a folder with at least one of the two');
  return { release: releaseOf(join(folder, RELEASE_FILE)), files };
}

function releaseOf(path: string): string {
  const hint = `put the name of the release into it: one line of up to ${RELEASE_CHARACTERS} characters, such as 1.4.0`;
  const release = textAt(path)?.trim() ?? '';
  if (release === '') throw refused(path, 'it is missing or empty', hint);
  if (release.length > RELEASE_CHARACTERS || printable(release) !== release)
    throw refused(path, 'it is not one short line of text', hint);
  return release;
}

/** A file with several names is fine here: package stores make them, and it is only read. */
function textAt(path: string): string | null {
  const file = readDiskFile(path, Number.POSITIVE_INFINITY);
  if (file.state === 'text') return file.content;
  if (file.state === 'absent') return null;
  throw refused(path, UNUSABLE[file.reason], 'put a plain text file in UTF-8 there');
}

const UNUSABLE: Readonly<Record<UnusableReason, string>> = {
  symlink: 'it is a link, and links are not followed',
  'not-a-file': 'it is not a file',
  'hard-link': 'it has other names',
  unreadable: 'it cannot be read',
  'too-large': 'it is too large',
  'not-text': 'it is not text in UTF-8',
};

function refused(path: string, why: string, hint: string): CarryoverError {
  return new CarryoverError(`cannot deploy ${path}: ${why}`, { code: 'deployment-refused', subject: path, hint });
}
