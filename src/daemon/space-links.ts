/**
 * Which spaces a person linked: agents in one may read the other, and never the other way round unless that is linked too.
 * Read from the configuration at every question, so that a link that is taken back ends there.
 */
import type { Journal } from '../journal/journal.ts';
import type { SpaceId } from '../memory/ids.ts';
import type { Space } from '../memory/space.ts';
import type { LiveConfig } from '../platform/live-config.ts';

export async function linkedSpaces(
  config: Pick<LiveConfig, 'current'>,
  journal: Pick<Journal, 'space'>,
  workspace: SpaceId,
): Promise<readonly Pick<Space, 'id' | 'name'>[]> {
  const spaces: Space[] = [];
  for (const link of config.current['spaces.links']) {
    const [from, to = ''] = link.split('->');
    // One that was forgotten since leads nowhere.
    const space = from === workspace && to !== workspace ? await journal.space(to as SpaceId) : undefined;
    if (space !== undefined) spaces.push(space);
  }
  return spaces;
}
