/**
 * Pages into a folder that people keep in git. A manifest says which files are ours and what we wrote: one that is not,
 * or that somebody changed since, is never overwritten; ours that are no longer needed go. What is the same is left alone.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CarryoverError } from '../../memory/error.ts';
import { isObject } from '../../memory/json-guards.ts';
import { makePrivateFolder, writeFileAtomically } from '../../platform/atomic-file.ts';
import { isCode } from '../../platform/private-file.ts';

const MANIFEST = '.carryover-export.json';
/** What we write ourselves; a manifest from elsewhere may not name anything beyond. */
const OWN_PATH = /^(?:README\.md|(?:user|spaces\/[a-zA-Z0-9-]+)\/[a-z]+\.md)$/;

export interface WrittenFolder {
  readonly written: number;
  readonly removed: number;
  readonly unchanged: number;
}

export function writeMarkdownFolder(folder: string, pages: ReadonlyMap<string, string>): WrittenFolder {
  makePrivateFolder(folder);
  const ours = manifestOf(folder);
  const changed = [...pages].filter(([path, content]) => contentAt(folder, path) !== content);
  const stale = [...ours.keys()].filter((path) => !pages.has(path) && contentAt(folder, path) !== undefined);
  // All is looked at before anything is changed.
  for (const path of [...changed.map(([path]) => path), ...stale]) refuseForeign(folder, path, ours.get(path));
  for (const [path, content] of changed) {
    makePrivateFolder(dirname(join(folder, path)));
    writeFileAtomically(join(folder, path), content);
  }
  for (const path of stale) rmSync(join(folder, path));
  const manifest = { version: 1, files: Object.fromEntries([...pages].map(([path, text]) => [path, digest(text)])) };
  writeFileAtomically(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return { written: changed.length, removed: stale.length, unchanged: pages.size - changed.length };
}

function manifestOf(folder: string): ReadonlyMap<string, string> {
  const text = contentAt(folder, MANIFEST);
  if (text === undefined) return new Map();
  try {
    const manifest: unknown = JSON.parse(text);
    const files = isObject(manifest) && isObject(manifest.files) ? manifest.files : {};
    return new Map(
      Object.entries(files).flatMap(([path, hash]) => (OWN_PATH.test(path) ? [[path, String(hash)]] : [])),
    );
  } catch {
    throw foreign(join(folder, MANIFEST), 'cannot be read');
  }
}

/** Undefined when there is nothing. A link is somebody else's, wherever it leads. */
function contentAt(folder: string, path: string): string | undefined {
  const full = join(folder, path);
  try {
    const parent = lstatSync(dirname(full));
    if (!lstatSync(full).isFile() || !parent.isDirectory()) throw foreign(full, 'is a link or a folder');
    return readFileSync(full, 'utf8');
  } catch (thrown) {
    if (isCode(thrown, 'ENOENT')) return undefined;
    throw thrown;
  }
}

function refuseForeign(folder: string, path: string, hash: string | undefined): void {
  const there = contentAt(folder, path);
  if (there === undefined || digest(there) === hash) return;
  throw foreign(join(folder, path), hash === undefined ? 'was not written by an export' : 'was changed since');
}

function foreign(path: string, why: string): CarryoverError {
  return new CarryoverError(`${path} ${why}: it is left as it is, and so is all else`, {
    code: 'not-ours',
    subject: path,
    hint: 'move it away, or choose another folder',
  });
}

function digest(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
