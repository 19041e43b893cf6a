/** A space: a project. All worktrees and sub-folders of one git repository, else one folder. Memory is siloed by space. */
import type { SpaceId } from './ids.ts';

export interface Space {
  readonly id: SpaceId;
  /** Where it is now: the main worktree, the bare repository, or the folder. */
  readonly root: string;
  readonly name: string;
  readonly kind: 'git' | 'folder';
}

/** What the file system says about a place; compared to recognise a folder that was moved. */
export interface SpaceIdentity {
  /** The directory whose identity is the space's: git's common directory, or the folder itself. */
  readonly anchor: string;
  readonly root: string;
  readonly kind: 'git' | 'folder';
  /** What tells this project from another at the same place, and finds it again after a rename (fingerprint.ts). */
  readonly fingerprint: string;
}

/** Where a space has been, as it was seen; the newest is where it is. */
export interface SpacePlace extends SpaceIdentity {
  readonly spaceId: SpaceId;
  readonly seenAt: number;
}
