/** The person's apps: each is bound to one space, which is registered with it when nobody has worked there yet. */
import type { SpaceDirectory } from '../capture/space-directory.ts';
import type { AppsApi } from '../http/api.ts';
import { CarryoverError } from '../memory/error.ts';
import { addApp, readApps, removeApp } from '../platform/apps.ts';
import type { Clock } from '../platform/clock.ts';

export function appDesk(path: string, spaces: SpaceDirectory, clock: Clock, clean: (text: string) => string): AppsApi {
  return {
    list: () => readApps(path, clock.now()).filter(({ run }) => run === undefined),
    async add(name, workspace) {
      if (clean(name) !== name || clean(workspace) !== workspace)
        throw new CarryoverError('the name or the workspace looks like a secret', {
          code: 'invalid-input',
          hint: 'choose another: it is kept as it is given',
        });
      const space = await spaces.named(workspace);
      if (space !== undefined) return addApp(path, { name, space, createdAt: clock.now() });
      throw new CarryoverError('there is no such workspace', {
        code: 'invalid-input',
        hint: 'give the absolute path of a folder, the id of a space, or a plain name (letters, digits, . _ -)',
      });
    },
    remove: (name) => removeApp(path, name),
  };
}
