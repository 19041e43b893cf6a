/**
 * The switches of injection as they are now, for spaces that go by their ids here: a folder in the configuration stands
 * for the space that is there, or was there before it was moved.
 */
import type { SpaceDirectory } from '../capture/space-directory.ts';
import type { SessionId, SpaceId } from '../memory/ids.ts';
import type { LiveConfig } from '../platform/live-config.ts';
import { mayInject } from '../recall/may-inject.ts';

export class InjectionSwitch {
  readonly #config: LiveConfig;
  readonly #spaces: Pick<SpaceDirectory, 'known'>;

  constructor(config: LiveConfig, spaces: Pick<SpaceDirectory, 'known'>) {
    this.#config = config;
    this.#spaces = spaces;
  }

  async allows(receiver: { readonly workspace: SpaceId | null; readonly sessionId: SessionId }): Promise<boolean> {
    const config = this.#config.current;
    const named = config['injection.offSpaces'];
    const offSpaces = await Promise.all(named.map(async (name) => (await this.#spaces.known(name)) ?? name));
    return mayInject({ ...config, 'injection.offSpaces': offSpaces }, receiver);
  }
}
