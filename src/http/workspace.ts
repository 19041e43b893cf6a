/** The `workspace` of a request: an unknown folder simply has no memory yet; an unknown name or id is a mistake. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { CarryoverError } from '../memory/error.ts';
import type { SpaceId } from '../memory/ids.ts';
import type { ApiDependencies } from './api.ts';

async function findWorkspace(
  workspace: string,
  resolve: ApiDependencies['resolveWorkspace'],
): Promise<SpaceId | undefined> {
  const space = await resolve(workspace);
  if (space !== undefined || isAbsolute(workspace)) return space;
  throw new CarryoverError('there is no such workspace', {
    code: 'not-found',
    hint: 'workspace is an absolute folder path, a space id, or the name of a store',
  });
}

/** For routes that speak of one space and would mean nothing without it. */
export async function requireWorkspace(
  workspace: string | undefined,
  resolve: ApiDependencies['resolveWorkspace'],
): Promise<SpaceId | undefined> {
  if (workspace !== undefined && workspace !== '') return findWorkspace(workspace, resolve);
  throw new CarryoverError('workspace is missing', {
    code: 'invalid-input',
    hint: 'give the absolute path of the project as workspace',
  });
}

/** For lists: all spaces, or one and the user scope beside it; a folder that is not known has the user scope alone. */
export async function scopeOf(
  workspace: string | undefined,
  resolve: ApiDependencies['resolveWorkspace'],
): Promise<{ readonly workspace?: SpaceId | null }> {
  return workspace === undefined ? {} : { workspace: (await findWorkspace(workspace, resolve)) ?? null };
}

/** For lists of one scope alone: empty for what is of no space. Undefined for a folder that is not known: nothing is there. */
export async function exactScope(
  workspace: string | undefined,
  resolve: ApiDependencies['resolveWorkspace'],
): Promise<{ readonly workspace?: SpaceId | null } | undefined> {
  if (workspace === undefined) return {};
  if (workspace === '') return { workspace: null };
  const space = await findWorkspace(workspace, resolve);
  return space === undefined ? undefined : { workspace: space };
}

/** Where something is to be kept: a folder nobody has worked in yet becomes known. */
export async function placeFor(
  workspace: string,
  { resolveWorkspace, registerFolder }: Pick<ApiDependencies, 'resolveWorkspace' | 'registerFolder'>,
): Promise<SpaceId> {
  const space = await requireWorkspace(workspace, resolveWorkspace);
  if (space !== undefined) return space;
  if (existsSync(workspace)) return registerFolder(workspace);
  throw new CarryoverError('there is no such folder', {
    code: 'not-found',
    hint: 'give the absolute path of a folder that is there, or the id of a space',
  });
}
