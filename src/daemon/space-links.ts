/**
 * Which spaces a person linked, and which they may want to: agents in one may read the other, and never the other way round unless that is linked too.
 * Read from the configuration at every question, so that a link that is taken back ends there.
 */
import type { Journal } from '../journal/journal.ts';
import type { SpaceId } from '../memory/ids.ts';
import { quotedName } from '../memory/quoted-name.ts';
import type { Space } from '../memory/space.ts';
import type { StatusProblem } from '../memory/status.ts';
import type { LiveConfig } from '../platform/live-config.ts';

/** Long enough to be seen by somebody who was away; a project that begins anew is nothing to be asked about for ever. */
const ASKED_MS = 7 * 24 * 60 * 60_000;

/** Where another repository than before has come to a path: only the person knows whether they belong together. */
export async function replacedQuestions(
  config: Pick<LiveConfig, 'current'>,
  journal: Pick<Journal, 'replacedSpaces'>,
  now: number,
): Promise<readonly StatusProblem[]> {
  const replaced = await journal.replacedSpaces(now - ASKED_MS);
  return replaced
    .filter(({ space, before }) => !config.current['spaces.links'].includes(`${space.id}->${before}`))
    .map(({ space, before }) => ({
      code: 'project-replaced',
      message: `another repository than before is at ${quotedName(space.root)}: it began with a memory of its own`,
      hint: `if it continues the one before, \`carryover link ${before} --space ${space.id}\` lets its agents read that one's memory`,
    }));
}

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
