/**
 * Which folder holds a space's memory files. Named after the project when it is first needed, and kept: a project that is
 * renamed keeps its folder, which is found again by the end of its name.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spaceFolder } from '../files/space-folder.ts';
import type { Journal } from '../journal/journal.ts';
import type { SpaceId } from '../memory/ids.ts';

export class SpaceFolders {
  readonly #memoryFolder: string;
  readonly #journal: Pick<Journal, 'space'>;
  readonly #known = new Map<SpaceId, string>();

  constructor(memoryFolder: string, journal: Pick<Journal, 'space'>) {
    this.#memoryFolder = memoryFolder;
    this.#journal = journal;
  }

  /** To be called before the files of a space are touched. */
  async learn(workspace: SpaceId | null): Promise<void> {
    if (workspace === null || this.#known.has(workspace)) return;
    const name = (await this.#journal.space(workspace))?.name ?? '';
    const fresh = spaceFolder({ id: workspace, name });
    this.#known.set(workspace, this.#existing(spaceFolder({ id: workspace, name: '' })) ?? fresh);
  }

  /** With everything in it, of a space that is gone. */
  remove(workspace: SpaceId): void {
    const folder = this.#existing(spaceFolder({ id: workspace, name: '' }));
    this.#known.delete(workspace);
    if (folder !== undefined) rmSync(join(this.#memoryFolder, folder), { recursive: true, force: true });
  }

  folderOf(workspace: SpaceId): string {
    return this.#known.get(workspace) ?? spaceFolder({ id: workspace, name: '' });
  }

  #existing(unnamed: string): string | undefined {
    const [parent = '', ending = ''] = unnamed.split('/');
    const folder = join(this.#memoryFolder, parent);
    if (!existsSync(folder)) return undefined;
    const found = readdirSync(folder).find((entry) => entry === ending || entry.endsWith(`-${ending}`));
    return found === undefined ? undefined : `${parent}/${found}`;
  }
}
