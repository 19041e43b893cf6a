/** A space: a project. All worktrees and sub-folders of one git repository, else one folder. Memory is siloed by space. */
import * as field from './fields.ts';
import type { SpaceId } from './ids.ts';

export interface Space {
  readonly id: SpaceId;
  /** Where it is now: the main worktree, the bare repository, or the folder. */
  readonly root: string;
  readonly name: string;
  readonly kind: 'git' | 'folder';
}

/** A space as it was first seen. */
export const SPACE = { id: field.id<SpaceId>(), createdAt: field.moment };

/** What the file system says about a place; compared to recognise a folder that was moved. */
const SPACE_IDENTITY = {
  /** The directory whose identity is the space's: git's common directory, or the folder itself. */
  anchor: field.path,
  root: field.path,
  kind: field.oneOf('git', 'folder'),
  /** What tells this project from another at the same place, and finds it again after a rename (fingerprint.ts). */
  fingerprint: field.textUpTo(500),
};

export interface SpaceIdentity extends field.EntityOf<typeof SPACE_IDENTITY> {}

/** Where a space has been, as it was seen; the newest is where it is. */
export const SPACE_PLACE = { spaceId: field.id<SpaceId>(), ...SPACE_IDENTITY, seenAt: field.moment };

export interface SpacePlace extends field.EntityOf<typeof SPACE_PLACE> {}
