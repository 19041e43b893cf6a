/** What was typed, read: a bad value is refused here, before a daemon is started for it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileSpec } from '../files/manifest.ts';
import { CarryoverError } from '../memory/error.ts';
import { MEMORY_FILE_NAMES, type MemoryFileName } from '../memory/memory-file.ts';
import { nearest } from '../platform/nearest.ts';

export type Options = Readonly<Record<string, unknown>>;

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A relative folder is meant from here; anything that is no folder is a space id. */
export function workspaceOf(space: unknown): string | undefined {
  const given = textOf(space);
  if (given === undefined) return undefined;
  return existsSync(given) ? resolve(given) : given;
}

/** `context` is context.md. */
export function fileNameOf(given: string): MemoryFileName {
  const name = MEMORY_FILE_NAMES.find((known) => known === given || known === `${given}.md`);
  if (name !== undefined) return name;
  throw new CarryoverError(`there is no memory file "${given}"`, {
    code: 'invalid-input',
    hint: `did you mean "${nearest(given, MEMORY_FILE_NAMES)}"? There are ${MEMORY_FILE_NAMES.join(', ')}`,
  });
}

/** Files of the person have no space; of the others the one of this folder is meant unless another is named. */
export function fileQueryOf(name: MemoryFileName, space: unknown): { readonly workspace?: string } {
  if (fileSpec(name).scope === 'user') return {};
  return { workspace: workspaceOf(space) ?? process.cwd() };
}

/** `7` and `v7` are the same version. */
export function versionOf(given: unknown): number | undefined {
  const text = textOf(given);
  if (text === undefined) return undefined;
  const digits = /^v?(\d{1,9})$/.exec(text)?.[1];
  if (digits !== undefined && Number(digits) > 0) return Number(digits);
  throw new CarryoverError(`"${text}" is no version`, {
    code: 'invalid-input',
    hint: 'versions count from 1; `carryover files history NAME` lists them',
  });
}
