/**
 * Which space here a space of the file is: the one a person named, the one with the same id, or the one at the same place,
 * registered when it is new. Names and paths from outside are checked before anything is made of them (SRV-14).
 */
import { isAbsolute } from 'node:path';
import type { SpaceDirectory } from '../../capture/space-directory.ts';
import type { Journal } from '../../journal/journal.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { SpaceId } from '../../memory/ids.ts';
import { printable } from '../../platform/printable.ts';

const MOST_PATH_CHARS = 4_096;

export interface SpaceMapOptions {
  readonly journal: Pick<Journal, 'space'>;
  readonly spaces: Pick<SpaceDirectory, 'named' | 'known'>;
  /** Where all that belongs to a project goes. */
  readonly target: string | undefined;
  /** Then nothing is registered. */
  readonly dryRun: boolean;
}

export class SpaceMap {
  readonly #options: SpaceMapOptions;
  readonly #roots = new Map<SpaceId, string>();
  readonly #known = new Map<SpaceId, SpaceId | undefined>();

  constructor(options: SpaceMapOptions) {
    this.#options = options;
  }

  /** Where a space of the file was; the last place counts. */
  place(id: SpaceId, root: string): void {
    this.#roots.set(id, root);
  }

  /** Undefined when it cannot be told. */
  async of(id: SpaceId | null): Promise<SpaceId | null | undefined> {
    if (id === null) return null;
    if (!this.#known.has(id)) this.#known.set(id, await this.#find(id));
    return this.#known.get(id);
  }

  async #find(id: SpaceId): Promise<SpaceId | undefined> {
    const { journal, target } = this.#options;
    if (target !== undefined) return (await this.#named(target)) ?? unknownTarget();
    const here = await journal.space(id);
    if (here !== undefined) return here.id;
    const root = this.#roots.get(id);
    return root === undefined || !isSafePlace(root) ? undefined : this.#named(root);
  }

  /** In a dry run one that is not there yet stands for itself. */
  async #named(name: string): Promise<SpaceId | undefined> {
    const { spaces, dryRun } = this.#options;
    return dryRun ? ((await spaces.known(name)) ?? (name as SpaceId)) : spaces.named(name);
  }
}

function isSafePlace(root: string): boolean {
  if (root.length > MOST_PATH_CHARS || printable(root) !== root) return false;
  return !isAbsolute(root) || !root.split(/[\\/]/).includes('..');
}

function unknownTarget(): never {
  throw new CarryoverError('there is no such project', {
    code: 'invalid-input',
    hint: 'workspace is the absolute path of a folder, a space id or a plain name',
  });
}
