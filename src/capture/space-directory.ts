/**
 * Folder → space. The disk is looked at each time, because another repository may be at the path by now; what the journal
 * says of what was seen there is remembered for a few seconds.
 */

import { isAbsolute } from 'node:path';
import type { Journal } from '../journal/journal.ts';
import type { SpaceId } from '../memory/ids.ts';
import type { Space, SpaceIdentity } from '../memory/space.ts';
import type { Clock } from '../platform/clock.ts';
import { type LocatedSpace, locateSpace } from './space-locator.ts';
import { Remembered } from './ttl-cache.ts';

/** Names are safe in paths, URLs and logs (SRV-14). */
const PLAIN_NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/;

export interface ResolvedSpace {
  readonly space: Space;
  readonly located: LocatedSpace;
}

export class SpaceDirectory {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #places: Remembered<Space>;
  readonly #names: Remembered<SpaceId | undefined>;

  constructor(journal: Journal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
    this.#places = new Remembered(clock);
    this.#names = new Remembered(clock);
  }

  /** The space of a folder, registered if it is new. */
  async resolve(folder: string): Promise<ResolvedSpace> {
    const located = locateSpace(folder);
    const { anchor, root, kind, fingerprint } = located;
    const space = await this.#places.get([anchor, root, kind, fingerprint].join('\0'), () =>
      this.#journal.resolveSpace(located, this.#clock.now()),
    );
    return { located, space };
  }

  /** A folder path, a space id, or a plain name, as programs give it; registered if new. Undefined for anything else. */
  async named(workspace: string): Promise<SpaceId | undefined> {
    if (isAbsolute(workspace)) return (await this.resolve(workspace)).space.id;
    return this.#names.get(workspace, async () => {
      const known = await this.known(workspace);
      if (known !== undefined || !PLAIN_NAME.test(workspace)) return known;
      return (await this.#journal.resolveSpace(namedIdentity(workspace), this.#clock.now())).id;
    });
  }

  /** A space is gone: its folder is asked for anew. */
  forgetAll(): void {
    this.#places.clear();
    this.#names.clear();
  }

  /** The same for questions: undefined when nothing is known of it, and nothing is registered. */
  async known(workspace: string): Promise<SpaceId | undefined> {
    if (isAbsolute(workspace)) return (await this.#journal.findSpace(locateSpace(workspace)))?.id;
    const byId = await this.#journal.space(workspace as SpaceId);
    return (byId ?? (await this.#journal.findSpace(namedIdentity(workspace))))?.id;
  }
}

/** A store without a folder: there is nothing on disk to recognise it by but its name. */
function namedIdentity(name: string): SpaceIdentity {
  return { anchor: `name:${name}`, root: name, kind: 'folder', fingerprint: '' };
}
